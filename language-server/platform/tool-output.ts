import { execFile } from "node:child_process";
import type { Milliseconds } from "../analysis/units.ts";

const limitMs: Milliseconds = 15_000;

/** Output of a system tool, even if it then failed. Undefined if the tool is missing, printed nothing or takes too long. */
export async function toolOutput(file: string, args: readonly string[]): Promise<Buffer | undefined> {
  const { stdout } = await runTool(file, args);
  return stdout.length > 0 ? stdout : undefined;
}

/** Whether a system tool succeeded. */
export async function toolSucceeds(file: string, args: readonly string[]): Promise<boolean> {
  return (await runTool(file, args)).isGood;
}

function runTool(file: string, args: readonly string[]): Promise<{ readonly isGood: boolean; readonly stdout: Buffer }> {
  return new Promise((resolve) => {
    const options = { encoding: "buffer", timeout: limitMs, windowsHide: true, maxBuffer: 32 * 1024 * 1024 } as const;
    const none = { isGood: false, stdout: Buffer.alloc(0) };
    // With an ASCII locale, tools would escape all other letters.
    const env = { ...process.env, LC_ALL: "en_US.UTF-8" };
    try {
      execFile(file, args, { ...options, env }, (error, stdout) =>
        resolve(error?.killed === true ? none : { isGood: error === null, stdout }),
      );
    } catch (error) {
      // `execFile` throws if the system refuses for a reason that Node does not know, such as a policy on Windows.
      if (!(error instanceof Error && "code" in error)) throw error;
      resolve(none);
    }
  });
}
