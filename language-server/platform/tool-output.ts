import { execFile, type ExecFileOptions } from "node:child_process";
import type { Milliseconds } from "../analysis/units.ts";
import { ifRefused } from "./refusals.ts";

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
      resolve(ifRefused(error) ?? none);
    }
  });
}

/** Decodes what a Windows tool printed to a pipe: UTF-8, or UTF-16 with a byte order mark, as wmic writes it. */
export function windowsText(output: Buffer): string {
  return output[0] === 0xff && output[1] === 0xfe ? output.toString("utf16le", 2) : output.toString("utf8");
}
