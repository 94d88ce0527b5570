import path from "node:path";
import { parseArgs } from "node:util";
import { type AskedPass, askedPasses } from "../analysis/passes/asked-passes.ts";
import { samplingBounds } from "../platform/scheduling.ts";
import type { RecordingOptions } from "../recording/session/recording-options.ts";
import { type Command, numberOption, type Terminal, UsageError, wholeOption } from "./command.ts";
import { loadRecorder } from "./recorder.ts";
import { launchFrom, ownBundles } from "./recording/launching.ts";
import { loadOf, loadOptions } from "./recording/load-options.ts";
import { failedLoad, reportNoRun, reportRun, ReportedProblems, usualFolder } from "./recording/reported-run.ts";
import { savingsText } from "./imports/imports-text.ts";
import { openTarget, hotCountsOf, type OpenedTarget, openWaits } from "./targets/target.ts";
import { maskedArguments } from "../analysis/masking/masked-arguments.ts";
import { existsHere } from "../history/regular-file.ts";
import { checkOwnRunsFolder, checkRunsFolder } from "../history/runs-folder.ts";
import { styleFor, type Style } from "./terminal.ts";
import { shortened } from "../analysis/shortened.ts";
import { harmless } from "../analysis/escaping/hidden-characters.ts";
import { allocationsOf } from "../answers/allocations/run-allocations.ts";
import { ShownWaits } from "../answers/waits/shown-waits.ts";
import { routesText } from "../reports/run-report.ts";
import { problemList } from "./report/report-text.ts";
import { countsText } from "./report/counts-text.ts";
import { allocationsText, waitsText } from "./report/passes-text.ts";
import { reportWordsIn } from "./words/report-words.ts";

const mostWaits = 5;
const mostCounts = 5;

/** What the passes of a run found: which route its busy time is of, and which lines waited longest, how often code ran, which functions allocate, and what is missing; "" for nothing. */
async function passFindings(run: OpenedTarget, style: Style): Promise<string> {
  const routes = routesText(run, reportWordsIn(style.words));
  const waits = await openWaits(run, {});
  const longest = waits === undefined ? [] : new ShownWaits(waits, undefined).longest({ threshold: 0, limit: mostWaits });
  const counts = await hotCountsOf(run, {}, mostCounts);
  // The run's own were shown with its report.
  const ofPasses = run.problems.filter(({ code }) => code.startsWith("marks.") || code.startsWith("allocations."));
  const sections = [
    routes === "" ? "" : harmless(`${style.words.say({ code: "report.routes" })}: ${routes}`),
    waitsText(run, longest, style),
    counts === undefined ? "" : countsText(run, counts, style),
    allocationsText(run, allocationsOf(run), mostWaits, style),
    ofPasses.length === 0 ? "" : problemList({ problems: ofPasses }, style),
  ];
  return sections.filter((section) => section !== "").join("\n\n");
}

const recordOptions = {
  out: { type: "string", completes: "path" },
  ...loadOptions,
  startup: { type: "boolean", default: false },
  starts: { type: "string" },
  savings: { type: "boolean", default: false },
  request: { type: "string", multiple: true },
  "from-start": { type: "boolean", default: false },
  interval: { type: "string" },
  recorder: { type: "string", completes: ["exact", "inspector"] },
  passes: { type: "string", completes: [...askedPasses, askedPasses.join(",")] },
  routes: { type: "boolean", default: false },
  cwd: { type: "string", completes: "path" },
  "keep-secrets": { type: "boolean", default: false },
} as const;

export const recordCommand: Command = {
  name: "record",
  summary: { code: "command.record.about" },
  help: { code: "command.record.help", values: { folder: usualFolder, failedLoad } },
  options: recordOptions,
  operands: "program",
  run: record,
};

