import * as v from "valibot";
import { caveatText } from "../../analysis/compare/comparability.ts";
import type { Headline, HeadlineFigure } from "../../analysis/compare/chance/headline.ts";
import type { NeededLoad } from "../../analysis/compare/chance/needed-load.ts";
import { isChange } from "../../analysis/compare/chance/verdict.ts";
import { newestBefore } from "../../analysis/compare/before/standing.ts";
import { unlikeNearest } from "../../analysis/compare/before/judged-pair.ts";
import { unlikenessText } from "../../analysis/compare/before/unlikeness.ts";
import { wholeRuns } from "../../analysis/selection/compared-part.ts";
import type { CompareView } from "../../answers/compare/compare-answers.ts";
import { localised } from "../../texts/localised.ts";
import { milliseconds, plain, quoted } from "../answer/figures.ts";
import { runHandle, cursor, page, pageFacts, type Row } from "../answer/page.ts";
import type { OpenedRun } from "../runs/opened-runs.ts";
import type { Session } from "../session.ts";
import { reads, runName, Refusal, type ToolDefinition } from "./tool.ts";

const input = v.strictObject({
  after: v.optional(v.pipe(runName, v.description("The run after the change; default: the newest."))),
  before: v.optional(
    v.pipe(runName, v.description("The run before it; default: the newest earlier one that did the same under the same load.")),
  ),
  change: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0.5),
      v.maxValue(1000),
      v.description("A change in %, of which you ask how long a load must be, or how many runs it takes, to see it. Default 5."),
    ),
    5,
  ),
  cursor,
});

const verdicts = {
  better: "faster",
  worse: "slower",
  noChange: "no significant change",
  mixed: "mixed: some figures better, others worse",
} as const;

const figure = v.object({
  name: v.string(),
  before: v.number(),
  after: v.number(),
  ratio: v.number(),
  low: v.optional(v.number()),
  high: v.optional(v.number()),
  verdict: v.optional(v.string()),
});
const row = v.object({
  kind: v.picklist(["line", "function"]),
  at: v.string(),
  code: v.string(),
  beforeMs: v.number(),
  afterMs: v.number(),
  verdict: v.string(),
});

/** In words; all are in the data. */
const shown: ReadonlySet<string> = new Set(["requestsPerSecond", "p99", "busy"]);

const mostRows = 50;
const mostWarnings = 3;
const longestWarning = 160;

export const compareTool: ToolDefinition<typeof input, Session> = {
  name: "heatline_compare",
  title: "Compare two runs",
  description:
    "Whether a change made the app faster: a verdict that chance and differences between starts do not explain, with intervals, and the lines whose cost changed. Do not call a change a win unless the verdict says faster.",
  input,
  output: v.object({
    before: v.string(),
    after: v.string(),
    verdict: v.string(),
    figures: v.array(figure),
    per: v.string(),
    toSee: v.optional(v.string()),
    warnings: v.array(v.string()),
    rows: v.array(row),
    ...pageFacts,
  }),
  hints: reads,
  run: async ({ after: afterName, before: beforeName, change, cursor: from }, call, session) => {
    const roots = await session.roots.of(call);
    const all = await session.stored.list(roots);
    const after = await session.stored.find(afterName, roots);
    const facts = all.map((each) => each.run);
    const found = beforeName === undefined ? newestBefore(after.run, facts) : (await session.stored.find(beforeName, roots)).run;
    const before = all.find((each) => each.run.id === found?.id);
    if (before === undefined) {
      const unlike = unlikeNearest(after.run, facts, (share) => `${(share * 100).toFixed(0)} %`);
      const why = unlike === undefined ? "there is no earlier run" : localised(unlikenessText(unlike), "en");
      throw new Refusal(
        `${runHandle(after.run.id)} is compared with no run by itself: ${why}. Profile the same again, or name a run by before.`,
      );
    }
    if (before.run.id === after.run.id) throw new Refusal("A run is not compared with itself. Name another one by before.");
    const [base, next] = [await session.opened(before, roots, call), await session.opened(after, roots, call)];
    const digest = await base.ask("digest", wholeRuns);
    const view = await next.ask("compare", {
      base: digest,
      asked: "request",
      by: "withLibraries",
      locale: "en",
      limit: mostRows,
      folders: [...session.stored.foldersOf(roots), base.folder, next.folder],
      more: { base: [], next: [] },
      change: change / 100,
    });
    return answerOf(view, { base, next, change, cursor: from });
  },
};

