import { lstat, mkdir } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { exportFormats } from "../../analysis/exporters/export-formats.ts";
import { everything } from "../../analysis/selection/selection.ts";
import { ifRefused } from "../../platform/refusals.ts";
import { headOf, headSchema } from "../answer/head.ts";
import { plain } from "../answer/figures.ts";
import type { Session } from "../session.ts";
import { run, Refusal, type ToolDefinition } from "./tool.ts";

const endings = {
  cpuprofile: ".cpuprofile",
  collapsed: ".txt",
  speedscope: ".speedscope.json",
  pprof: ".pb.gz",
  svg: ".svg",
  html: ".html",
  markdown: ".md",
} as const;

const input = v.strictObject({
  format: v.pipe(
    v.picklist(exportFormats),
    v.description("markdown to read or paste; html and svg for people; the others for other tools."),
  ),
  to: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(400),
      v.description("A new file in the project. Default: heatline- and the run's handle."),
    ),
  ),
  run,
});

export const exportTool: ToolDefinition<typeof input, Session> = {
  name: "heatline_export",
  title: "Export a run",
  description: "Writes a run as a file in the project: a report, a flame graph, or the format of another tool. Never overwrites a file.",
  input,
  output: v.object({ ...headSchema, files: v.array(v.string()), next: v.string() }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  run: async ({ format, to, run: wanted }, call, session) => {
    const opened = await session.open(wanted, call);
    const { roots } = opened;
    const name = `heatline-${opened.handle}${endings[format]}`;
    const file = await roots.resolve(to ?? (roots.all.length === 1 ? name : `${roots.all[0]?.name ?? ""}/${name}`));
    if ((await lstat(file).catch(ifRefused)) !== undefined)
      throw new Refusal(`${plain(roots.label(file), 200)} exists and is not overwritten. Name another file by to.`);
    await mkdir(path.dirname(file), { recursive: true });
    const files = await opened.ask("export", {
      folder: opened.folder,
      format,
      file,
      ownCode: [],
      pathMappings: {},
      sourceFolders: roots.folders,
      selection: everything,
      locale: "en",
    });
    const labels = files.map((each) => plain(roots.label(each), 200));
    const head = headOf(opened);
    const next = "Nothing more to do: the file is complete.";
    return {
      text: [head.line, `Written: ${labels.join(", ")}.`, `Next: ${next}`].join("\n"),
      data: { ...head.facts, files: labels, next },
    };
  },
};
