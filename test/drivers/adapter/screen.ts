import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { markVariable } from "./session-processes.ts";

/** A pseudoterminal by script(1) of util-linux, with all that is printed in it. */
export class Screen {
  #ended: Promise<unknown> = Promise.resolve();
  readonly #pieces: Buffer[] = [];

  run(args: readonly string[], cwd: string, mark = ""): ChildProcess {
    const command = args.map((arg) => `'${arg.replaceAll("'", String.raw`'\''`)}'`).join(" ");
    const terminal = spawn("script", ["--quiet", "--return", "--flush", "--command", `exec ${command}`, "/dev/null"], {
      cwd,
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, [markVariable]: mark },
    });
    terminal.stdout.on("data", (piece: Buffer) => this.#pieces.push(piece));
    this.#ended = once(terminal, "close");
    return terminal;
  }

  /** All that was printed, once what ran has ended. */
  async text(): Promise<string> {
    await this.#ended;
    return Buffer.concat(this.#pieces).toString("latin1");
  }
}
