import { type LoadDefaults, planFrom } from "../../analysis/load/load.ts";
import type { FirstResponse } from "../../analysis/load/first-response.ts";
import { sendingProblems, sendingProblemText } from "../../analysis/load/sending-problems.ts";
import type { Milliseconds, Seconds } from "../../analysis/units.ts";
import { localised } from "../../texts/localised.ts";
import { plain } from "../answer/figures.ts";
import { Refusal, type ToolCall } from "../tools/tool.ts";
import { agentRecordings, isWanted, noteRecording, removeNote } from "../../history/agent-recording.ts";
import { AdapterClient, type AdapterEvent } from "./adapter-client.ts";

/** What is to be recorded, and how. */
export interface Wish {
  /** Of the run: `shop · npm start`. */
  readonly name: string;
  /** Arguments of the debug adapter's `launch`. */
  readonly launch: Readonly<Record<string, unknown>>;
  readonly runsFolder: string;
  readonly workspaceFolders: readonly string[];
  /** Sent once the app listens, on `port` if that is given. */
  readonly load?: LoadDefaults | undefined;
  readonly port?: number | undefined;
  /** Its start again and again, as one run. */
  readonly startup?: boolean | undefined;
  /** Without a load: records a server that long; a program that ends is recorded whole without it. */
  readonly seconds?: Seconds | undefined;
}

/** Apps open several ports one after the other. */
const settledMs: Milliseconds = 300;
/** An app that compiles first takes its time. */
const listenMs: Milliseconds = 120_000;
/** Of a program that runs without a load and without `seconds`. */
const longestSeconds: Seconds = 600;
/** A program that listens this long does not end by itself. */
const serverMs: Milliseconds = 5000;
const keptOutput = 4000;
const longestClient = 100;
/** How often it is looked whether a window has removed the note of the recording. */
const noteMs: Milliseconds = 500;

interface Current {
  readonly name: string;
  readonly startedAt: number;
  readonly controller: AbortController;
  readonly done: Promise<unknown>;
}

/** Records one app at a time, as two would disturb each other. */
export class Recorder {
  readonly #adapter: string;
  #current: Current | undefined;

  /** `adapter`: the bundle of the debug adapter. */
  constructor(adapter: string) {
    this.#adapter = adapter;
  }

