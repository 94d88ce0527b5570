import { stripVTControlCharacters } from "node:util";
import { is } from "valibot";
import { loadFigures } from "../../../analysis/load/load-schema.ts";
import { labelRequests, shownUrl, type TargetedRequest } from "../request-target.ts";
import type { LoadFigures, LoadPlan, LoadProgress, LoadReport } from "../../../analysis/load/load.ts";
import { type CodedText, withoutStop } from "../../../texts/coded-text.ts";
import { UserError } from "../../../analysis/user-error.ts";
import type { Seconds } from "../../../analysis/units.ts";
import { requestsFile } from "../requests/requests-file.ts";
import { ReportedRequests, type ToolSpan } from "../requests/reported-requests.ts";
import { readClocks } from "../requests/wall-clock.ts";
import type { Spoken } from "../spoken-scheme.ts";
import type { Sender } from "../load-sequence.ts";
import type { LoadContext, ToolCommand } from "../load-tool.ts";
import { readLoadOutput } from "../../../analysis/load/reports/read-output.ts";
import { interimStatuses, takesInterimAnswers } from "./interim-answers.ts";
import { runTool, type ToolEnd } from "./tool-process.ts";
import { ifRefused } from "../../../platform/refusals.ts";
import { shortened } from "../../../analysis/shortened.ts";

/** A load tool that is a separate program, prepared for one plan. */
export interface ExternalTool {
  readonly name: string;
  readonly label: string;
  /** To be shown; "" if its target is unknown. */
  readonly url: string;
  /** Empty if we do not know what it sends. */
  readonly requests: readonly TargetedRequest[];
  /** The command for a phase of this length. */
  readonly command: (seconds: Seconds) => ToolCommand;
  /** Length of the measured part, if the tool respects it. */
  readonly seconds: Seconds | undefined;
  /** Undefined for output in an unknown format. */
  readonly read: (end: ToolEnd) => Promise<LoadFigures | undefined>;
  /** Reads the single requests of the last phase, if the tool reports them. */
  readonly reportRequests?: (reported: ReportedRequests, span: ToolSpan) => Promise<void>;
  readonly connections: number | undefined;
  /** Default: HTTP/1 alone. */
  readonly spoken?: Spoken;
  /** How long it may take until its first request, and at its end. */
  readonly startSeconds?: Seconds;
}

const progressMs = 500;

export function describeRequests(requests: readonly TargetedRequest[]): Pick<ExternalTool, "label" | "url" | "requests"> {
  const [first] = requests;
  return { label: labelRequests(requests), url: first === undefined ? "" : shownUrl(first), requests };
}

/** Runs the tool once for the warm-up and once for the measured part, which lasts from the start to the end of its process. */
export function externalSender(plan: LoadPlan, tool: ExternalTool, context: LoadContext): Sender {
  return {
    requests: tool.requests,
    spoken: tool.spoken,
    warmUp: () => warmUp(plan, tool, context),
    ready: async () => {
      const command = await commandOf(tool, plan.durationSeconds);
      return () => measured(command, tool, context);
    },
  };
}

async function warmUp({ warmupSeconds }: LoadPlan, tool: ExternalTool, { signal, onProgress, processes }: LoadContext): Promise<void> {
  using _progress = reportTime(onProgress, "warmup", warmupSeconds);
  // A tool that respects its duration ends a little later by itself; others are interrupted when time is up.
  const grace = tool.seconds === undefined ? 0 : (tool.startSeconds ?? 2);
  const end = await runTool(await commandOf(tool, warmupSeconds), processes, signal, warmupSeconds + grace);
  if (!signal.aborted && end.seconds < warmupSeconds && !isComplete(await tool.read(end))) mustHaveEndedWell(tool, end, "warm-up");
}

/**
 * The tool's exit code is judged once its output was read: some end with another one than 0 because requests failed. Rejects with a UserError if it
 * fails without a complete report.
 */
