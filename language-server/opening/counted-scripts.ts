import type { AnalysisInput } from "../analysis/analyse.ts";
import type { CountedFunction } from "../analysis/counts/counts.ts";
import { countedScript, type CountedScript } from "../analysis/counts/counted-script.ts";
import { madeOnce } from "../analysis/collections.ts";
import type { RunThreadCounts } from "../history/counts/run-counts.ts";
import type { RecordedRun } from "./recorded-run.ts";

/** What the threads of a pass counted together, by script. Of several texts under one URL the first one is kept. */
export function countedScripts(
  { run, threads, textOf }: Pick<RecordedRun, "run" | "threads" | "textOf">,
  counts: readonly RunThreadCounts[],
): readonly CountedScript[] {
  const byUrl = new Map<string, { readonly hash: string; readonly threads: (readonly CountedFunction[])[] }>();
  for (const { thread, scripts } of counts) {
    const table = threads.find(({ id }) => id === thread)?.profile.scripts;
    for (const { script, functions } of scripts) {
      const [url, hash = ""] = [table?.url[script], table?.hash[script]];
      if (url === undefined || hash === "") continue;
      const known = madeOnce(byUrl, url, (): { readonly hash: string; readonly threads: (readonly CountedFunction[])[] } => ({
        hash,
        threads: [],
      }));
      if (known.hash === hash) known.threads.push(functions);
    }
  }
  return [...byUrl].flatMap(([url, { hash, threads: counted }]) => {
    const text = textOf(hash);
    const isMapped = run.scripts.some((script) => script.url === url && script.hash === hash && script.mapHash !== "");
    return text === undefined ? [] : [countedScript({ url, text, isOwn: !url.includes("/node_modules/"), isMapped }, counted)];
  });
}

/** All places of theirs that are to be found in sources. */
export function countedPlaces(scripts: readonly CountedScript[]): NonNullable<AnalysisInput["places"]> {
  return scripts.flatMap(({ url, starts, functions, loops }) =>
    [...starts, ...functions, ...loops].map(({ line, column }) => ({ url, line, column })),
  );
}
