import { pathOfUrl } from "../../analysis/sources/ownership.ts";
import type { Profile } from "../../analysis/profile/profile.ts";
import { type RecordedScript, fileOf } from "./script-reader.ts";
import type { ReadThread } from "../run-threads.ts";
import type { Run } from "../run.ts";
import { sourceUrl, toFileUrl } from "./script-files.ts";
import { parseSourceMapText } from "./source-map-text.ts";

/** A script or source of a run, by its path on the app's machine. */
export interface SoughtSource {
  readonly path: string;
  /** Its text as it ran; undefined if unknown. */
  readonly text: () => string | undefined;
}

/** The sources of a run. Those that maps name are read on demand. */
export interface SoughtSources {
  readonly scripts: readonly SoughtSource[];
  readonly mapped: () => readonly SoughtSource[];
}

/** Sources of a profile, whose maps have not been read yet. */
export function profileSources(
  threads: readonly { readonly profile: Profile; readonly scripts: readonly RecordedScript[] }[],
): SoughtSources {
  const texts = new Map(threads.flatMap(({ scripts }) => scripts.map((script) => [script.url, script] as const)));
  const urls = new Set(threads.flatMap(({ profile }) => profile.scripts.url));
  const scripts = [...urls].map((url) => ({ path: fileOf(url), text: () => texts.get(url)?.text || undefined }));
  return { scripts, mapped: () => [] };
}

export function runSources(
  { scripts: kept }: Pick<Run, "scripts">,
  threads: readonly ReadThread[],
  textOf: (hash: string) => string | undefined,
): SoughtSources {
  const hashes = new Map(kept.map(({ url, hash }) => [url, hash]));
  const urls = new Set([...hashes.keys(), ...threads.flatMap(({ profile }) => profile.scripts.url)]);
  return {
    scripts: [...urls].map((url) => ({ path: fileOf(url), text: () => textOf(hashes.get(url) ?? "") })),
    mapped: () =>
      kept.flatMap(({ url, mapHash, mapBase }) =>
        mapHash === "" || url.includes("/node_modules/") ? [] : sourcesOfMap(textOf(mapHash) ?? "", mapBase),
      ),
  };
}

function sourcesOfMap(text: string, base: string): readonly SoughtSource[] {
  const map = parseSourceMapText(text);
  return (map?.sources ?? []).flatMap((source, index) => {
    const url = !source ? undefined : sourceUrl(`${map?.root ?? ""}${source}`, toFileUrl(base));
    return url === undefined ? [] : [{ path: pathOfUrl(url), text: () => map?.contents[index] }];
  });
}
