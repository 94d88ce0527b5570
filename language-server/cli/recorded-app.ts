import os from "node:os";
import type { LoadPlan, LoadTool } from "../analysis/load/load.ts";
import { sendingProblems } from "../analysis/load/sending-problems.ts";
import { UserError, caughtUserError } from "../analysis/user-error.ts";
import { caughtUp } from "../recording/back-pressure.ts";
import { exactElseInspector, inspectorInsteadOfExact, inspectorOnly } from "../recording/session/default-recorder.ts";
import { isFailedLoad } from "../recording/load/report-problem.ts";
import { Deferred } from "../recording/deferred.ts";
import { Recording } from "../recording/session/recording.ts";
import type { RecordingEvents } from "../recording/session/recording-events.ts";
import type { RecordingOptions } from "../recording/session/recording-options.ts";
import type { InspectorPlace } from "../platform/nodes/node-processes.ts";
import { findExecutable } from "../platform/executables.ts";
import type { Listener } from "./command.ts";
import { exit } from "./terminal.ts";
import { reportWaiting } from "./recording/launching.ts";
import { whenInterrupted } from "./recording/recorded-savings.ts";
import { placeOf, ServerChoice } from "./recording/server-choice.ts";
import { progressText, StatusLine } from "./recording/status-line.ts";
import type { RequestedLoad } from "./requested-load.ts";

/** Before what is recorded: only then there are any. */
export { setupRequests } from "./setup-option.ts";
/** In place of it. */
export { mayAttach } from "./attach/confirmed-host.ts";
export { recordStarts } from "./recording/recorded-starts.ts";
/** After it. */
export { recordPasses } from "./recording/recorded-passes.ts";
export { recordSavings } from "./recording/recorded-savings.ts";

export interface RecordedApp {
  /** Folders of the runs written, in order. */
  readonly folders: readonly string[];
  /**
   * Like a shell's: 0, or the app's own code if it failed by itself (128 plus the signal's number if a signal ended it); 1 if the load
   * failed, or the run could not be written where it should be.
   */
  readonly exitCode: number;
  /** No request of the load succeeded, which the user has been shown. */
  readonly hasFailedLoad: boolean;
  /** The user ended it while the load warmed up. */
  readonly isStoppedInWarmup: boolean;
  /** The load that was sent last. */
  readonly plan: LoadPlan | undefined;
}

/** A command that records several times in a row. */
interface RecordingCaller {
  readonly ending: AbortSignal;
  /** The app listens, and no load is to come. */
  readonly onServer?: (() => void) | undefined;
}

/**
 * Starts the app, or attaches to it, and records it until it ends, its load run is over, or a terminating signal arrives; a second signal
 * exits at once. With a `caller`, that alone ends it. Resolves when no process is left of an app that was started, and nothing of ours in
 * another. The output of a started app is passed through.
 */