function answerOf(
  view: CompareView,
  {
    base,
    next,
    change,
    cursor: from,
  }: { readonly base: OpenedRun; readonly next: OpenedRun; readonly change: number; readonly cursor: string | undefined },
) {
  const { headline, units, needed } = view;
  const word = wordOf(view);
  const verdict = word === undefined ? "cannot be judged: one of the loads has no figures over its time" : verdicts[word];
  const figures = headline.figures.map((each) => figureOf(each));
  const warnings = view.caveats.slice(0, mostWarnings).map((each) => plain(localised(caveatText(each), "en"), longestWarning));
  const toSee = needed === undefined ? undefined : neededText(needed, change);
  const unit = `ms per ${units.per}`;
  const rows = rowsOf(view, next);
  // What changed all code alike is more likely the machine.
  const isDoubtful =
    rows.length === 0 && view.caveats.some(({ kind }) => kind === "machine" || kind === "machineOrRate") && word !== "noChange";
  return page(rows, from, {
    question: ["compare", base.handle, next.handle, change],
    head: [
      `${base.handle} → ${next.handle}: ${verdict}.${isDoubtful ? " But no line or function changed, and all code costs another amount: the machine was probably busy. Do not rely on it." : ""}`,
      ...headline.figures.flatMap((each, index) =>
        shown.has(each.name) ? [figureText(each, figures[index] as v.InferOutput<typeof figure>)] : [],
      ),
      ...(toSee === undefined ? [] : [toSee]),
      ...warnings.map((text) => `Warning: ${text}`),
      `Changed code (busy time, ${unit}):`,
    ],
    facts: {
      before: base.handle,
      after: next.handle,
      verdict,
      figures,
      per: units.per,
      ...(toSee === undefined ? {} : { toSee }),
      warnings,
    },
    empty: "No line or function changed significantly.",
    next: isDoubtful ? "heatline_profile the same again on a quieter machine, then compare." : nextOf(word),
  });
}

/** Scripts, tests and starts have no load: what all their code costs is what there is to judge. */
function wordOf({ headline, units, busy: { verdict } }: CompareView): Headline["word"] {
  if (headline.word !== undefined || units.per === "request" || units.per === "second") return headline.word;
  if (!isChange(verdict)) return "noChange";
  return verdict === "slower" || verdict === "new" ? "worse" : "better";
}

function nextOf(word: Headline["word"]): string {
  if (word === "better") return "Keep the change. heatline_hot_lines says what is costly now.";
  if (word === "worse") return "Undo the change, or heatline_hot_lines of the later run.";
  return "Do not take it for a win: heatline_profile the same again, then compare.";
}

function figureOf({ name, before, after, ratio, interval, word }: HeadlineFigure): v.InferOutput<typeof figure> {
  const rounded = (value: number): number => Number(value.toPrecision(3));
  return {
    name,
    before: rounded(before),
    after: rounded(after),
    ratio: rounded(ratio),
    ...(interval === undefined ? {} : { low: rounded(interval.low), high: rounded(interval.high) }),
    ...(word === undefined ? {} : { verdict: verdicts[word] }),
  };
}

const names: Readonly<Record<HeadlineFigure["name"], readonly [name: string, unit: string]>> = {
  requestsPerSecond: ["requests per second", ""],
  p50: ["p50", " ms"],
  p99: ["p99", " ms"],
  busy: ["busy time", " ms"],
  cpu: ["CPU time", " ms"],
};

function figureText({ name }: HeadlineFigure, { before, after, ratio, low, high, verdict }: v.InferOutput<typeof figure>): string {
  const [called, unit] = names[name];
  const interval = low === undefined || high === undefined ? "" : ` (${low} to ${high})`;
  return `- ${called}: ${before} → ${after}${unit}, × ${ratio}${interval}${verdict === undefined ? "" : `: ${verdict}`}`;
}

function neededText(needed: NeededLoad, change: number): string {
  const what = `A change of ${change} %`;
  switch (needed.kind) {
    case "enough":
      return `${what} would have been seen by these runs.`;
    case "longer":
      return `${what} would be seen with a load of ${needed.seconds} s on both sides.`;
    case "starts":
      return `${what} is hidden by what starts differ by, however long the load: it takes ${needed.starts} runs of each side.`;
    case "unknownStarts":
      return `Whether ${what.toLowerCase()} can be seen is not known, as it was not measured what starts of the same code differ by (15 % is assumed): first profile the same code ${needed.starts} times.`;
  }
}

function rowsOf({ lines, functions }: CompareView, { roots }: OpenedRun): readonly Row[] {
  const changed = [
    ...lines
      .filter(({ verdict }) => isChange(verdict))
      .map((each) => ({ ...each, kind: "line" as const, code: each.nextText === "" ? each.baseText : each.nextText })),
    ...functions
      .filter(({ verdict, category }) => isChange(verdict) && category === "own")
      .map((each) => ({ ...each, kind: "function" as const, code: each.name })),
  ];
  return changed.map(({ kind, code, base, next, verdict, nextAt, baseAt }): Row => {
    const place = nextAt ?? baseAt;
    const at = place === undefined ? "" : `${plain(roots.label(place.path), 200)}:${place.line}`;
    const [beforeMs, afterMs] = [milliseconds(base), milliseconds(next)];
    return {
      text: `${verdict}: ${kind} ${at} ${quoted(code, 80)}: ${beforeMs} → ${afterMs}`,
      data: { kind, at, code: plain(code, 80), beforeMs, afterMs, verdict },
    };
  });
}
