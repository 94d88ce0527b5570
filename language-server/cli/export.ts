import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { reasonOf } from "../analysis/failure-reason.ts";
import { UserError } from "../analysis/user-error.ts";
import { type ExportFormat, exportFormats } from "../analysis/exporters/export-formats.ts";
import { exportedRun, exportedThreads, fileOfThread } from "../opening/exported-run.ts";
import { type Command, type Terminal, UsageError } from "./command.ts";
import { reportWords } from "./report-words.ts";
import { openTarget } from "./target.ts";

const help = `Usage: heatline export FILE|RUN --format FORMAT [-o FILE|-]

Writes a run or a profile in a format that other tools read.

FILE, RUN  as heatline report takes them

  --format FORMAT  ${exportFormats.join(", ")}
  -o, --output F   the file to write; - is standard output, and the default
  -h, --help

A .cpuprofile holds one thread: further threads get files of their own beside it, and on standard output only the first is written.
Exit codes: 0 success, 1 the profile cannot be read or the file not written, 2 wrong usage.
`;

export const exportCommand: Command = {
  name: "export",
  summary: "writes a run or a profile in a format of other tools",
  help,
  run: exportTarget,
};

async function exportTarget(args: readonly string[], { out, err }: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { format: { type: "string" }, output: { type: "string", short: "o", default: "-" } },
  });
  const [target, ...others] = positionals;
  if (target === undefined) throw new UsageError("Name a profile or a run: heatline export FILE|RUN --format FORMAT.");
  if (others.length > 0) throw new UsageError(`Name only one profile or run: “${others[0] ?? ""}” is a second.`);
  const format = formatFrom(values.format);
  const opened = await openTarget(target);
  const { output } = values;
  if (format !== "cpuprofile") await write(output, exportedRun(opened, format, reportWords), out);
  else {
    const [first, ...rest] = exportedThreads(opened);
    await write(output, first?.text ?? "", out);
    if (output === "-" && rest.length > 0) err.write(`heatline: ${rest.length} more threads are only written to files (-o FILE).\n`);
    else for (const { thread, text } of rest) await write(fileOfThread(output, thread), text, out);
  }
  return 0;
}

function formatFrom(text: string | undefined): ExportFormat {
  const format = exportFormats.find((each) => each === text);
  if (format === undefined)
    throw new UsageError(`--format must be one of ${exportFormats.join(", ")}${text === undefined ? "" : `, not “${text}”`}.`);
  return format;
}

async function write(file: string, text: string | Uint8Array, out: Terminal["out"]): Promise<void> {
  if (file === "-") {
    out.write(text);
    return;
  }
  try {
    await writeFile(file, text);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new UserError("run.notExported", { file, reason: reasonOf(error) }, { cause: error });
  }
}
