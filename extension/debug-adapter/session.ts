import type { Writable } from "node:stream";
import { DebugSession, ExitedEvent, InitializedEvent, Response, TerminatedEvent, Thread } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { caughtUserError, UserError } from "../../language-server/analysis/user-error.ts";
import type { AppExit, TerminalCommand } from "../../language-server/recording/app/app-process.ts";
import { exactElseInspector, inspectorInsteadOfExact, inspectorOnly } from "../../language-server/recording/session/default-recorder.ts";
import { Recording } from "../../language-server/recording/session/recording.ts";
import type { RecordingBundles, RecordingOptions } from "../../language-server/recording/session/recording-options.ts";
import { checkExplain, type Explained, Explaining } from "./explaining.ts";
import {
  checkAttachArguments,
  checkLaunchArguments,
  checkLoadPlan,
  type CheckedAttachArguments,
  type CheckedLaunchArguments,
} from "./launch-arguments.ts";
import { MeasuringSavings } from "./measuring-savings.ts";
import type { AdapterRequests } from "./messages.ts";
import { refusalOf } from "./refused-requests.ts";
import { SessionOutput } from "./session-output.ts";
import { shownError } from "./shown-error.ts";

const mainThread = 1;

/** These are not for the recording that runs, but in its place. */
type OfPasses = "heatline.explain" | "heatline.cancelExplain";

const handlers: Readonly<Record<Exclude<keyof AdapterRequests, OfPasses>, (recording: Recording, args: unknown) => Promise<void> | void>> =
  {
    "heatline.startLoad": (recording, args) => recording.startLoad(checkLoadPlan(args)),
    "heatline.startCheckedLoad": (recording, args) => recording.startCheckedLoad(checkLoadPlan(args)),
    "heatline.proceedLoad": (recording) => recording.proceedLoad(),
    "heatline.cancelLoad": (recording) => recording.cancelLoad(),
    "heatline.discard": (recording) => recording.discard(),
    "heatline.startRecording": (recording) => recording.startRecording(),
    "heatline.stopRecording": (recording) => recording.stopRecording(),
  };
const ofPasses: readonly OfPasses[] = ["heatline.explain", "heatline.cancelExplain"];

/**
 * Translates DAP to a recording. Nothing ever pauses: breakpoints are reported as unverified. `launch` starts the app, `terminate` and
 * `disconnect` flush and end it, the `heatline.*` requests of messages.ts control load runs.
 */
export class HeatlineSession extends DebugSession {
  readonly #bundles: RecordingBundles;
  readonly #output: SessionOutput;
  #launched: RecordingOptions | undefined;
  #explaining: Explaining | undefined;
  #measuring: MeasuringSavings | undefined;
  /** Launches the app, or attaches to it. */
  #begin: (() => Promise<void>) | undefined;
  #isAttached = false;
  #recording: Recording | undefined;
  #starting: Promise<void> = Promise.resolve();
  #restarting = false;
  #hasEnded = false;
  #isInitialised = false;
  #canRunInTerminal = false;
  /** It has our log, and opens links to commands. */
  #isVisualStudioCode = false;
  #isShuttingDown = false;
  /** The client wants the session to end. */
  #isEnding = false;

  /** `out` is the stream that the session is started on. */
  constructor(bundles: RecordingBundles, out: Writable) {
    super();
    this.#output = new SessionOutput(out, (event) => this.sendEvent(event));
    this.#bundles = bundles;
    this.setDebuggerLinesStartAt1(true);
    this.setDebuggerColumnsStartAt1(true);
  }

