import path from "node:path";
import { parseArgs } from "node:util";
import { checkOwnRunsFolder, checkRunsFolder } from "../../history/runs-folder.ts";
import { parseInspectorPlace } from "../../platform/nodes/node-processes.ts";
import { samplingBounds } from "../../platform/scheduling.ts";
import { type Command, numberOption, type Terminal, UsageError, wholeOption } from "../command.ts";
import { loadRecorder } from "../recorder.ts";
import { ownBundles } from "../recording/launching.ts";
import { loadOf, loadOptions } from "../recording/load-options.ts";
import { failedLoad, reportNoRun, reportRun, ReportedProblems, usualFolder } from "../recording/reported-run.ts";
import { mappingsFrom } from "../targets/path-mappings.ts";

const wrongUsage = 2;

const options = {
  out: { type: "string", completes: "path" },
  ...loadOptions,
  "path-mapping": { type: "string", multiple: true },
  interval: { type: "string" },
  "keep-secrets": { type: "boolean", default: false },
  yes: { type: "boolean", short: "y", default: false },
} as const;

export const attachCommand: Command = {
  name: "attach",
  summary: { code: "command.attach.about" },
  help: { code: "command.attach.help", values: { folder: usualFolder, failedLoad } },
  options,
  run: attach,
};

async function attach(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, tokens } = parseArgs({ args: [...args], allowPositionals: true, tokens: true, options });
  const [address, second] = positionals;
  if (address === undefined) {
    terminal.err.write(`${terminal.words.lines({ code: "command.attach.how" })}\n`);
    return wrongUsage;
  }
  if (second !== undefined) throw new UsageError({ code: "command.attach.oneAddress", values: { value: second } });
  const place = parseInspectorPlace(address);
  if (place === undefined) throw new UsageError({ code: "command.attach.badAddress", values: { value: address } });
  const duration = numberOption("duration", values.duration, 1, 3600);
  const samplingIntervalUs = wholeOption("interval", values.interval, samplingBounds.least, samplingBounds.most);
  const pathMappings = mappingsFrom(values["path-mapping"] ?? []);
  const load = await loadOf(values, tokens);
  const runsFolder = path.resolve(values.out ?? usualFolder);
  if (values.out === undefined) await checkOwnRunsFolder(runsFolder);
  await checkRunsFolder(runsFolder);
  const { mayAttach, recordApp } = await loadRecorder();
  if (!(await mayAttach(place.host, values.yes, terminal))) return wrongUsage;
  const problems = new ReportedProblems(terminal);
  const cwd = path.resolve("");
  const recording = {
    launch: { cwd },
    workspaceFolders: [cwd],
    pathMappings,
    runsFolder,
    runName: `${place.host}:${place.port}`,
    isNamedByApp: true,
    keepSecrets: values["keep-secrets"],
    samplingIntervalUs,
    maxDurationSeconds: load === undefined ? duration : undefined,
    bundles: ownBundles(),
  };
  const { folders, exitCode, hasFailedLoad, isStoppedInWarmup } = await recordApp(place, recording, load, terminal, problems.report);
  const folder = folders.at(-1);
  if (folder === undefined) {
    reportNoRun(problems, isStoppedInWarmup, terminal);
    return exitCode === 0 ? 1 : exitCode;
  }
  await reportRun(folder, terminal);
  return exitCode === 0 && hasFailedLoad ? failedLoad : exitCode;
}