async function measured(command: ToolCommand, tool: ExternalTool, context: LoadContext): Promise<LoadReport> {
  const { signal, onProgress, processes } = context;
  const { name, url, label, connections } = tool;
  const target = { tool: name, url, label, ...(connections === undefined ? {} : { connections }) };
  const soFar = (durationSeconds: Seconds): LoadReport => ({ ...target, latency: {}, durationSeconds, cancelled: true });
  using _progress = reportTime((progress) => onProgress(progress, soFar(progress.elapsedSeconds)), "measuring", tool.seconds);
  const began = readClocks();
  const end = await runTool(command, processes, signal);
  const [read] = await Promise.all([tool.read(end), keepRequests(tool, { began, ended: readClocks() }, context)]);
  // No run may have some, such as negative ones.
  const figures = is(loadFigures, read) ? read : undefined;
  if (!signal.aborted && !isComplete(figures)) mustHaveEndedWell(tool, end, "measured");
  const reporter = figures === undefined || figures.tool === "" ? tool.name : figures.tool;
  const interim = takesInterimAnswers.has(reporter) ? await interimStatuses(tool.requests, signal) : [];
  return {
    latency: {},
    ...target,
    ...figures,
    tool: reporter,
    ...(interim.length === 0 ? {} : { interimTaken: interim }),
    ...(signal.aborted || end.code === null || end.code === 0 ? {} : { exitCode: end.code, exitReason: reasonBesideReport(end) }),
    durationSeconds: figures?.durationSeconds ?? end.seconds,
    cancelled: signal.aborted,
  };
}

/** A load without them is worth more than none. */
async function keepRequests({ requests, reportRequests }: ExternalTool, span: ToolSpan, { privateFolder }: LoadContext): Promise<void> {
  if (reportRequests === undefined) return;
  const reported = new ReportedRequests(requests);
  try {
    await reportRequests(reported, span);
    await reported.write(requestsFile(privateFolder), span);
  } catch (error) {
    if (!(error instanceof UserError)) ifRefused(error);
  }
}

async function commandOf(tool: ExternalTool, seconds: Seconds): Promise<ToolCommand> {
  const command = tool.command(seconds);
  await command.before?.();
  return command;
}

/** Whether a known tool's whole report was read; of an unknown one only a rate can be. */
function isComplete(figures: LoadFigures | undefined): boolean {
  return figures?.requests !== undefined;
}

function mustHaveEndedWell(tool: ExternalTool, { code, signal, stdout, stderr }: ToolEnd, which: "warm-up" | "measured"): void {
  if (code === 0) return;
  const reason = withoutStop(reasonIn(stderr.trim() === "" ? stdout : stderr));
  const how: CodedText =
    signal === null
      ? { code: "load.toolExited", values: { tool: tool.name, exitCode: code ?? "?" } }
      : { code: "load.toolSignalled", values: { tool: tool.name, signal } };
  const when: CodedText = { code: which === "measured" ? "load.duringMeasurement" : "load.duringWarmup", values: { how } };
  const why: CodedText = reason === "" ? when : { code: "text.because", values: { what: when, reason: shortened(reason, 300) } };
  throw new UserError(which === "measured" ? "load.toolFailed" : "load.toolFailedInWarmup", { why });
}

/** What a tool said besides its report; "" where that is on the same stream. */
function reasonBesideReport({ stderr }: ToolEnd): string {
  return readLoadOutput(stderr) === undefined ? shortened(withoutStop(reasonIn(stderr)), 300) : "";
}

/** The last line that names an error, else the last one with a word: a table of figures may follow. */
function reasonIn(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /\p{L}{2}/u.test(line));
  return lines.findLast((line) => namesError.test(line)) ?? lines.at(-1) ?? "";
}

const namesError =
  /\b(?:\w*error|\w*exception|fail(?:ed|ure)?|fatal|refused|denied|cannot|can't|could not|unable|invalid|unknown|unrecogni[sz]ed|no such|not found)\b[^|]*$/i;

/** These tools print nothing before their end, so only the elapsed time can be shown. */
function reportTime(onProgress: (progress: LoadProgress) => void, phase: LoadProgress["phase"], seconds: Seconds | undefined): Disposable {
  const startedAt = performance.now();
  const report = (): void => {
    const elapsedSeconds = (performance.now() - startedAt) / 1000;
    onProgress({ phase, elapsedSeconds, ...(seconds === undefined ? {} : { remainingSeconds: Math.max(0, seconds - elapsedSeconds) }) });
  };
  report();
  const timer = setInterval(report, progressMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