  /** Called when the client is gone, asks to end, or has its answer to `disconnect`: flushes, ends the app, and then this process. */
  override shutdown(): void {
    if (this.#isShuttingDown) return;
    this.#isShuttingDown = true;
    void this.#end()
      .then(() => 0)
      .catch((error: unknown) => {
        console.error(error);
        return 1;
      })
      .then((code) => this.#output.flushed().then(() => process.exit(code)));
  }

  /** What is no message at all is dropped: the base class would end the session. */
  override handleMessage(message: DebugProtocol.ProtocolMessage | null): void {
    if (message !== null) super.handleMessage(message);
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    const refusal = refusalOf(request, [...Object.keys(handlers), ...ofPasses], this.#isInitialised);
    if (refusal !== undefined) return this.#answer(new Response(request), () => Promise.reject(refusal));
    // The base class refuses clients that leave it out, though the protocol makes paths the default.
    const initial = { pathFormat: "path", ...(request.arguments as object | undefined) };
    super.dispatchRequest(request.command === "initialize" ? { ...request, arguments: initial } : request);
  }

  protected override initializeRequest(response: DebugProtocol.InitializeResponse, args: DebugProtocol.InitializeRequestArguments): void {
    this.#isInitialised = true;
    this.#isVisualStudioCode = args.clientID === "vscode";
    this.#canRunInTerminal = args.supportsRunInTerminalRequest === true;
    this.#output.client = args;
    response.body = {
      supportsConfigurationDoneRequest: true,
      supportsTerminateRequest: true,
      supportsRestartRequest: true,
      exceptionBreakpointFilters: [],
    };
    this.sendResponse(response);
    this.sendEvent(new InitializedEvent());
  }

  protected override launchRequest(response: DebugProtocol.LaunchResponse, args: DebugProtocol.LaunchRequestArguments): void {
    this.#answer(response, async () => {
      const launch = checkLaunchArguments(args);
      await this.#beginOnce(() => this.#start(launch));
    });
  }

  protected override attachRequest(response: DebugProtocol.AttachResponse, args: DebugProtocol.AttachRequestArguments): void {
    this.#answer(response, async () => {
      const attach = checkAttachArguments(args);
      await this.#beginOnce(() => this.#attach(attach));
    });
  }

  protected override restartRequest(response: DebugProtocol.RestartResponse, args: DebugProtocol.RestartArguments | undefined): void {
    this.#answer(response, async () => {
      const changed: unknown = args?.arguments;
      if (changed !== undefined && !this.#isAttached) {
        const launch = checkLaunchArguments(changed);
        this.#begin = () => this.#start(launch);
      }
      if (this.#begin === undefined) throw new UserError("session.notLaunched");
      // It starts the app itself.
      if (this.#explaining !== undefined) return this.#explaining.cancel();
      await this.#stopForAnother();
      this.#starting = this.#begin();
      await this.#starting;
    });
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    this.#answer(response, () => this.#end());
  }

  protected override disconnectRequest(response: DebugProtocol.DisconnectResponse): void {
    // The client may keep our input open.
    this.#answer(
      response,
      () => this.#end(),
      () => this.shutdown(),
    );
  }

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    response.body = { threads: [new Thread(mainThread, "main")] };
    this.sendResponse(response);
  }

  protected override setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    args: DebugProtocol.SetBreakpointsArguments,
  ): void {
    const message = this.#output.translate({ code: "session.noBreakpoints" });
    response.body = { breakpoints: (args.breakpoints ?? []).map(({ line }) => ({ verified: false, line, message })) };
    this.sendResponse(response);
  }

  protected override pauseRequest(response: DebugProtocol.PauseResponse): void {
    this.#answer(response, () => Promise.reject(new UserError("session.noPause")));
  }

  protected override evaluateRequest(response: DebugProtocol.EvaluateResponse, args: DebugProtocol.EvaluateArguments): void {
    this.#answer(response, async () => {
      if (this.#recording === undefined) throw new UserError("app.notRunning");
      try {
        response.body = { result: await this.#recording.evaluate(args.expression), variablesReference: 0 };
      } catch (error) {
        // What the user's expression threw is the result to show.
        if (!(error instanceof Error)) throw error;
        throw error instanceof UserError ? error : new UserError("text.plain", { text: error.message }, { cause: error });
      }
    });
  }

  protected override customRequest(command: string, response: DebugProtocol.Response, args: unknown): void {
    // What is none of ours was refused before.
    this.#answer(response, async () => {
      if (command === "heatline.explain") return this.#explain(await checkExplain(args));
      if (command === "heatline.cancelExplain") return this.#explaining?.cancel();
      await handlers[command as keyof typeof handlers](await this.#running(), args);
    });
  }

  async #explain(asked: Explained): Promise<void> {
    const recording = await this.#running();
    const options = this.#launched;
    if (options === undefined) throw new UserError("pass.attached");
    if (this.#explaining !== undefined) throw new UserError("session.explaining");
    recording.mayLoad();
    this.#explaining = new Explaining(
      options,
      asked,
      this.#output,
      () => this.#stopForAnother(),
      () => this.#afterPasses(asked),
    );
  }

  /** What the session recorded last has been reported: its end is not that of the session. */
  async #stopForAnother(): Promise<void> {
    this.#restarting = true;
    await this.#measuring?.cancel();
    await this.#recording?.stop();
    this.#restarting = false;
  }

  async #afterPasses({ endsAfter }: Explained): Promise<void> {
    this.#explaining = undefined;
    if (this.#isEnding) return;
    if (endsAfter || this.#launched === undefined) return this.#onEnded({ code: 0, signal: null });
    this.#starting = this.#record({ ...this.#launched, skipsStart: true });
    await this.#starting.catch((error: unknown) => {
      this.#output.problem(caughtUserError(error));
      this.#onEnded({ code: 1, signal: null });
    });
  }

  /** A session has one app, since a second one would not be ended. If one could not be started, the client may try again. */
  async #beginOnce(begin: () => Promise<void>): Promise<void> {
    if (this.#begin !== undefined) throw new UserError("session.alreadyBegun");
    this.#begin = begin;
    this.#starting = begin();
    try {
      await this.#starting;
    } catch (error) {
      this.#begin = undefined;
      throw error;
    }
  }

  async #running(): Promise<Recording> {
    if (this.#explaining !== undefined) throw new UserError("session.explaining");
    await this.#starting;
    if (this.#recording === undefined) throw new UserError("app.notRunning");
    return this.#recording;
  }

  async #start(launch: CheckedLaunchArguments): Promise<void> {
    const { program, args, cwd, env, envFile, runtimeExecutable, runtimeArgs, recorder, console: where, routes, ...options } = launch;
    const isOfStarts = options.startup !== undefined;
    const inTerminal = this.#canRunInTerminal && !isOfStarts && (where === "integratedTerminal" || where === "externalTerminal");
    this.#launched = {
      ...options,
      keepsStart: options.fromStart,
      // A test and a start have no requests of their own.
      pass: routes && options.test === undefined && !isOfStarts ? "routes" : undefined,
      launch: { program, args, cwd, env, envFile, runtimeExecutable, runtimeArgs },
      terminal: inTerminal ? (words) => this.#runInTerminal(where, words, options.runName) : undefined,
      createRecorder: recorder === "exact" ? exactElseInspector : inspectorOnly,
      bundles: this.#bundles,
    };
    if (options.savings !== undefined) {
      this.#measuring = new MeasuringSavings(this.#launched, options.savings, this.#output, () => this.#onEnded({ code: 0, signal: null }));
      return;
    }
    await this.#record(this.#launched);
  }

  async #record(options: RecordingOptions): Promise<void> {
    this.#hasEnded = false;
    this.#recording = await Recording.start(
      options,
      this.#output.recordingEvents((exit) => this.#onEnded(exit)),
    );
  }

  async #attach({ host, port, cwd, recorder, ...options }: CheckedAttachArguments): Promise<void> {
    this.#isAttached = true;
    this.#hasEnded = false;
    const createRecorder = recorder === "exact" ? inspectorInsteadOfExact : inspectorOnly;
    this.#recording = await Recording.attach(
      { host, port },
      { ...options, launch: { cwd }, createRecorder, bundles: this.#bundles },
      this.#output.recordingEvents((exit) => this.#onEnded(exit)),
    );
    this.#output.say({ code: "attach.published", values: { address: `${host}:${port}` } });
  }

  #onEnded({ code, signal }: AppExit): void {
    if (this.#restarting) return;
    this.#hasEnded = true;
    if (!this.#isAttached) this.sendEvent(new ExitedEvent(code ?? (signal === null ? 0 : 1)));
    this.sendEvent(new TerminatedEvent());
  }

  #runInTerminal(where: "integratedTerminal" | "externalTerminal", { args, cwd }: TerminalCommand, title: string): Promise<void> {
    const kind = where === "integratedTerminal" ? "integrated" : "external";
    return new Promise((resolve, reject) => {
      this.runInTerminalRequest({ kind, args: [...args], cwd, title }, 30_000, (response) => {
        if (response.success) resolve();
        else reject(new UserError("session.noTerminal", { reason: response.message ?? "" }));
      });
    });
  }

  async #end(): Promise<void> {
    this.#isEnding = true;
    // A failed launch has already been reported.
    await this.#starting.catch(() => undefined);
    await this.#explaining?.cancel();
    await this.#measuring?.cancel();
    const ended = this.#recording?.stop();
    if (ended !== undefined && !this.#hasEnded)
      await this.#output.sayWhile({ code: this.#isAttached ? "session.detaching" : "session.ending" }, ended);
    await ended;
  }

  /** The DAP boundary: errors the user can fix are shown to them, all others are reported as bugs. */
  #answer(response: DebugProtocol.Response, work: () => Promise<unknown>, answered: () => void = () => undefined): void {
    const answer = work().then(
      () => this.sendResponse(response),
      (error: unknown) => {
        const shown = shownError(error, (text) => this.#output.translate(text), this.#isVisualStudioCode);
        // `sendErrorResponse` would give clients that read only the message its unfilled format.
        this.sendResponse({ ...response, success: false, message: shown.variables.text, body: { error: shown } });
      },
    );
    void answer.then(answered);
  }
}
