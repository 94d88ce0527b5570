import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { caveatText } from "../analysis/compare/comparability.ts";
import { comparisonFormats, type ExportFormat, exportFormats, filterableFormats } from "../analysis/exporters/export-formats.ts";
import { exportedComparison } from "../reports/exported-comparison.ts";
import { exportedRun, exportedThreads, filesOfThreads } from "../reports/exported-run.ts";
import { measuredRun } from "../opening/route-samples.ts";
import { selectedRun } from "../reports/scope-text.ts";
import { type Command, type Terminal, UsageError } from "./command.ts";
import { filterOptionIn, comparedSelection, selectionFrom, selectionOptions } from "./selection/filter-options.ts";
import { compareTargets } from "./targets/compared-targets.ts";
import { reportWordsIn } from "./words/report-words.ts";
import { openTarget } from "./targets/target.ts";
import { refusedAs } from "../history/runs-folder.ts";

const formats = exportFormats.join(", ");

const options = {
  format: { type: "string", completes: exportFormats },
  output: { type: "string", short: "o", default: "-", completes: "path" },
  static: { type: "boolean" },
  "sample-type": { type: "string" },
  "plain-http": { type: "boolean" },
  ...selectionOptions,
} as const;

export const exportCommand: Command = {
  name: "export",
  summary: { code: "command.export.about" },
  help: { code: "command.export.help", values: { formats } },
  options,
  operands: "path",
  run: exportTarget,
};

async function exportTarget(args: readonly string[], terminal: Terminal): Promise<number> {
  const { out, err, words } = terminal;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options,
  });
  const [target, after, ...others] = positionals;
  if (target === undefined) throw new UsageError({ code: "command.whatToExport" });
  if (others.length > 0) throw new UsageError({ code: "command.tooManyRuns", values: { value: others[0] ?? "" } });
  const format = formatFrom(values.format);
  const { output, static: isStatic = false, "plain-http": plainHttp } = values;
  const terms = { ...terminal, plainHttp };
  if (isStatic && format !== "svg") throw new UsageError({ code: "command.staticOnly" });
  const selectionOf = selectionFrom(values);
  const option = filterOptionIn(values);
  if (option !== undefined && !filterableFormats.some((each) => each === format))
    throw new UsageError({ code: "command.notFiltered", values: { name: option, formats: filterableFormats.join(", ") } });
  if (after !== undefined) {
    if (values["sample-type"] !== undefined) throw new UsageError({ code: "command.sampleTypeOfOne" });
    const comparable = comparisonFormats.find((each) => each === format);
    if (comparable === undefined) throw new UsageError({ code: "command.notOfTwo", values: { formats: comparisonFormats.join(", ") } });
    const part = comparedSelection(values);
    const compared = await compareTargets(target, after, "request", part, terms);
    // A picture has no room for sentences.
    for (const caveat of part.caveats) err.write(`heatline: ${words.say(caveatText(caveat))}\n`);
    const written = isStatic ? "static-svg" : comparable;
    await write(output, await exportedComparison(compared, written, reportWordsIn(words), compared.selections), out);
    return 0;
  }
  const opened = await openTarget(target, { sampleType: values["sample-type"] }, terms);
  const selection = selectionOf(opened);
  if (format !== "cpuprofile")
    await write(output, await exportedRun(opened, isStatic ? "static-svg" : format, reportWordsIn(words), selection), out);
  else {
    const measured = measuredRun(opened, selection);
    selectedRun(measured.opened, measured.selection, reportWordsIn(words));
    const threads = exportedThreads(measured.opened, measured.selection, measured.opened.analysis.routes);
    const names = threads.map(({ thread }) => thread);
    const files = output === "-" ? [output] : filesOfThreads(output, names, selection);
    for (const [index, file] of files.entries()) await write(file, threads[index]?.text ?? "", out);
    const unwritten = threads.length - files.length;
    if (unwritten > 0) err.write(`heatline: ${words.say({ code: "command.moreThreads", values: { count: unwritten } })}\n`);
  }
  return 0;
}

function formatFrom(text: string | undefined): ExportFormat {
  const format = exportFormats.find((each) => each === text);
  if (format === undefined && text === undefined) throw new UsageError({ code: "command.noFormat", values: { formats } });
  if (format === undefined) throw new UsageError({ code: "command.badFormat", values: { formats, value: text ?? "" } });
  return format;
}

async function write(file: string, text: string | Uint8Array, out: Terminal["out"]): Promise<void> {
  if (file === "-") out.write(text);
  else await writeFile(file, text).catch(refusedAs("run.notExported", { file }));
}