async function record(args: readonly string[], terminal: Terminal): Promise<number> {
  const { words } = terminal;
  const at = args.indexOf("--");
  const command = at === -1 ? [] : args.slice(at + 1);
  const { values, positionals, tokens } = parseArgs({
    tokens: true,
    args: args.slice(0, at === -1 ? args.length : at),
    allowPositionals: true,
    options: recordOptions,
  });
  if (positionals.length > 0 || command.length === 0) throw new UsageError({ code: "command.whatToRecord" });
  const recorder = values.recorder ?? "exact";
  if (recorder !== "exact" && recorder !== "inspector") throw new UsageError({ code: "command.badRecorder", values: { value: recorder } });
  const duration = numberOption("duration", values.duration, 1, 3600);
  const cwd = path.resolve(values.cwd ?? "");
  const runsFolder = path.resolve(values.out ?? usualFolder);
  const keepSecrets = values["keep-secrets"];
  const shownCommand = keepSecrets ? command : maskedArguments(command, (text) => existsHere(path.resolve(cwd, text)));
  const load = await loadOf(values, tokens);
  const startup = startupFrom(values);
  const savings = savingsFrom(values);
  if (load !== undefined && values["from-start"]) throw new UsageError({ code: "command.fromStartWithLoad" });
  const passes = passesFrom(values.passes);
  if (load === undefined && passes.length > 0) throw new UsageError({ code: "command.passesWithoutLoad" });
  if (values.load?.length === 1 && passes.includes("routes")) throw new UsageError({ code: "command.oneRoute" });
  if (values.out === undefined) await checkOwnRunsFolder(runsFolder);
  await checkRunsFolder(runsFolder);
  const { recordApp, recordPasses, recordSavings, recordStarts } = await loadRecorder();
  const options: Omit<RecordingOptions, "createRecorder"> = {
    launch: launchFrom(command, cwd),
    workspaceFolders: [cwd],
    runsFolder,
    runName: shortened(`${path.basename(cwd)} · ${shownCommand.join(" ")}`, 200),
    keepSecrets,
    pass: values.routes ? "routes" : undefined,
    startup,
    keepsStart: values["from-start"],
    awaitsLoad: load !== undefined,
    samplingIntervalUs: wholeOption("interval", values.interval, samplingBounds.least, samplingBounds.most),
    maxDurationSeconds: load === undefined ? duration : undefined,
    bundles: ownBundles(),
  };
  const problems = new ReportedProblems(terminal);
  const onProblem = problems.report;
  const recorded =
    startup === undefined
      ? { ...(await recordApp(recorder, options, load, terminal, onProblem)), isInterrupted: false }
      : {
          ...(await recordStarts(recorder, options, terminal, onProblem)),
          hasFailedLoad: false,
          isStoppedInWarmup: false,
          plan: undefined,
        };
  const { folders, exitCode, hasFailedLoad, isStoppedInWarmup, plan, isInterrupted } = recorded;
  const folder = folders.at(-1);
  if (folder === undefined) {
    reportNoRun(problems, isStoppedInWarmup, terminal);
    return exitCode === 0 ? 1 : exitCode;
  }
  const { opened, isShown } = await reportRun(folder, terminal);
  if (savings !== undefined && isShown && exitCode === 0) {
    const came = isInterrupted ? "interrupted" : await recordSavings(options, opened, savings, terminal, onProblem);
    if (came === "failed") return 1;
    if (came === "interrupted") {
      terminal.err.write(`heatline: ${words.say({ code: "command.savings.interrupted" })}\n`);
      return 0;
    }
    terminal.out.write(`\n${savingsText(await openTarget(folder), styleFor(terminal.out, terminal.env, words)).join("\n")}\n`);
  }
  if (exitCode !== 0 || hasFailedLoad || passes.length === 0 || plan === undefined || opened.run.end !== "load-ended") {
    if (passes.length > 0) terminal.err.write(`heatline: ${words.say({ code: "command.passesLeftOut" })}\n`);
    return exitCode === 0 && hasFailedLoad ? failedLoad : exitCode;
  }
  const asked = { folder, kinds: passes, plan, requestsPerSecond: opened.run.load?.requestsPerSecond };
  const isWhole = await recordPasses(recorder, options, asked, terminal, onProblem);
  const findings = await passFindings(await openTarget(folder), styleFor(terminal.out, terminal.env, words));
  if (findings !== "") terminal.out.write(`\n${findings}\n`);
  return isWhole ? 0 : 1;
}

const mostAskedStarts = 1000;
/** Of a load, or of a recording that the user ends. */
const besideStarts = ["load", "setup", "duration", "passes", "port", "routes", "from-start"] as const;

function startupFrom(
  values: { readonly startup: boolean; readonly starts?: string | undefined } & {
    readonly [Name in (typeof besideStarts)[number]]?: unknown;
  },
): RecordingOptions["startup"] {
  const starts = wholeOption("starts", values.starts, 1, mostAskedStarts);
  if (!values.startup && starts !== undefined) throw new UsageError({ code: "command.startsWithoutStartup" });
  if (!values.startup) return undefined;
  const beside = besideStarts.find((name) => values[name] !== undefined && values[name] !== false);
  if (beside !== undefined) throw new UsageError({ code: "command.startupAlone", values: { option: `--${beside}` } });
  return { starts };
}

/** What to request of a server; undefined unless savings are to be measured. */
function savingsFrom({
  startup,
  savings,
  request,
}: {
  readonly startup: boolean;
  readonly savings: boolean;
  readonly request?: readonly string[] | undefined;
}): readonly string[] | undefined {
  if (!savings && request !== undefined) throw new UsageError({ code: "command.requestWithoutSavings" });
  if (savings && !startup) throw new UsageError({ code: "command.savingsWithoutStartup", values: { option: "--savings" } });
  const wrong = request?.find((each) => !each.startsWith("/"));
  if (wrong !== undefined) throw new UsageError({ code: "command.badRequestPath", values: { value: wrong } });
  return savings ? (request ?? []) : undefined;
}

/** In the order in which they are measured. */
function passesFrom(value: string | undefined): readonly AskedPass[] {
  const given = value === undefined ? [] : value.split(",").map((each) => each.trim());
  const wrong = given.find((each) => !askedPasses.some((pass) => pass === each));
  if (wrong !== undefined) throw new UsageError({ code: "command.badPass", values: { value: wrong, passes: askedPasses.join(", ") } });
  return askedPasses.filter((pass) => given.includes(pass));
}
