import { embeddedScript } from "../../analysis/sources/source-map-comment.ts";
import type { RunMachine } from "../../analysis/compare/comparability.ts";
import { existsHere } from "../../history/regular-file.ts";
import { ProblemCounts, type Problem } from "../../analysis/profile/profile.ts";
import type { LoadReport } from "../../analysis/load/load.ts";
import { type LocalPath, pathMapper, type PathMappings } from "../../analysis/sources/source-paths.ts";
import type { RouteWindows, Tracks } from "../../analysis/timeline/tracks.ts";
import type { Microseconds, Milliseconds, Share } from "../../analysis/units.ts";
import { countBusyTicks } from "../../history/run-thread.ts";
import { keepScripts } from "../../history/scripts/run-scripts.ts";
import type { RunDraft } from "../../history/run-store.ts";
import type { RunFailure, RunWarning } from "../../history/schema/run-failure.ts";
import type { Run, RunEnd } from "../../history/run.ts";
import { profileSources } from "../../history/scripts/sought-sources.ts";
import { searchSources } from "../../history/scripts/source-search.ts";
import { machineOf, thisMachine } from "../../platform/this-machine.ts";
import type { AppCommand } from "../app/app-command.ts";
import type { ProcessReport } from "../in-app/reports.ts";
import { maskedLoad } from "../../analysis/masking/masked-load.ts";
import { selectAppThreads, selectTestThreads } from "../app/app-threads.ts";
import { writtenProfiles } from "../app/tool-profiles.ts";
import { readGitCommit } from "../git-commit.ts";
import { requestTracks, routeTracks } from "../load/requests/request-tracks.ts";
import type { LoadRequests } from "../load/requests/requests-file.ts";
import type { RecordedThread } from "../recorder.ts";
import type { RecordedTest } from "./recording-options.ts";
import { shortWorkProblem } from "../short-work.ts";
import type { StartupFigures } from "./startup/startup-recorder.ts";
import type { TestRuns } from "./test-recorder.ts";
import type { WindowMarks } from "../passes/marks/window-marks.ts";
import type { LoopTracks } from "./loops/loop-tracks.ts";
import type { WindowMeters } from "./window/window-meters.ts";
import type { AppWarning } from "../in-app/messages.ts";
import { shortened } from "../../analysis/shortened.ts";

const mostFrames = 20;

