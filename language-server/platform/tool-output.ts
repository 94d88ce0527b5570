import { execFile, type ExecFileOptions } from "node:child_process";
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

/** How a system tool is run. With an ASCII locale, it would escape all other letters. */
export function toolSetting(): Pick<ExecFileOptions, "timeout" | "windowsHide" | "maxBuffer" | "env"> {
  return { timeout: limitMs, windowsHide: true, maxBuffer: 32 * 1024 * 1024, env: { ...process.env, LC_ALL: "en_US.UTF-8" } };
}

function runTool(file: string, args: readonly string[]): Promise<{ readonly isGood: boolean; readonly stdout: Buffer }> {
  return new Promise((resolve) => {
    const none = { isGood: false, stdout: Buffer.alloc(0) };
    try {
      execFile(file, args, { ...toolSetting(), encoding: "buffer" }, (error, stdout) =>
        resolve(error?.killed === true ? none : { isGood: error === null, stdout }),
      );
    } catch (error) {
      // `execFile` throws if the system refuses for a reason that Node does not know, such as a policy on Windows.
      if (!(error instanceof Error && "code" in error)) throw error;
      resolve(none);
    }
  });
}
