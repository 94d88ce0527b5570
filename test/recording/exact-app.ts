import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { ProcessReport } from "../../language-server/recording/in-app/reports.ts";
import { monotonicUs, unstarted } from "../../language-server/recording/ticks/thread-clock.ts";
import { ExactRecorder } from "../../language-server/recording/ticks/exact-recorder.ts";
import { SessionFolder } from "../../language-server/recording/app/session-folder.ts";
import { watchReports } from "../../language-server/recording/app/session-reports.ts";
import { Deferred } from "../../language-server/recording/deferred.ts";
import { readInAppCode } from "../../language-server/recording/inspector/evaluate.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";
import { Inspector } from "../../language-server/recording/inspector/inspector.ts";

/** A real app under the exact recorder and a real inspector, without the rest of a recording. */
export class ExactApp implements AsyncDisposable {
  readonly recorder: ExactRecorder;
  readonly #session: SessionFolder;
  readonly child: ChildProcess;
  readonly inspector: Inspector;
  readonly #lines: AsyncIterator<string>;

  private constructor(recorder: ExactRecorder, session: SessionFolder, child: ChildProcess, inspector: Inspector) {
    this.recorder = recorder;
    this.#session = session;
    this.child = child;
    this.inspector = inspector;
    if (child.stdout === null) throw new Error("The app has no output.");
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  static async start(nodePath: string, nodeVersion: string, program: readonly string[], interval = 1000): Promise<ExactApp> {
    const { inApp } = await buildAdapter();
    const session = await SessionFolder.create(inApp);
    const recorder = await ExactRecorder.create({ nodePath, nodeVersion, interval, sessionFolder: session.path });
    const reported = new Deferred<ProcessReport>();
    using _reports = await watchReports(session.reports, {
      report: (report) => {
        if (report.kind === "process") reported.resolve(report);
      },
      gone: () => undefined,
    });
    const child = spawn(nodePath, [...recorder.nodeArgs, "--require", session.preload, ...program], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    child.once("exit", () => reported.reject(new Error("The app ended before it reported itself.")));
    const inspector: Inspector = await Inspector.connect(await reported.promise, "main", await readInAppCode(inApp), {
      worker: (thread) => recorder.attach(inspector, thread),
      leaving: (thread) => recorder.leaving(inspector, thread),
      gone: (thread) => recorder.gone(thread),
      hook: () => undefined,
      closed: () => undefined,
    });
    await recorder.attach(inspector, inspector.main);
    return new ExactApp(recorder, session, child, inspector);
  }

  get folder(): string {
    return this.#session.path;
  }

  /** Lets the app reach its first line, which its hooks report in a recording. */
  async run(isReported = true): Promise<void> {
    if (isReported) this.recorder.running(this.inspector.main, monotonicUs(), unstarted);
    await this.inspector.run();
  }

  /** The next line of the app's output. */
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
    await this.#session[Symbol.asyncDispose]();
  }
}
