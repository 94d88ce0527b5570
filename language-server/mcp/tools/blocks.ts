import * as v from "valibot";
import type { BlockKind } from "../../analysis/timeline/strip.ts";
import { localised } from "../../texts/localised.ts";
import { milliseconds, seconds, plain, quoted } from "../answer/figures.ts";
import { headOf, headSchema } from "../answer/head.ts";
import { placeSchema, shownLines } from "../answer/lines.ts";
import { cursor, page, pageFacts, type Row } from "../answer/page.ts";
import type { Session } from "../session.ts";
import { reads, run, type ToolDefinition } from "./tool.ts";

const input = v.strictObject({ run, cursor });

const row = v.object({
  kind: v.picklist(["block", "busyTurn", "gc", "noCpu"]),
  thread: v.string(),
  fromSeconds: v.number(),
  ms: v.number(),
  withoutCpuMs: v.optional(v.number()),
  function: v.optional(v.string()),
  ...v.partial(v.object(placeSchema)).entries,
});

const kinds: Readonly<Record<BlockKind, string>> = {
  block: "one call",
  busyTurn: "busy turn of many calls",
  gc: "garbage collection",
  noCpu: "no CPU: the process waited for a processor",
};

const mostBlocks = 100;

export const blocksTool: ToolDefinition<typeof input, Session> = {
  name: "heatline_blocks",
  title: "What blocked the event loop",
  description:
    "What kept the event loop from turning for over 50 ms in a run, longest first: when, for how long, and on which line. Every request waits meanwhile.",
  input,
  output: v.object({ ...headSchema, rows: v.array(row), ...pageFacts }),
  hints: reads,
  run: async ({ run: wanted, cursor: from }, call, session) => {
    const opened = await session.open(wanted, call);
    const head = headOf(opened);
    const { blocks, missing } = await opened.ask("blocks", { limit: mostBlocks });
    const placed = blocks.flatMap(({ hottest }) => hottest ?? []);
    const lines = await shownLines(opened, placed);
    const { threads } = opened.view.run;
    const rows = blocks.map(({ kind, thread, from: begin, to, withoutCpu = 0, hottest }): Row => {
      const line = hottest === undefined ? undefined : lines[placed.indexOf(hottest)];
      const [ms, name] = [milliseconds((to - begin) / 1000), plain(threads.find(({ id }) => id === thread)?.name ?? "")];
      const lost = withoutCpu === 0 ? undefined : milliseconds(withoutCpu / 1000);
      const where = threads.length > 1 ? ` in ${quoted(name)}` : "";
      const place =
        line === undefined ? "" : ` ${kind === "gc" ? "began while this ran: " : ""}${line.text} in ${quoted(hottest?.name ?? "")}`;
      return {
        text: `${ms} ms at ${seconds(begin)} s${where}, ${kinds[kind]}${lost === undefined || kind === "noCpu" ? "" : `, ${lost} ms of it without CPU`}${place}`,
        data: {
          kind,
          thread: name,
          fromSeconds: seconds(begin),
          ms,
          ...(lost === undefined ? {} : { withoutCpuMs: lost }),
          ...(hottest === undefined ? {} : { function: plain(hottest.name) }),
          ...line?.data,
        },
      };
    });
    const [first] = rows;
    return page(rows, from, {
      question: ["blocks", opened.handle],
      head: [head.line, "What blocked the event loop for over 50 ms, longest first:"],
      facts: head.facts,
      empty: missing === undefined ? "Nothing did." : plain(localised(missing, "en"), 300),
      next:
        first?.data["at"] === undefined
          ? "heatline_hot_lines says where the time went."
          : `heatline_line at ${JSON.stringify(first.data["at"])} says what is costly there.`,
    });
  },
};
