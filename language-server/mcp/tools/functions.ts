import * as v from "valibot";
import { picked } from "../../analysis/collections.ts";
import type { Allocation } from "../../answers/allocations/run-allocations.ts";
import { reportWordsIn } from "../../lsp/words/group-text.ts";
import { allocationText } from "../../reports/allocations/allocations-report.ts";
import type { HotRowView } from "../../answers/hot-answers.ts";
import type { HotFunctionsQuery } from "../../analysis/costs/hot-query.ts";
import { shareIn, shareSchema, shareText, plain, quoted } from "../answer/figures.ts";
import { functionHandle, cursor, page, pageFacts, type Row } from "../answer/page.ts";
import { headOf, headSchema } from "../answer/head.ts";
import { placeSchema, type ShownLine, shownLines } from "../answer/lines.ts";
import type { OpenedRun } from "../runs/opened-runs.ts";
import type { Session } from "../session.ts";
import { by, functionName, heatBy, reads, run, Refusal, type ToolDefinition } from "./tool.ts";

const row = v.object({
  name: v.string(),
  handle: v.optional(v.string()),
  /** Of its costliest line. */
  ...v.partial(v.object(placeSchema)).entries,
  kind: v.string(),
  share: shareSchema,
  /** Where a pass has measured what functions allocate: bytes of a request, with libraries below, and their share of all. */
  allocates: v.optional(v.object({ bytes: v.number(), perRequest: v.boolean(), percent: v.number() })),
  selfPercent: v.optional(v.number()),
  totalPercent: v.optional(v.number()),
});

/** All functions of a run are looked through for a name. */
const mostFunctions = 100_000;
const mostRows = 100;

const functionInput = v.strictObject({ function: v.optional(functionName), by, run, cursor });

export const functionTool: ToolDefinition<typeof functionInput, Session> = {
  name: "heatline_function",
  title: "One function, or the hot functions",
  description:
    "What one function cost in a run, itself and with all that it calls, also of libraries and Node.js; without a function the costliest ones.",
  input: functionInput,
  output: v.object({ ...headSchema, by: v.string(), rows: v.array(row), ...pageFacts }),
  hints: reads,
  run: async ({ function: wanted, by: ranked, run: of, cursor: from }, call, session) => {
    const opened = await session.open(of, call);
    const head = headOf(opened);
    const all = await functionsOf(opened, heatBy[ranked]);
    const found = wanted === undefined ? all.slice(0, mostRows) : [findIn(all, wanted, opened)];
    const rows = await rowsOf(found, opened);
    const { start } = found[0] ?? {};
    const handle = start === undefined ? undefined : functionHandle(opened.view.run.id, start);
    return page(rows, from, {
      question: ["function", opened.handle, wanted, ranked],
      head: [head.line, `${wanted === undefined ? "Hot functions" : "The function"}, ${ranked} time in % of the busy time:`],
      facts: { ...head.facts, by: ranked },
      empty: "No function was busy.",
      next: handle === undefined ? "heatline_hot_lines." : `heatline_callers of ${handle} says what leads there, and what it calls.`,
    });
  },
};

const callersInput = v.strictObject({
  function: functionName,
  direction: v.optional(
    v.pipe(v.picklist(["callers", "callees"]), v.description("callers (default): what leads to it; callees: where its time goes.")),
    "callers",
  ),
  along: v.optional(
    v.pipe(
      v.array(functionName),
      v.maxLength(50),
      v.description("Functions of earlier answers, from the function outwards: the path whose next step is asked for."),
    ),
    [],
  ),
  run,
  cursor,
});

