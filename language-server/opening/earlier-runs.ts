import path from "node:path";
import { isFitBefore } from "../analysis/compare/before/standing.ts";
import { existsHere } from "../history/regular-file.ts";
import { listRuns } from "../history/run-store.ts";
import type { Run } from "../history/run.ts";

/** The scripts of a run, by what V8 called them and by their text. */
interface RunTexts {
  readonly scripts: readonly { readonly url: string; readonly hash: string }[];
}

/** Runs grouped by equal text: no script that two of a group have in common differs, and they have some in common. Node's own are left out. */
export function groupsOfEqualText<Facts extends RunTexts>(runs: readonly Facts[]): readonly (readonly Facts[])[] {
  const groups: { readonly texts: Map<string, string>; readonly runs: Facts[] }[] = [];
  for (const run of runs) {
    const texts = run.scripts.filter(({ url }) => !url.startsWith("node:"));
    const group = groups.find((each) => isOf(each.texts, texts));
    if (group === undefined) groups.push({ texts: new Map(texts.map(({ url, hash }) => [url, hash])), runs: [run] });
    else {
      group.runs.push(run);
      // A script that was seen in one start alone still distinguishes this text from others.
      for (const { url, hash } of texts) group.texts.set(url, hash);
    }
  }
  return groups.map(({ runs: found }) => found);
}

function isOf(group: ReadonlyMap<string, string>, texts: RunTexts["scripts"]): boolean {
  const common = texts.filter(({ url }) => group.has(url));
  return common.length > 0 && common.every(({ url, hash }) => group.get(url) === hash);
}

/**
 * From which it is known how starts of one text differ: the runs in these folders that did the same as `next`, but for `next` itself, grouped by
 * equal text. With another version of Node.js or another recorder a run says nothing of it. A folder may also be that of a run: then all beside it.
 */
export async function earlierRuns(
  folders: readonly string[],
  next: Pick<Run, "id" | "name" | "startedAt" | "app" | "end" | "threads" | "recorder" | "load" | "test">,
): Promise<readonly (readonly Run[])[]> {
  const found = new Map<string, Run>();
  const runsFolders = folders.map((folder) => (existsHere(path.join(folder, "run.json")) ? path.dirname(path.resolve(folder)) : folder));
  for (const folder of new Set(runsFolders)) for (const { run } of await listRuns(folder)) found.set(run.id, run);
  const all = [...found.values()];
  return groupsOfEqualText(
    all.filter(
      (run) =>
        run.id !== next.id && run.recorder === next.recorder && run.app.nodeVersion === next.app.nodeVersion && isFitBefore(run, next, all),
    ),
  );
}
