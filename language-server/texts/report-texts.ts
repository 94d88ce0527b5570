import type { CodedText, TextCode, TextValues } from "./coded-text.ts";

/** Texts of the Markdown summary of a run. */
export type ReportTexts = ReturnType<typeof reportTextsOf>;

/** `phrase` puts a text into words: the command loads only the language that it speaks. */
export function reportTextsOf(phrase: (text: CodedText) => string) {
  const text = (code: TextCode, values?: TextValues): string => phrase({ code, values });
  return {
    started: text("report.started"),
    app: text("report.app"),
    node: text("report.node"),
    commit: text("report.commit"),
    recorder: text("report.recorder"),
    measured: text("report.measured"),
    busy: text("report.busy"),
    madeOf: text("report.madeOf"),
    load: text("report.load"),
    wholeLoad: text("report.wholeLoad"),
    selection: text("report.selection"),
    filter: text("report.filter"),
    perSecond: (requests: string) => text("report.perSecond", { requests }),
    connections: (shown: string) => text("report.connections", { shown }),
    failed: (shown: string) => text("report.failed", { shown }),
    allFailed: (shown: string) => text("report.allFailed", { shown }),
    interimTaken: (tool: string, statuses: string) => text("report.interimTaken", { tool, statuses }),
    interim: (statuses: string) => text("report.interim", { statuses }),
    lines: text("report.lines"),
    line: text("report.line"),
    noLines: text("report.noLines"),
    functions: text("report.functions"),
    function: text("report.function"),
    noFunctions: text("report.noFunctions"),
    place: text("report.place"),
    self: text("report.self"),
    withLibraries: text("report.withLibraries"),
    total: text("report.total"),
    ticks: text("report.ticks"),
    before: text("report.before"),
    after: text("report.after"),
    change: text("report.change"),
    verdict: text("report.verdict"),
    busyPer: { request: text("report.busyPer.request"), second: text("report.busyPer.second"), run: text("report.busyPer.run") },
    note: text("report.note"),
    changedFunctions: text("report.changedFunctions"),
    changedLines: text("report.changedLines"),
    noneChanged: text("report.noneChanged"),
    byAfter: text("report.byAfter"),
    byBefore: text("report.byBefore"),
    was: (now: string, before: string) => text("report.was", { now, before }),
    verdicts: {
      faster: text("report.faster"),
      "much-faster": text("report.muchFaster"),
      slower: text("report.slower"),
      "much-slower": text("report.muchSlower"),
      new: text("verdict.new"),
      vanished: text("verdict.vanished"),
      load: text("verdict.load"),
      noise: text("verdict.noise"),
    },
    /** Note for a flame graph that leaves out the deepest frames. */
    deeper: text("report.deeper"),
    flameGraph: text("cost.flameGraph"),
    noWebgl: text("report.noWebgl"),
    search: text("report.search"),
    resetZoom: text("report.resetZoom"),
    /** With `{share}` in place of the share. */
    matched: text("report.matched", { share: "{share}" }),
  };
}
