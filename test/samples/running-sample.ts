import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sampleFile, type Variant } from "./samples.ts";

/** A sample started with `npm start` on a free port, as by a user; disposing ends its whole process group. */
export class RunningSample implements AsyncDisposable {
  readonly url: string;
  readonly #npm: ChildProcess;

  private constructor(url: string, npm: ChildProcess) {
    this.url = url;
    this.#npm = npm;
  }

  /** Resolves when the app has printed its address; rejects with its output if it exits before. */
  static async start(name: string, variant: Variant): Promise<RunningSample> {
    const cwd = fileURLToPath(sampleFile(name, variant, ""));
    const npm = spawn("npm", ["start"], { cwd, detached: true, env: { ...process.env, PORT: "0" }, stdio: ["ignore", "pipe", "pipe"] });
    const url = await new Promise<string>((resolve, reject) => {
      let output = "";
      const read = (chunk: string) => {
        output += chunk;
        const listening = /listening on (http:\S+)\n/.exec(output);
        if (listening?.[1]) resolve(listening[1]);
      };
      npm.stdout.setEncoding("utf8").on("data", read);
      npm.stderr.setEncoding("utf8").on("data", read);
      npm.on("error", reject);
      npm.on("close", (code) => reject(new Error(`${name}/${variant} ended with ${code}:\n${output}`)));
    });
    return new RunningSample(url, npm);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url + path, { headers });
  }

  /** Status and body of a response in JSON. */
  async json(path: string): Promise<{ status: number; body: unknown }> {
    const response = await this.get(path);
    return { status: response.status, body: await response.json() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#npm.pid === undefined || this.#npm.exitCode !== null || this.#npm.signalCode !== null) return;
    const closed = once(this.#npm, "close");
    process.kill(-this.#npm.pid, "SIGTERM");
    await closed;
  }
}
