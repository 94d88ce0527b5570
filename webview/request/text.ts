import type { PartKind } from "../../language-server/analysis/marks/part-kinds.ts";
import type { Translate } from "../texts.ts";

/** Every text of the page of one request that does not come from the server. */
export type RequestText = ReturnType<typeof requestText>;

export function requestText(t: Translate) {
  const kinds: Readonly<Record<PartKind, string>> = {
    before: t("before the handler"),
    cpu: t("own CPU"),
    waiting: t("waiting"),
    held: t("held up"),
    gc: t("GC"),
    noCpu: t("no CPU"),
    after: t("after the answer"),
    rest: t("not explained"),
  };
  return {
    kinds,
    waiting: t("Explaining the request…"),
    rewritten: t("measured while rewritten"),
    rewrittenHelp: t(
      "The waits pass rewrites your code as it loads and sends the load again: these are its requests, not those of the first run.",
    ),
    previous: t("Slower Request"),
    next: t("Faster Request"),
    slowest: t("The Slowest 1 %"),
    first: t("The Slowest Request"),
    copy: t("Copy as Markdown"),
    explain: t("Explain…"),
    differences: t("Differences from a usual request"),
    parts: t("Parts"),
    differencesHelp: t(
      "Parts of both requests and their lines, largest difference first. Arrow keys move between rows, Enter shows the code.",
    ),
    timeline: (title: string) => t("{0}, in the order of time. Arrow keys move between rows, Enter shows the code.", title),
    columns: {
      part: t("Part"),
      line: t("Line"),
      one: t("This request"),
      mean: t("Mean"),
      usual: t("Usual"),
      change: t("Difference"),
      start: t("Start"),
      what: t("What"),
      took: t("Took"),
    },
    moreRows: (count: string) => t("{0} more, shorter ones", count),
    noCode: t("There is no file to open: it is native code, or its source is not available."),
  };
}