  /** Throws a Refusal that says what is being recorded, here or by another agent's server. */
  async mustBeFree(runsFolder: string): Promise<void> {
    if (this.#current !== undefined) throw busy(this.#current.name, performance.now() - this.#current.startedAt);
    const [other] = await agentRecordings(runsFolder);
    if (other !== undefined) throw busy(other.name, Date.now() - Date.parse(other.startedAt));
  }

  /** Resolves to the folder of the run, when nothing that was started is left. Rejects with a Refusal; when aborted nothing is kept. */
  async record(wish: Wish, call: Pick<ToolCall, "signal" | "progress" | "client">): Promise<string> {
    if (this.#current !== undefined) throw busy(this.#current.name, performance.now() - this.#current.startedAt);
    const controller = new AbortController();
    const done = this.#recorded(wish, call, controller);
    this.#current = { name: wish.name, startedAt: performance.now(), controller, done };
    try {
      return await done;
    } finally {
      this.#current = undefined;
    }
  }

  async #recorded(
    wish: Wish,
    { signal, progress, client }: Pick<ToolCall, "signal" | "progress" | "client">,
    controller: AbortController,
  ): Promise<string> {
    const agent = client.name.slice(0, longestClient);
    const note = await noteRecording(wish.runsFolder, {
      name: wish.name,
      client: agent,
      startedAt: new Date().toISOString(),
      pid: process.pid,
    });
    let isStopped = false;
    const look = async (): Promise<void> => {
      if (await isWanted(note)) return;
      isStopped = true;
      controller.abort();
    };
    const looking = setInterval(() => void look(), noteMs);
    try {
      return await new Recording(this.#adapter, wish, agent, progress, AbortSignal.any([signal, controller.signal])).run();
    } catch (error) {
      if (isStopped) throw new Refusal("The user stopped the recording. Nothing of it is kept.", { cause: error });
      throw error;
    } finally {
      clearInterval(looking);
      await removeNote(note);
    }
  }

  async close(): Promise<void> {
    this.#current?.controller.abort();
    await this.#current?.done.catch(() => undefined);
  }
}

function busy(name: string, ms: Milliseconds): Refusal {
  return new Refusal(
    `“${plain(name)}” is being recorded, for ${Math.round(ms / 1000)} s now. Two at once would disturb each other: wait for its answer, or cancel it.`,
  );
}

class Recording {
  readonly #client: AdapterClient;
  readonly #wish: Wish;
  readonly #agent: string;
  readonly #progress: ToolCall["progress"];
  readonly #signal: AbortSignal;
  readonly #problems: string[] = [];
  readonly #waiting = new Set<() => void>();
  #origins: readonly string[] = [];
  #pid: number | undefined;
  #run: string | undefined;
  #hasEnded = false;
  #isLoaded = false;
  #output = "";

  constructor(adapter: string, wish: Wish, agent: string, progress: ToolCall["progress"], signal: AbortSignal) {
    [this.#wish, this.#agent, this.#progress, this.#signal] = [wish, agent, progress, signal];
    this.#client = new AdapterClient(adapter, {
      event: (event) => this.#hear(event),
      output: (text) => (this.#output = (this.#output + text).slice(-keptOutput)),
      ended: () => {
        this.#hasEnded = true;
        this.#ring();
      },
    });
    signal.addEventListener("abort", () => this.#ring(), { once: true });
  }

  async run(): Promise<string> {
    try {
      await this.#record();
    } finally {
      if (this.#signal.aborted) await this.#client.ask("heatline.discard", {}).catch(() => undefined);
      await this.#client.end();
    }
    this.#signal.throwIfAborted();
    if (this.#run === undefined) throw this.#failure("Nothing was recorded.");
    return this.#run;
  }

  async #record(): Promise<void> {
    const { name, launch, runsFolder, workspaceFolders, load, seconds, startup = false } = this.#wish;
    this.#progress({ progress: 0 }, `Starting ${plain(name)}`);
    await this.#client.request("initialize", { clientID: "heatline-mcp", adapterID: "heatline", locale: "en", pathFormat: "path" });
    const limit = load === undefined && seconds === undefined ? { maxDurationSeconds: longestSeconds } : {};
    const ours = { runName: name, runsFolder, workspaceFolders, agent: this.#agent, console: "internalConsole" };
    await this.#client.request("launch", { ...launch, ...(startup ? { startup: {} } : limit), ...ours });
    await this.#client.request("configurationDone", {});
    if (startup) return await this.#until(() => this.#run !== undefined || this.#hasEnded);
    if (load !== undefined) return await this.#underLoad(load);
    if (seconds === undefined) return await this.#whole();
    await this.#until(() => this.#pid !== undefined || this.#hasEnded);
    await this.#client.ask("heatline.startRecording", {});
    await this.#until(() => this.#hasEnded, seconds * 1000);
    if (!this.#hasEnded) await this.#client.ask("heatline.stopRecording", {});
    await this.#until(() => this.#run !== undefined || this.#hasEnded);
  }

  /** A program that ends by itself. A test may listen meanwhile; of anything else that does, only a load or a time has an end. */
  async #whole(): Promise<void> {
    await this.#until(() => this.#hasEnded || this.#origins.length > 0);
    await this.#until(() => this.#hasEnded, this.#wish.launch["test"] === undefined ? serverMs : undefined);
    const [origin] = this.#origins;
    if (!this.#hasEnded && origin !== undefined)
      throw this.#failure(
        `The app is a server that listens on ${plain(origin)}: say by load which requests to send, or by seconds how long to record it.`,
      );
    await this.#until(() => this.#hasEnded);
  }

  async #underLoad(load: LoadDefaults): Promise<void> {
    const { port } = this.#wish;
    const wanted = (origin: string): boolean => port === undefined || new URL(origin).port === String(port);
    await this.#until(() => this.#origins.some(wanted) || this.#hasEnded, listenMs);
    await this.#until(() => this.#hasEnded, settledMs);
    const origin = this.#origins.find(wanted);
    if (origin === undefined)
      throw this.#failure(this.#hasEnded ? "The app ended before it listened." : `The app did not listen within ${listenMs / 1000} s.`);
    const plan = planFrom({ ...load, baseUrl: origin });
    const [problem] = sendingProblems(plan);
    if (problem !== undefined) throw new Refusal(localised(sendingProblemText(problem), "en"));
    await this.#client.ask("heatline.startCheckedLoad", { plan });
    await this.#until(() => this.#isLoaded || this.#hasEnded || this.#problems.length > 0);
    if (this.#isLoaded) await this.#until(() => this.#run !== undefined || this.#hasEnded);
  }

  #hear(event: AdapterEvent): void {
    switch (event.name) {
      case "heatline.ready":
        [this.#origins, this.#pid] = [event.body.origins, event.body.pid];
        break;
      case "heatline.loadProgress": {
        const { phase, elapsedSeconds, remainingSeconds, figures } = event.body;
        const total = remainingSeconds === undefined ? undefined : elapsedSeconds + remainingSeconds;
        const rate = figures === undefined ? "" : `, ${Math.round(figures.requestsPerSecond)} req/s, p99 ${Math.round(figures.p99Ms)} ms`;
        this.#progress({ progress: elapsedSeconds, total }, `${phase}, ${Math.round(elapsedSeconds)} s${rate}`);
        break;
      }
      case "heatline.firstResponses": {
        this.#judge(event.body.responses);
        break;
      }
      case "heatline.loadEnded":
        this.#isLoaded = true;
        if (event.body.error !== undefined) this.#report(event.body.error);
        break;
      case "heatline.problem":
        this.#report(event.body);
        break;
      case "heatline.runWritten":
        if (event.body.isDoubtful !== true) this.#run = event.body.folder;
        break;
      case "heatline.answered":
      case "heatline.build":
      case "heatline.recording":
      case "heatline.loop":
      case "heatline.liveRun":
      case "heatline.passProgress":
      case "heatline.passWritten":
      case "heatline.explained":
      case "heatline.startEnded":
      case "heatline.savingsProgress":
      case "heatline.savingsMeasured":
      case "heatline.appFailed":
        break;
    }
    this.#ring();
  }

  /** An empty answer and a redirect may be what the app is for; of the others the load would measure errors. */
  #judge(responses: readonly FirstResponse[]): void {
    const bad = responses.filter(({ doubt }) => doubt !== "empty" && doubt !== "redirect");
    if (bad.length === 0) return void this.#client.ask("heatline.proceedLoad", {}).catch(() => undefined);
    const seen = bad.map(({ request, status = "", reason }) => plain(`${request}: ${status} ${reason}`, 200));
    this.#problems.push(
      `The load was not sent, because of the first answer. ${seen.join("; ")}. Name a request that the app answers well, or a setup that signs in.`,
    );
  }

  #report({ message, remedy }: { readonly message: string; readonly remedy: string }): void {
    this.#problems.push(plain(`${message} ${remedy}`, 500));
  }

  #ring(): void {
    for (const each of this.#waiting) each();
  }

  /** Resolves when it holds, or after that time. Rejects when aborted. */
  async #until(holds: () => boolean, most?: Milliseconds): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!holds() && !this.#signal.aborted) return;
        this.#waiting.delete(look);
        resolve();
      };
      if (most !== undefined) {
        timer = setTimeout(() => {
          this.#waiting.delete(look);
          resolve();
        }, most);
      }
      this.#waiting.add(look);
      look();
    });
    clearTimeout(timer);
    this.#signal.throwIfAborted();
  }

  /** With what was reported, and the end of what the app printed. */
  #failure(what: string): Refusal {
    const printed = this.#output
      .trim()
      .split("\n")
      .slice(-12)
      .map((line) => plain(line, 160))
      .filter((line) => line !== "");
    return new Refusal(
      [...(this.#problems.length > 0 ? this.#problems : [what]), ...(printed.length > 0 ? ["The app printed last:", ...printed] : [])].join(
        "\n",
      ),
    );
  }
}
