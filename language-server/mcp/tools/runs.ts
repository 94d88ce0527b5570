import * as v from "valibot";
import { isWorthless, standingOf, standingText, newestBefore } from "../../analysis/compare/before/standing.ts";
import { localised } from "../../texts/localised.ts";
import { runHandle, cursor, page, pageFacts } from "../answer/page.ts";
import { milliseconds, plain } from "../answer/figures.ts";
import type { Session } from "../session.ts";
import { reads, type ToolDefinition } from "./tool.ts";

const input = v.strictObject({ cursor });
const row = v.object({
  run: v.string(),
  name: v.string(),
  at: v.string(),
  load: v.optional(v.string()),
  requestsPerSecond: v.optional(v.number()),
  p99Ms: v.optional(v.number()),
  /** Why it is not to be relied on. */
  mark: v.optional(v.string()),
  comparesWith: v.optional(v.string()),
});

export const runsTool: ToolDefinition<typeof input, Session> = {
  name: "heatline_runs",
  title: "Runs",
  description:
    "The stored measurements of this project, newest first: what ran, under which load, how fast, whether it can be relied on, and which earlier run it is compared with.",
  input,
  output: v.object({ rows: v.array(row), ...pageFacts }),
  hints: reads,
  run: async ({ cursor: from }, call, session) => {
    const stored = await session.stored.list(await session.roots.of(call));
    const facts = stored.map(({ run }) => run);
    const rows = facts.map((each) => {
      const standing = standingOf(each, facts);
      const text = standingText(standing, (share) => `${(share * 100).toFixed(0)} %`);
      const before = isWorthless(standing) ? undefined : newestBefore(each, facts);
      const { requestsPerSecond: rate, latency, label } = each.load ?? { label: undefined };
      const data = {
        run: runHandle(each.id),
        name: plain(each.name),
        at: `${each.startedAt.slice(0, 16).replace("T", " ")} UTC`,
        ...(label === undefined ? {} : { load: plain(label, 60) }),
        ...(rate === undefined ? {} : { requestsPerSecond: Math.round(rate) }),
        ...(latency?.p99Ms === undefined ? {} : { p99Ms: milliseconds(latency.p99Ms) }),
        ...(text === undefined ? {} : { mark: localised(text, "en") }),
        ...(before === undefined ? {} : { comparesWith: runHandle(before.id) }),
      };
      const words = [
        `${data.run} ${data.at} ${data.name}`,
        data.load ?? "",
        data.requestsPerSecond === undefined ? "" : `${data.requestsPerSecond.toLocaleString("en")} req/s`,
        data.p99Ms === undefined ? "" : `p99 ${data.p99Ms} ms`,
        data.mark ?? "",
        data.comparesWith === undefined ? "" : `compares with ${data.comparesWith}`,
      ];
      return { text: words.filter((word) => word !== "").join(", "), data };
    });
    return page(rows, from, {
      question: ["runs", rows.length],
      head: ["Runs, newest first:"],
      facts: {},
      empty: "None yet.",
      next: rows.length === 0 ? "heatline_profile measures one." : "heatline_hot_lines of a run.",
    });
  },
};
