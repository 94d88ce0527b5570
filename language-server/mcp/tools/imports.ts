import * as v from "valibot";
import type { Ticks } from "../../analysis/units.ts";
import type { ImportView } from "../../answers/imports/run-imports.ts";
import { gainSchema, gainsOf } from "../answer/gains.ts";
import { milliseconds, shareIn, shareSchema, shareText, plain, quoted } from "../answer/figures.ts";
import { headOf, headSchema } from "../answer/head.ts";
import { placeSchema, type ShownLine, shownLines } from "../answer/lines.ts";
import { cursor, page, pageFacts, type Row } from "../answer/page.ts";
import type { OpenedRun } from "../runs/opened-runs.ts";
import type { Session } from "../session.ts";
import { reads, run, type ToolDefinition } from "./tool.ts";

const input = v.strictObject({
  module: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(200),
      v.description("A package, the end of a file's path, or what an import says: why it is loaded, and who else imports it."),
    ),
  ),
  run,
  cursor,
});

const row = v.object({
  module: v.string(),
  /** What it is in a chain, or that loading it on first use was measured; without one each row is a module with what it cost. */
  role: v.optional(v.picklist(["loads", "also", "gain"])),
  share: v.optional(shareSchema),
  ms: v.optional(v.number()),
  ownMs: v.optional(v.number()),
  importsMs: v.optional(v.number()),
  loadMs: v.optional(v.number()),
  /** Of a gain: what was measured, or why not. */
  result: v.optional(v.string()),
  ...gainSchema,
  /** Where it is imported first. */
  ...v.partial(v.object(placeSchema)).entries,
});

const mostModules = 200;

export const importsTool: ToolDefinition<typeof input, Session> = {
  name: "heatline_imports",
  title: "What loading modules cost",
  description:
    "What loading each module cost in a run, dearest first: its own top level, its imports, and finding, reading and compiling it, with the line that imports it first, which pays. Where the run has it, also what loading on first use was measured to save. With module: the chain of imports that loads it, and who else imports it. For slow starts, best of a run that heatline_profile made with startup.",
  input,
  output: v.object({ ...headSchema, rows: v.array(row), ...pageFacts }),
  hints: reads,
  run: async ({ module, run: wanted, cursor: from }, call, session) => {
    const opened = await session.open(wanted, call);
    const head = headOf(opened);
    const { title, measured, others } = module === undefined ? await gainRows(opened) : noGains;
    const rows = module === undefined ? [...measured, ...(await dearest(opened)), ...others] : await chains(opened, module);
    const perStart = opened.view.run.startup === undefined ? "" : ", times per start";
    const [first] = rows.filter(({ data }) => data["role"] !== "gain");
    return page(rows, from, {
      question: ["imports", opened.handle, module],
      head: [
        head.line,
        ...(title === "" ? [] : [title]),
        module === undefined
          ? `${title === "" ? "Modules" : "Then modules"} by what their first import cost, with all that they import${perStart}:`
          : `What leads to ${quoted(module, 60)}${perStart}:`,
      ],
      facts: head.facts,
      empty: module === undefined ? "No module was loaded while it was sampled." : "No module of that name was seen loading.",
      next:
        first === undefined
          ? "heatline_hot_lines says where the time went."
          : module === undefined
            ? `heatline_imports with module ${JSON.stringify(first.data["module"])} says why it is loaded.`
            : "Load it where it is first needed, or not at all; heatline_profile with startup and heatline_compare say what that bought.",
    });
  },
};

const noGains = { title: "", measured: [] as readonly Row[], others: [] as readonly Row[] };

/** What loading on first use, and Node's cache, were measured to save; apart what could not be measured. */
async function gainRows(opened: OpenedRun): Promise<typeof noGains> {
  const found = await gainsOf(opened);
  if (found === undefined) return noGains;
  const rowsOf = (isMeasured: boolean): readonly Row[] =>
    found.gains
      .filter(({ saving }) => (saving.measured !== undefined) === isMeasured)
      .map(({ name: module, way, result, data }) => ({ text: `${way}: ${result}`, data: { module, role: "gain", result, ...data } }));
  return { title: found.title, measured: rowsOf(true), others: rowsOf(false) };
}

async function dearest(opened: OpenedRun): Promise<readonly Row[]> {
  const { rows } = await opened.ask("dearestImports", { limit: mostModules });
  const lines = await linesOf(opened, rows);
  return rows.map((each, index): Row => {
    const [text, data] = costOf(opened, each);
    const line = lines[index];
    return {
      text: `${text}${line === undefined ? "" : `; imported at ${line.text}`}`,
      data: { module: nameOf(opened, each), ...data, ...line?.data },
    };
  });
}

/** Each chain from the entry to the module, then other places that import it. */
async function chains(opened: OpenedRun, module: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { chain, alsoBy } of await opened.ask("importsNamed", { name: module })) {
    const steps = await linesOf(opened, chain);
    for (const [index, each] of chain.entries()) {
      const line = steps[index];
      const [text, data] = costOf(opened, each);
      rows.push({
        text: `${line === undefined ? "entry" : line.text}: ${text}`,
        data: { module: nameOf(opened, each), role: "loads", ...data, ...line?.data },
      });
    }
    const others = await shownLines(
      opened,
      alsoBy.filter(({ line }) => line > 0),
    );
    const name = chain.at(-1);
    for (const { text, data } of others)
      rows.push({
        text: `also imported at ${text}`,
        data: { module: name === undefined ? "" : nameOf(opened, name), role: "also", ...data },
      });
  }
  return rows;
}

/** Where each is imported; undefined for an entry, and where no line is known. */
async function linesOf(opened: OpenedRun, views: readonly ImportView[]): Promise<readonly (ShownLine | undefined)[]> {
  const placed = views.flatMap(({ place }) => (place === undefined || place.line === 0 ? [] : place));
  const lines = await shownLines(opened, placed);
  return views.map(({ place }) => (place === undefined ? undefined : lines[placed.indexOf(place)]));
}

function costOf(opened: OpenedRun, view: ImportView) {
  const { interval, run: measured } = opened.view;
  const time = (ticks: Ticks): number => milliseconds((ticks * interval) / 1000 / Math.max(1, measured.startup?.starts ?? 1));
  const share = shareIn(opened.view, view.totalTicks);
  const [ms, ownMs, importsMs, loadMs] = [view.totalTicks, view.ownTicks, view.importsTicks, view.loadTicks].map(time) as [
    number,
    number,
    number,
    number,
  ];
  const text = `${shareText(share)}, ${ms} ms ${quoted(nameOf(opened, view), 80)} (own ${ownMs}, its imports ${importsMs}, reading and compiling ${loadMs} ms)`;
  return [text, { share, ms, ownMs, importsMs, loadMs }] as const;
}

function nameOf({ roots }: OpenedRun, { name, path }: ImportView): string {
  return plain(name === path ? roots.label(name) : name, 120);
}
