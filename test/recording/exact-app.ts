import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { ProcessReport } from "../../language-server/recording/in-app/app-preload.ts";
import { monotonicUs } from "../../language-server/recording/ticks/exact-log.ts";
import { ExactRecorder } from "../../language-server/recording/ticks/exact-recorder.ts";
import { Inspector } from "../../language-server/recording/inspector/inspector.ts";
import { unstarted } from "../../language-server/recording/ticks/thread-clock.ts";

const preload = path.join(import.meta.dirname, "../fixtures/ground-truth/wait-for-inspector.cjs");

/** A real app under the exact recorder and a real inspector, without the rest of a recording. */
export class ExactApp implements AsyncDisposable {
  readonly recorder: ExactRecorder;
  readonly folder: string;
  readonly child: ChildProcess;
  readonly inspector: Inspector;
  readonly #lines: AsyncIterator<string>;

  private constructor(recorder: ExactRecorder, folder: string, child: ChildProcess, inspector: Inspector) {
    this.recorder = recorder;
    this.folder = folder;
    this.child = child;
    this.inspector = inspector;
    if (child.stdout === null) throw new Error("The app has no output.");
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  static async start(nodePath: string, nodeVersion: string, program: readonly string[], interval = 1000): Promise<ExactApp> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-exact-"));
    const recorder = await ExactRecorder.create({ nodePath, nodeVersion, interval, sessionFolder: folder });
    const child = spawn(nodePath, [...recorder.nodeArgs, "--require", preload, ...program], { stdio: ["ignore", "pipe", "pipe"] });
    const url = await new Promise<string>((resolve, reject) => {
      let text = "";
      child.stderr.on("data", (piece: Buffer) => {
        text += String(piece);
        const found = /ws:\/\/\S+/.exec(text)?.[0];
        if (found !== undefined) resolve(found);
      });
      child.once("exit", () => reject(new Error(`The app ended: ${text}`)));
    });
    const report: ProcessReport = {
      kind: "process",
      pid: child.pid ?? 0,
      ppid: process.pid,
      isForked: false,
      inspectorUrl: url,
      isRestricted: false,
      hasInspector: true,
      logsTicks: true,
      profilesItself: false,
      argv: [nodePath, ...program],
      execPath: nodePath,
      nodeVersion,
      v8Version: "",
    };
    const inspector: Inspector = await Inspector.connect(report, "main", {
      worker: (thread) => recorder.attach(inspector, thread),
      leaving: (thread) => recorder.leaving(inspector, thread),
      gone: (thread) => recorder.gone(thread),
      hook: () => undefined,
      closed: () => undefined,
    });
    await recorder.attach(inspector, inspector.main);
    return new ExactApp(recorder, folder, child, inspector);
  }

  /** Lets the app come to its first line, which its hooks would tell in a recording. */
  async run(): Promise<void> {
    this.recorder.running(this.inspector.main, monotonicUs(), unstarted);
    await this.inspector.run();
  }

  /** Next line that the app prints. */
  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error("The app printed nothing more.");
    return value;
  }

  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, "exit");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, "exit");
      this.child.kill("SIGKILL");
      await ended;
    }
    await this.inspector[Symbol.asyncDispose]();
    await this.recorder[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }
}
