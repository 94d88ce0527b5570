import * as v from "valibot";
import { shareIn, shareSchema, shareText, plain, quoted } from "../answer/figures.ts";
import { functionHandle, page, pageFacts, type Row } from "../answer/page.ts";
import { headOf, headSchema } from "../answer/head.ts";
import { placeSchema, shownLines } from "../answer/lines.ts";
import { noRoute } from "../../analysis/selection/no-route.ts";
import { lineCountText } from "../../reports/counts-words.ts";
import { hasCounts } from "../../history/run-passes.ts";
import { textIn } from "../../texts/localised.ts";
import type { PlaceView } from "../../answers/run-answers.ts";
import type { OpenedRun } from "../runs/opened-runs.ts";
import type { Session } from "../session.ts";
import { reads, run, Refusal, type ToolDefinition } from "./tool.ts";
import { adviceHints } from "./advice.ts";

const input = v.strictObject({
  at: v.pipe(v.string(), v.regex(/^.{1,400}:\d{1,7}$/), v.description("File and line as they are now, such as src/routes/orders.js:12.")),
  run,
});

const row = v.object({
  kind: v.picklist(["calls", "calledBy", "expression", "native"]),
  name: v.string(),
  at: v.optional(v.string()),
  share: shareSchema,
});

const mostParts = 8;

export const lineTool: ToolDefinition<typeof input, Session> = {
  name: "heatline_line",
  title: "One line",
  description:
    "What one line of code cost in a run, and why: what it calls, which of its expressions and native functions take the time, who calls its function.",
  input,
  output: v.object({
    ...headSchema,
    ...placeSchema,
    share: shareSchema,
    self: shareSchema,
    total: shareSchema,
    function: v.optional(v.object({ name: v.string(), handle: v.string() })),
    advice: v.optional(v.string()),
    /** In a counts pass: what begins first on it, and the most of what begins on it. */
    counted: v.optional(v.object({ count: v.number(), most: v.number(), perRequest: v.boolean() })),
    /** Of the line's total; "" is no route. */
    routes: v.optional(v.array(v.object({ name: v.string(), percent: v.number() }))),
    rows: v.array(row),
    ...pageFacts,
  }),
  hints: reads,
  run: async ({ at, run: wanted }, call, session) => {
    const opened = await session.open(wanted, call);
    const place = await placeOf(opened, at);
    const view = await opened.ask("line", place);
    if (view === null) throw new Refusal(`Line ${at} cost nothing in ${opened.handle}. heatline_hot_lines lists those that did.`);
    const [head, [line]] = [headOf(opened), await shownLines(opened, [place])];
    const [share, self, total] = [view.withLibrariesTicks, view.selfTicks, view.totalTicks].map((ticks) => shareIn(opened.view, ticks));
    const counted = hasCounts(opened.view.run) ? await opened.ask("lineCount", place) : null;
    const advice = adviceHints(opened).get(`${place.path}:${place.line}`);
    const key = view.around?.key;
    const around = key === undefined ? undefined : { name: plain(key.name), handle: functionHandle(opened.view.run.id, key) };
    const routes = (view.routes ?? [])
      .slice(0, mostParts)
      .map(({ name, share: ofLine }) => ({ name: plain(name, 200), percent: Math.round(ofLine * 1000) / 10 }));
    const rows = [
      ...view.expressions
        .slice(0, mostParts)
        .map(({ text, ticks }) => part("expression", { name: text, ticks, path: undefined, line: 0 }, opened)),
      ...view.callees.slice(0, mostParts).map((each) => part("calls", each, opened)),
      ...view.natives.slice(0, mostParts).map(({ name, ticks }) => part("native", { name, ticks, path: undefined, line: 0 }, opened)),
      ...(view.around?.callers ?? []).slice(0, mostParts).map((each) => part("calledBy", each, opened)),
    ];
    return page(rows, undefined, {
      question: ["line", opened.handle, at],
      head: [
        head.line,
        `${line?.text ?? at}: attributed ${shareText(share as v.InferOutput<typeof shareSchema>)}, self ${shareText(self as v.InferOutput<typeof shareSchema>)}, total ${shareText(total as v.InferOutput<typeof shareSchema>)}${around === undefined ? "" : `, in ${quoted(around.name)} (${around.handle})`}.${advice === undefined ? "" : ` Advice: ${advice}.`}`,
        ...(counted === null ? [] : [`It ran: ${lineCountText(counted, { textOf: textIn("en"), locale: "en" })} (counts pass).`]),
        ...(routes.length === 0 ? [] : [`Of its total, by route: ${routes.map(routeText).join(", ")}.`]),
      ],
      facts: {
        ...head.facts,
        ...line?.data,
        share,
        self,
        total,
        ...(around === undefined ? {} : { function: around }),
        ...(advice === undefined ? {} : { advice }),
        ...(counted === null ? {} : { counted: { count: counted.count, most: counted.most, perRequest: counted.isPerRequest } }),
        ...(routes.length === 0 ? {} : { routes }),
      },
      empty: "It calls nothing that took time.",
      next:
        advice !== undefined
          ? "heatline_advice has the remedy."
          : around === undefined
            ? "heatline_hot_lines."
            : `heatline_callers of ${around.handle} says what leads here.`,
    });
  },
};

function routeText({ name, percent }: { readonly name: string; readonly percent: number }): string {
  return `${name === noRoute ? "no route" : quoted(name)} ${percent.toFixed(1)} %`;
}

/** Throws a Refusal for a file outside of the roots, and for a line that was written since. */
async function placeOf(opened: OpenedRun, at: string): Promise<{ readonly path: string; readonly line: number }> {
  const colon = at.lastIndexOf(":");
  const [label, now] = [at.slice(0, colon), Number(at.slice(colon + 1))];
  const known = opened.view.paths.find((each) => opened.roots.label(each) === label);
  const path = known ?? (await opened.roots.resolve(label));
  if (known === undefined && (await opened.code.isGone(path)))
    throw new Refusal(`There is no file ${quoted(label)}. heatline_hot_lines lists places as they are named here.`);
  const line = await opened.code.ran(path, now);
  if (line === undefined) throw new Refusal(`Line ${at} was written after ${opened.handle}. Profile again to measure it.`);
  return { path, line };
}

function part(
  kind: v.InferOutput<typeof row>["kind"],
  { name, path, line, ticks }: Pick<PlaceView, "name" | "path" | "line" | "ticks">,
  opened: OpenedRun,
): Row {
  const share = shareIn(opened.view, ticks);
  const at = path === undefined ? undefined : `${plain(opened.roots.label(path), 200)}:${line}`;
  const words = { calls: "calls", calledBy: "called by", expression: "expression", native: "native" }[kind];
  return {
    text: `${words} ${quoted(name)}${at === undefined ? "" : ` at ${at}`}: ${shareText(share)}`,
    data: { kind, name: plain(name, 100), ...(at === undefined ? {} : { at }), share },
  };
}
