import { readFile } from "node:fs/promises";

/** A call of the system with a path: `newfstatat`, and the rest of the line as strace(1) writes it. */
export interface FileCall {
  readonly name: string;
  readonly line: string;
}

/** What strace(1) sees a command and all that it starts do with files. */
export class FileTrace {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Runs a command with its own process id; strace itself runs beside it. */
  get tracer(): readonly string[] {
    return ["strace", "-D", "-f", "-y", "-s", "4096", "--seccomp-bpf", "-e", "trace=%file", "-o", this.#file];
  }

  /** Whether all that was traced has ended, so that the trace is complete. */
  async isComplete(): Promise<boolean> {
    const alive = new Set<string>();
    for (const line of await this.#lines()) {
      const pid = line.slice(0, line.indexOf(" "));
      if (/^\d+ +\+\+\+ (?:exited|killed)/.test(line)) alive.delete(pid);
      else alive.add(pid);
    }
    return alive.size === 0;
  }

  /** The calls whose line has this text. A call that another one interrupts has two lines, of which the first has the path. */
  async calls(text: string): Promise<readonly FileCall[]> {
    const lines = (await this.#lines()).filter((line) => line.includes(text) && !line.includes("resumed>"));
    return lines.map((line) => ({ name: /^\d+ +(\w+)\(/.exec(line)?.[1] ?? line, line }));
  }

  async #lines(): Promise<readonly string[]> {
    return (await readFile(this.#file, "utf8")).split("\n").filter((line) => line !== "");
  }
}
