import * as v from "valibot";
import { heatTicks } from "../../analysis/costs/heat.ts";
import { shareIn, shareSchema, shareText, quoted, plain } from "../answer/figures.ts";
import { headOf, headSchema } from "../answer/head.ts";
import { placeSchema, shownLines } from "../answer/lines.ts";
import { cursor, page, pageFacts, type Row, functionHandle } from "../answer/page.ts";
import type { OpenedRun } from "../runs/opened-runs.ts";
import type { Session } from "../session.ts";
import { by, heatBy, reads, run, type ToolDefinition } from "./tool.ts";
import { adviceHints } from "./advice.ts";

const input = v.strictObject({ run, by, cursor });
type Input = v.InferOutput<typeof input>;

export const hotLineRow = v.object({
  ...placeSchema,
  share: shareSchema,
  selfPercent: v.number(),
  totalPercent: v.number(),
  function: v.optional(v.object({ name: v.string(), handle: v.string() })),
  advice: v.optional(v.string()),
});

const mostLines = 100;

export const hotLinesTool: ToolDefinition<typeof input, Session> = {
  name: "heatline_hot_lines",
  title: "Hot lines",
  description:
    "The lines of the project's own code that took most CPU time in a run, hottest first, each with its share of the busy time and how sure that is. The place to begin after heatline_profile.",
  input,
  output: v.object({ ...headSchema, by: v.string(), rows: v.array(hotLineRow), ...pageFacts }),
  hints: reads,
  run: async ({ run: wanted, by: ranked, cursor: from }, call, session) => {
    const opened = await session.open(wanted, call);
    const head = headOf(opened);
    const rows = await hotLineRows(opened, ranked);
    const [first] = rows;
    return page(rows, from, {
      question: ["hotLines", opened.handle, ranked],
      head: [head.line, `Hot lines, ${ranked} time in % of the busy time (± is a 95 % interval):`],
      facts: { ...head.facts, by: ranked },
      empty: "No line of own code was busy.",
      next:
        first === undefined
          ? "heatline_advice says what the run shows instead."
          : `heatline_line at ${JSON.stringify(first.data["at"])} says what is costly there.`,
    });
  },
};

export async function hotLineRows(opened: OpenedRun, ranked: Input["by"]): Promise<readonly Row[]> {
  const lines = await opened.ask("hotLines", { heatBy: heatBy[ranked], threshold: 0.001, limit: mostLines });
  const [shown, hints] = [await shownLines(opened, lines), adviceHints(opened)];
  const views = await Promise.all(lines.map(({ path, line }) => opened.ask("line", { path, line })));
  return lines.map((line, index): Row => {
    const place = shown[index] as (typeof shown)[number];
    const key = views[index]?.around?.key;
    const share = shareIn(opened.view, heatTicks(line, heatBy[ranked], true));
    const [self, total] = [shareIn(opened.view, line.selfTicks).percent, shareIn(opened.view, line.totalTicks).percent];
    const advice = hints.get(`${line.path}:${line.line}`);
    const around = key === undefined ? "" : ` in ${quoted(key.name, 60)}`;
    return {
      text: `${shareText(share)} (self ${self.toFixed(1)}, total ${total.toFixed(1)}) ${place.text}${around}${advice === undefined ? "" : `: ${advice}`}`,
      data: {
        ...place.data,
        share,
        selfPercent: self,
        totalPercent: total,
        ...(key === undefined ? {} : { function: { name: plain(key.name, 60), handle: functionHandle(opened.view.run.id, key) } }),
        ...(advice === undefined ? {} : { advice }),
      },
    };
  });
}