export const callersTool: ToolDefinition<typeof callersInput, Session> = {
  name: "heatline_callers",
  title: "Callers and callees",
  description: "Path by path, which functions call one function, or which ones it calls, with the time that goes that way.",
  input: callersInput,
  output: v.object({ ...headSchema, direction: v.string(), of: v.string(), rows: v.array(row), ...pageFacts }),
  hints: reads,
  run: async ({ function: wanted, direction, along, run: of, cursor: from }, call, session) => {
    const opened = await session.open(of, call);
    const head = headOf(opened);
    const all = await functionsOf(opened, "total");
    const path = [wanted, ...along].map((each) => findIn(all, each, opened));
    const parent = { direction, path: path.map(({ key }) => key) };
    const found = await opened.ask("hotChildren", { query: queryBy("total"), parent, limit: mostRows });
    const rows = await rowsOf(found.rows, opened);
    const names = path.map(({ name }) => quoted(name, 60)).join(direction === "callers" ? " ← " : " → ");
    return page(rows, from, {
      question: ["callers", opened.handle, wanted, direction, along],
      head: [head.line, `${direction === "callers" ? "Callers" : "Callees"} of ${names}, time of that path in % of the busy time:`],
      facts: { ...head.facts, direction, of: plain(path[0]?.name ?? "") },
      empty: direction === "callers" ? "Nothing calls it: the event loop does." : "It calls nothing that took time.",
      next: rows[0]?.data["at"] === undefined ? "heatline_hot_lines." : `heatline_line at ${JSON.stringify(rows[0].data["at"])}.`,
    });
  },
};

function queryBy(rankBy: HotFunctionsQuery["rankBy"]): HotFunctionsQuery {
  return { rankBy, groupBy: "function" };
}

async function functionsOf(opened: OpenedRun, rankBy: HotFunctionsQuery["rankBy"]): Promise<readonly HotRowView[]> {
  return (await opened.ask("hotFunctions", { query: queryBy(rankBy), limit: mostFunctions })).rows;
}

/** By handle, name, or name@file:line; of several the costliest. Throws a Refusal if there is none. */
function findIn(all: readonly HotRowView[], wanted: string, opened: OpenedRun): HotRowView {
  const runId = opened.view.run.id;
  const [, name = wanted, file, line] = /^(.*)@(.+):(\d+)$/.exec(wanted) ?? [];
  const isMeant = ({ start, name: own }: HotRowView): boolean =>
    (start !== undefined && functionHandle(runId, start) === wanted) ||
    (own === name &&
      (file === undefined || (start !== undefined && start.line === Number(line) && start.path.replaceAll("\\", "/").endsWith(file))));
  const found = all.find(isMeant);
  if (found !== undefined) return found;
  throw new Refusal(`No function “${plain(wanted)}” had a sample in ${opened.handle}. heatline_function without one lists the costliest.`);
}

/** Each with its costliest line: where that is now, and its text as it ran. */
async function rowsOf(found: readonly HotRowView[], opened: OpenedRun): Promise<readonly Row[]> {
  const places = found.flatMap(({ place }) => place ?? []);
  const lines = await shownLines(opened, places);
  const starts = found.flatMap(({ start }) => start ?? []);
  const allocated = await opened.ask("functionAllocations", { starts: starts.map((start) => picked(start, "path", "line", "column")) });
  return found.map((each) => {
    const line = each.place === undefined ? undefined : lines[places.indexOf(each.place)];
    return rowOf(each, line, each.start === undefined ? null : (allocated[starts.indexOf(each.start)] ?? null), opened);
  });
}

function rowOf(
  { name, category, ticks, costs, start }: HotRowView,
  line: ShownLine | undefined,
  allocated: Allocation | null,
  opened: OpenedRun,
): Row {
  const share = shareIn(opened.view, ticks);
  const handle = start === undefined ? undefined : functionHandle(opened.view.run.id, start);
  const percents =
    costs === undefined
      ? undefined
      : { selfPercent: shareIn(opened.view, costs.selfTicks).percent, totalPercent: shareIn(opened.view, costs.totalTicks).percent };
  const more = percents === undefined ? "" : ` (self ${percents.selfPercent.toFixed(1)}, total ${percents.totalPercent.toFixed(1)})`;
  const allocates = allocated === null ? "" : `, ${allocationText(allocated, reportWordsIn("en"))}`;
  const place = line === undefined ? ` (${category})` : ` at ${line.text}`;
  return {
    text: `${shareText(share)}${more} ${quoted(name, 60)}${place}${allocates}${handle === undefined ? "" : ` ${handle}`}`,
    data: {
      name: plain(name),
      ...(handle === undefined ? {} : { handle }),
      ...line?.data,
      kind: category,
      share,
      ...percents,
      ...(allocated === null ? {} : { allocates: allocationFigures(allocated) }),
    },
  };
}

function allocationFigures({ bytes, isPerRequest: perRequest, share }: Allocation): {
  bytes: number;
  perRequest: boolean;
  percent: number;
} {
  return { bytes: Math.round(bytes), perRequest, percent: Math.round(1000 * share) / 10 };
}