export async function recordApp(
  from: "exact" | "inspector" | InspectorPlace,
  options: Omit<RecordingOptions, "createRecorder">,
  load: RequestedLoad | undefined,
  terminal: Listener,
  onProblem: (problem: UserError) => void,
  caller?: RecordingCaller,
): Promise<RecordedApp> {
  const status = new StatusLine(terminal);
  const folders: string[] = [];
  const ended = new Deferred<void>();
  let exitCode = 0;
  let hasFailedLoad = false;
  let isElsewhere = false;
  let hasBegun = false;
  let isEnding = false;
  let recording: Recording | undefined;

  function end(): void {
    isEnding = true;
    void recording?.stop();
  }

  let plan: LoadPlan | undefined;
  let isWarmingUp = false;
  let isInterrupted = false;
  let isStoppedInWarmup = false;
  function interrupt(): void {
    // The watchdog ends the app.
    if (isInterrupted) exit(130);
    isInterrupted = true;
    isStoppedInWarmup = isWarmingUp;
    status.say({ code: typeof from === "object" ? "command.detaching" : "command.ending" });
    end();
  }

  function begin(origin: string, tool?: LoadTool): void {
    if (isEnding || recording === undefined) return;
    hasBegun = true;
    notice?.[Symbol.dispose]();
    if (load === undefined) caller?.onServer?.();
    try {
      if (load === undefined && typeof from === "object") recording.startRecording();
      else if (load === undefined) {
        if (options.keepsStart !== true) recording.startRecording();
        status.say({
          code: options.keepsStart === true ? "command.listeningGoesOn" : "command.listening",
          values: { port: placeOf(origin) },
        });
      } else recording.startLoad((plan = load.planFor(origin, tool)));
    } catch (error) {
      onProblem(caughtUserError(error));
    }
  }

  function fail(error: UserError): void {
    exitCode = 1;
    onProblem(error);
    end();
  }

  /** The load again, by a tool that speaks HTTP/2, if the user left the choice to us and has one. */
  async function sendByHttp2(error: UserError): Promise<void> {
    const plan = load?.isToolChosen === false && chosen !== undefined ? load.planFor(chosen, "h2load") : undefined;
    const tool = plan && (await findExecutable("h2load", options.launch.cwd ?? "", process.env));
    if (plan === undefined || tool === undefined || chosen === undefined || sendingProblems(plan).length > 0) return fail(error);
    status.say({ code: "command.byHttp2", values: { server: chosen } });
    begin(chosen, "h2load");
  }

  // What is attached to runs already. A URL says itself where the load goes, perhaps to a port that is forwarded.
  const beginsAtOnce = typeof from === "object" && (load === undefined || load.port !== undefined);
  const awaited = beginsAtOnce ? undefined : load;
  let chosen: string | undefined;
  const choice =
    awaited &&
    new ServerChoice(awaited, {
      chosen: (origin, said) => {
        chosen = origin;
        if (said !== undefined && !isEnding) status.say(said);
        begin(origin);
      },
      missing: (problem) => {
        hasBegun = true;
        fail(problem);
      },
    });

  function onListening(origins: readonly string[]): void {
    const [first] = origins;
    if (choice !== undefined) choice.heard(origins);
    else if (first !== undefined && !hasBegun) begin(first);
  }

  const notice = awaited && reportWaiting(awaited, status, terminal.words);
  const waiting: (readonly string[])[] = [];
  const staleOutputs = new Set<string>();
  whenInterrupted(interrupt, caller?.ending);
  try {
    const events: RecordingEvents = {
      output: (_text, stream, bytes) => {
        status.makeWay(bytes);
        const out = terminal[stream === "stdout" ? "out" : "err"];
        out.write(bytes);
        return caughtUp(out);
      },
      ready: ({ origins }) => (recording === undefined ? void waiting.push(origins) : onListening(origins)),
      build: ({ stale, command }) => {
        if (stale === undefined || staleOutputs.has(stale.output)) return;
        staleOutputs.add(stale.output);
        const { output, source } = stale;
        const withCommand = { code: "command.staleBuildWith", values: { output, source, command } } as const;
        status.warn(command === "" ? { code: "command.staleBuild", values: { output, source } } : withCommand);
      },
      recording: () => undefined,
      loadProgress: (progress) => {
        isWarmingUp = progress.phase === "warmup";
        status.show(progressText(progress, terminal.words));
      },
      loadEnded: ({ error }) => {
        status.clear();
        if (error === undefined) end();
        else if (error.coded.code === "load.onlyHttp2" && !isEnding) void sendByHttp2(error);
        else fail(error);
      },
      runWritten: ({ folder, run }) => {
        folders.push(folder);
        if (load !== undefined || isEnding) return;
        // The recording of a server reached its time limit; the app would run on forever. Another program may have work to finish.
        if (hasBegun) end();
        else if (run.end === "time-cap") status.say({ code: "command.goesOn" });
      },
      problem: (problem) => {
        status.clear();
        hasFailedLoad ||= isFailedLoad(problem);
        isElsewhere ||= problem.coded.code === "run.kept";
        onProblem(problem);
      },
      ended: ({ code, signal }, isAsked) => {
        if (!isAsked) exitCode = signal === null ? (code ?? 1) : 128 + os.constants.signals[signal];
        ended.resolve();
      },
    };
    recording = await (typeof from === "object"
      ? Recording.attach(from, { ...options, createRecorder: inspectorInsteadOfExact }, events)
      : Recording.start({ ...options, createRecorder: from === "exact" ? exactElseInspector : inspectorOnly }, events));
    if (typeof from === "object") {
      const address = `${from.host}:${from.port}`;
      status.warn({ code: "attach.published", values: { address } });
      if (beginsAtOnce) begin("");
      if (load === undefined) status.say({ code: "command.attached", values: { address } });
    }
    for (const origins of waiting) onListening(origins);
    if (isEnding) end();
    await ended.promise;
    await recording.stop();
    if (load !== undefined && !hasBegun && !isInterrupted && exitCode === 0) {
      exitCode = 1;
      onProblem(new UserError("terminal.neverListened"));
    }
  } finally {
    choice?.[Symbol.dispose]();
    notice?.[Symbol.dispose]();
    status.clear();
  }
  // What comes next in a script looks for the run where it was said to be.
  if (isElsewhere && exitCode === 0) exitCode = 1;
  return { folders, exitCode, hasFailedLoad, isStoppedInWarmup, plan };
}
