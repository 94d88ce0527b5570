import * as v from "valibot";
import { milliseconds, shareIn, shareSchema, shareText, plain, quoted } from "../answer/figures.ts";
import { headOf, headSchema } from "../answer/head.ts";
import { placeSchema, shownLines } from "../answer/lines.ts";
import { cursor, page, pageFacts, type Row } from "../answer/page.ts";
import type { Session } from "../session.ts";
import { reads, run, type ToolDefinition } from "./tool.ts";

const input = v.strictObject({ run, cursor });

const row = v.object({
  name: v.string(),
  kind: v.string(),
  family: v.string(),
  share: shareSchema,
  ms: v.number(),
  /** Partly by its file or package alone. */
  inferred: v.optional(v.boolean()),
  mostlyIn: v.optional(v.string()),
  /** Of an import the line that loads it, else the hottest one. */
  ...v.partial(v.object(placeSchema)).entries,
});

export const groupsTool: ToolDefinition<typeof input, Session> = {
  name: "heatline_groups",
  title: "Costs by plugin, rule and test file",
  description:
    "Of a run of a build, a lint or tests: what each plugin and loader (Vite, Rollup, webpack, Rspack, esbuild), rule of ESLint, test file, setup file and import of a test (Vitest, Jest, Mocha, node:test) and module loader cost, dearest first. Those of one family share out the busy time.",
  input,
  output: v.object({ ...headSchema, outside: v.array(v.string()), rows: v.array(row), ...pageFacts }),
  hints: reads,
  run: async ({ run: wanted, cursor: from }, call, session) => {
    const opened = await session.open(wanted, call);
    const head = headOf(opened);
    const { groups, outside } = await opened.ask("groups", {});
    const placed = groups.flatMap(({ importedAt, hottest }) => importedAt ?? hottest ?? []);
    const lines = await shownLines(opened, placed);
    const rows = groups.map(({ kind, family, name, path, ticks, time, inferredTicks, parts, importedAt, hottest }): Row => {
      const place = importedAt ?? hottest;
      const line = place === undefined ? undefined : lines[placed.indexOf(place)];
      const share = shareIn(opened.view, ticks);
      const shown = plain(name === "" ? opened.roots.label(path) : name, 80);
      const mostly = parts[0]?.name ?? "";
      const ms = milliseconds(time / 1000);
      const where = line === undefined ? "" : `; ${importedAt === undefined ? "hottest" : "imported at"} ${line.text}`;
      return {
        text: `${shareText(share)}, ${inferredTicks > 0 ? "≈ " : ""}${ms} ms: ${kind} ${quoted(shown, 80)}${mostly === "" ? "" : ` in ${quoted(mostly, 40)}`}${where}`,
        data: {
          name: shown,
          kind,
          family,
          share,
          ms,
          ...(inferredTicks > 0 ? { inferred: true } : {}),
          ...(mostly === "" ? {} : { mostlyIn: plain(mostly, 40) }),
          ...line?.data,
        },
      };
    });
    const [first] = rows;
    return page(rows, from, {
      question: ["groups", opened.handle],
      head: [
        head.line,
        ...(outside.length === 0 ? [] : [`Also ran outside JavaScript, and so in no figure: ${outside.join(", ")}.`]),
        "Plugins, loaders, rules, test files and imports, dearest first:",
      ],
      facts: { ...head.facts, outside: [...outside] },
      empty: "No plugin, loader, rule or test file of a known tool is in this run.",
      next:
        first?.data["at"] === undefined
          ? "heatline_hot_lines says where the time went."
          : `heatline_line at ${JSON.stringify(first.data["at"])} says what is costly there.`,
    });
  },
};