/** A warning with the scripts on its stack, innermost first, without Node's own. */
function runWarning({ name, message, stack }: AppWarning): RunWarning {
  const frames = stack.split("\n").flatMap((line) => {
    const [, url = "", at = "", column = ""] = /^\s+at (?:.*\()?((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/.exec(line) ?? [];
    return url === "" ? [] : [{ url, line: Number(at), column: Number(column) - 1 }];
  });
  return { name, message: shortened(message, 1000), frames: frames.slice(0, mostFrames) };
}

/** Fewer missing samples change no share. */
const leastUnwritten: Share = 0.01;

/** How a window ended. */
export interface WindowEnd {
  readonly end: RunEnd;
  readonly exitCode?: number | undefined;
  readonly failure?: RunFailure | undefined;
  readonly load?: LoadReport | undefined;
  /** Of a load by routes, by the machine's monotonic clock. */
  readonly routes?: readonly RouteWindows[] | undefined;
}

/** Everything known about a window when it is over. */
export interface RecordedWindow extends WindowEnd {
  /** Undefined if that is no longer known. */
  readonly kind: Run["window"];
  readonly startedAt: Date;
  readonly durationMs: Milliseconds;
  readonly threads: readonly RecordedThread[];
  readonly meters: WindowMeters;
  /** Of a window from the first line: when a server first listened, by the machine's monotonic clock. */
  readonly listenedUs?: Microseconds | undefined;
  /** When it began by our machine's monotonic clock; undefined if that is no longer known. */
  readonly beganUs?: Microseconds | undefined;
  /** Of its load, if the tool reports single ones. */
  readonly requests?: LoadRequests | undefined;
  /** Missing if nobody knows any more. */
  readonly loops?: LoopTracks | undefined;
  /** Of a session that records a pass. */
  readonly marks?: WindowMarks | undefined;
  /** About processes of the app that nothing recorded, or that ran an old build. */
  readonly unreached?: readonly Problem[];
}

export interface RecordedApp {
  readonly name: string;
  readonly command: Pick<AppCommand, "cwd" | "file" | "args" | "nodeVersion">;
  readonly workspaceFolders: readonly string[];
  readonly pathMappings?: PathMappings | undefined;
  /** Otherwise those of its name and command lines are masked already, and those of requests will be. */
  readonly keepSecrets: boolean;
  /** It is to be loaded once it listens. */
  readonly awaitsLoad?: boolean | undefined;
  /** The client of the agent that records. */
  readonly agent?: string | undefined;
  readonly reports: readonly ProcessReport[];
  readonly listener?: ProcessReport | undefined;
  readonly test?: (RecordedTest & TestRuns) | undefined;
  readonly startup?: StartupFigures | undefined;
}

/** Makes a run of a finished window; undefined if no sample was taken, unless it shows why the app failed: that may have been too early for one. */
export async function draftRun(app: RecordedApp, window: RecordedWindow): Promise<RunDraft | undefined> {
  const { command, reports } = app;
  const [local, gitCommit] = await Promise.all([searchedPaths(app, window.threads), readGitCommit(command.cwd)]);
  const made = await draft(app, window, local, gitCommit);
  const machine = await machineOfApp(app, window);
  return made && { ...made, run: { ...made.run, machine }, toolProfiles: await writtenProfiles(reports, command.cwd, window.startedAt) };
}

/** That of an app that was attached to says itself; nothing is known where ours may have been started again since. */
async function machineOfApp({ reports }: RecordedApp, { end }: RecordedWindow): Promise<RunMachine> {
  const attached = reports.find(({ machine }) => machine !== undefined);
  if (attached !== undefined) return machineOf(attached.machine ?? {});
  return end === "recovered" ? {} : thisMachine();
}

/** Makes a run of what a window has so far, without asking the app or git, and without searching for sources. */
export function draftLiveRun(app: RecordedApp, window: RecordedWindow): Promise<RunDraft | undefined> {
  return draft(app, window, pathMapper([app.pathMappings ?? {}]), "");
}

async function draft(app: RecordedApp, window: RecordedWindow, local: LocalPath, gitCommit: string): Promise<RunDraft | undefined> {
  const { primaryPid, threads: chosen } =
    app.startup !== undefined
      ? { primaryPid: window.threads[0]?.pid ?? 0, threads: window.threads }
      : app.test === undefined
        ? selectAppThreads(window.threads, app.reports, app.listener)
        : selectTestThreads(window.threads);
  const threads = chosen.map((thread) => withEmbeddedScript(thread, app));
  const primary = threads.find(({ pid }) => pid === primaryPid) ?? threads[0];
  const isEmpty = threads.every(({ profile, counts }) => counts === undefined && profile.samples.stack.length === 0);
  if (primary === undefined || (isEmpty && window.failure === undefined)) return undefined;
  const kept = await keepScripts(threads, [...app.workspaceFolders, app.command.cwd], local, window.startedAt);
  const report = app.reports.find(({ pid }) => pid === primaryPid);
  const argv = report?.argv ?? [app.command.file, ...app.command.args];
  const pids = new Set(threads.map(({ pid }) => pid));
  const { meters, unreached = [] } = window;
  const figures = {
    cpuMs: meters.cpuMs(pids),
    eventLoopBusy: meters.eventLoopBusy(primaryPid),
    // Of a load by routes the meters are read in between, which begins it again.
    eventLoopDelay: window.routes === undefined ? meters.eventLoopDelay(primaryPid) : undefined,
  };
  return {
    run: {
      name: app.name,
      startedAt: window.startedAt.toISOString(),
      app: {
        cwd: app.command.cwd,
        workspaceFolders: app.workspaceFolders,
        pathMappings: app.pathMappings,
        argv,
        nodeVersion: report?.nodeVersion ?? app.command.nodeVersion,
        v8Version: report?.v8Version ?? "",
        gitCommit,
      },
      recorder: primary.recorder,
      recorderNote: primary.recorderNote,
      end: window.end,
      exitCode: window.exitCode,
      window: window.kind,
      ...(window.listenedUs === undefined || app.startup !== undefined
        ? {}
        : { listenedAtMs: Math.max(0, window.listenedUs - primary.zeroUs) / 1000 }),
      ...(window.kind === "first-line" && app.awaitsLoad === true ? { lacksLoad: true } : {}),
      failure: window.failure,
      ...(app.startup !== undefined
        ? ofStartup(app.startup)
        : app.test === undefined
          ? { durationMs: window.durationMs, ...figures }
          : ofTest(app.test)),
      warnings: meters.warnings(pids).map(runWarning),
      ...(app.keepSecrets ? { keepsSecrets: true } : {}),
      ...(app.agent === undefined ? {} : { agent: app.agent }),
      load: window.load === undefined || app.keepSecrets ? window.load : maskedLoad(window.load),
      scripts: kept.scripts,
      loaded: loadedBy(threads),
      problems: mergeProblems([
        ...threads.flatMap(({ problems }) => problems),
        ...lessExact(primary, threads),
        ...unwritten(threads),
        ...(threads.some(({ lacksShortWork }) => lacksShortWork === true) ? [shortWorkProblem] : []),
        ...unreached,
        ...(window.marks?.problems(threads) ?? []),
        ...kept.problems.filter(({ code }) => !isAlreadySaid(code, unreached)),
      ]),
    },
    threads: threads.map(({ pid, name, profile, tickLog }, index) => ({ pid, name, profile: kept.profiles[index] ?? profile, tickLog })),
    texts: kept.texts,
    marks: window.marks?.of(threads),
    imports: importsOf(threads),
    counts: countsOf(threads),
    tracks: app.test === undefined && app.startup === undefined ? tracksOf(app, window, threads, primary.zeroUs) : undefined,
  };
}

/** A program with more compiles its own code as it goes. */
const mostLoaded = 5000;

/** Undefined if one thread's recorder does not know, or if there are too many. */
function loadedBy(threads: readonly RecordedThread[]): readonly string[] | undefined {
  if (threads.some(({ loaded }) => loaded === undefined)) return undefined;
  const urls = new Set(threads.flatMap(({ loaded = [] }) => loaded));
  return urls.size > mostLoaded ? undefined : [...urls];
}

/** Undefined if no thread loaded ES modules. */
function importsOf(threads: readonly RecordedThread[]): RunDraft["imports"] {
  const known = threads.flatMap(({ imports }, thread) => (imports === undefined ? [] : [{ thread, ...imports }]));
  return known.length === 0 ? undefined : known;
}

/** Undefined if nothing was counted. */
function countsOf(threads: readonly RecordedThread[]): RunDraft["counts"] {
  const counted = threads.flatMap(({ counts }, thread) => (counts === undefined ? [] : [{ thread, ...counts }]));
  return counted.length === 0 ? undefined : counted;
}

/** Also if nothing is known but samples: a run of an earlier version has none. */
function tracksOf(
  { keepSecrets }: RecordedApp,
  { loops, requests, routes, beganUs }: RecordedWindow,
  threads: readonly RecordedThread[],
  zeroUs: Microseconds,
): Tracks {
  const tracks = requests && requestTracks(requests, { zeroUs, beganUs }, keepSecrets);
  return {
    loops: loops?.of(threads) ?? [],
    ...tracks,
    ...(routes === undefined ? {} : { routes: routeTracks(routes, { zeroUs, beganUs }) }),
  };
}

/** Once is enough that a build was older than its source. */
function isAlreadySaid(code: Problem["code"], said: readonly Problem[]): boolean {
  return (code === "sources.newer" || code === "sources.newerMore") && said.some((each) => each.code === "build.ranOld");
}

/** A thread of a single executable application, with its script as a file of the workspace. */
function withEmbeddedScript(thread: RecordedThread, { reports, workspaceFolders, command }: RecordedApp): RecordedThread {
  if (reports.find(({ pid }) => pid === thread.pid)?.isSingleExecutable !== true) return thread;
  const folders = [...workspaceFolders, command.cwd];
  const pathOf = (url: string): string => embeddedScript(url, folders, existsHere);
  const { scripts } = thread.profile;
  return {
    ...thread,
    profile: { ...thread.profile, scripts: { ...scripts, url: scripts.url.map(pathOf) } },
    scripts: thread.scripts.map((script) => ({ ...script, url: pathOf(script.url) })),
  };
}

/** What processes count themselves includes the start of the test runner. */
function ofTest({ runner, file, name, runs, testMs, apartMs }: RecordedTest & TestRuns) {
  return { durationMs: testMs, cpuMs: 0, test: { runner, file, name, runs, apartMs } };
}

/** The processes count the start of Node.js, too. */
function ofStartup({ starts, listened, allMs, eachMs, marginMs }: StartupFigures) {
  return { durationMs: allMs, cpuMs: 0, startup: { starts, listened, eachMs, ...(marginMs === undefined ? {} : { marginMs }) } };
}

/**
 * Where the app's paths are on this machine: source maps of an app in a container are read here. Scripts that no path mapping leads to are
 * searched for, as when the run is opened.
 */
async function searchedPaths(
  { workspaceFolders, command, pathMappings = {} }: RecordedApp,
  threads: readonly RecordedThread[],
): Promise<LocalPath> {
  const folders = [...workspaceFolders, command.cwd];
  const search = await searchSources(profileSources(threads), folders, pathMapper([pathMappings]));
  return pathMapper([search?.mappings ?? {}, pathMappings]);
}

/** The run states its first thread's recorder and the reason; this states it for other threads that differ. */
function lessExact(primary: RecordedThread, threads: readonly RecordedThread[]): Problem[] {
  const others = threads.filter(({ recorder }) => recorder !== primary.recorder);
  return others.flatMap(({ name, recorderNote: why }) =>
    why === undefined ? [] : [{ code: "exact.threadNote", values: { name, why }, count: 1 }],
  );
}

/** Samples that V8 had not written when a thread ended, if they are more than one in a hundred. */
function unwritten(threads: readonly RecordedThread[]): Problem[] {
  const samples = threads.reduce((sum, { tickLog }) => sum + (tickLog?.unwrittenTicks ?? 0), 0);
  const busy = threads.reduce((sum, { profile }) => sum + countBusyTicks(profile), 0);
  const share = samples / Math.max(1, samples + busy);
  return share > leastUnwritten ? [{ code: "exact.unwritten", values: { samples, percent: Math.round(100 * share) }, count: 1 }] : [];
}

function mergeProblems(problems: readonly Problem[]): Problem[] {
  const merged = new ProblemCounts();
  for (const { code, values, count } of problems) merged.count(code, values, count);
  return [...merged.list()];
}
