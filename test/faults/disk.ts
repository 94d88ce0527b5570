import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import path from "node:path";

/** Mounts a small disk in place of a folder. Needs root on Linux. */
export class SmallDisk implements Disposable {
  readonly #folder: string;

  constructor(folder: string, bytes: number, options = "") {
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes},mode=700${options}`, "none", folder], {
        stdio: ["ignore", "ignore", "pipe"],
      });
    } catch (error) {
      throw new Error("This test runs as root on Linux, where mount(8) makes small disks.", { cause: error });
    }
    this.#folder = folder;
  }

  /** Leaves no page free. */
  fill(): void {
    const file = path.join(this.#folder, "filler");
    const piece = Buffer.alloc(64 * 1024);
    try {
      for (;;) appendFileSync(file, piece);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  }

  [Symbol.dispose](): void {
    execFileSync("umount", ["--lazy", this.#folder]);
  }
}
