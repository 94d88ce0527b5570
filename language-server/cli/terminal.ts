import type { Share } from "../analysis/units.ts";
import type { Words } from "./words/words.ts";
import { heatStep } from "../analysis/costs/heat.ts";
import { createInterface } from "node:readline/promises";
import { closeSync, fstatSync } from "node:fs";
import { isatty } from "node:tty";
import { unlessRefused } from "../platform/refusals.ts";

/** How to write: with colours for a terminal that supports them, as plain text for a file or pipe. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly heat: (text: string, share: Share) => string;
  /** Columns of the terminal; 200 without one, so that a minified line does not flood a file. */
  readonly width: number;
  readonly words: Words;
}

/** Of xterm's 256 colours, cold to hot: readable on dark and light backgrounds. */
const heatColours = [67, 73, 71, 107, 136, 172, 166, 160];

const widthOfFiles = 200;

const plain = (text: string): string => text;

/** Colours only on a terminal; respects the environment's NO_COLOR and FORCE_COLOR (no-color.org). */
export function styleFor(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: Readonly<Record<string, string | undefined>>,
  words: Words,
): Style {
  const width = stream.isTTY === true ? Math.max(60, stream.columns ?? 80) : widthOfFiles;
  const isForced = env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "";
  const isRefused = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  if (!isForced && (isRefused || stream.isTTY !== true)) return { bold: plain, dim: plain, heat: plain, width, words };
  return {
    bold: (text) => `\u001B[1m${text}\u001B[22m`,
    dim: (text) => `\u001B[2m${text}\u001B[22m`,
    heat: (text, share) => `\u001B[38;5;${heatColours[heatStep(share)] ?? 160}m${text}\u001B[39m`,
    width,
    words,
  };
}

/** What the user answers on the terminal, in each of our languages. Undefined without a terminal. An end of the input is a no. */
export async function yesOrNo(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<string>((resolve) => questions.once("close", () => resolve("")));
    return /^\s*(?:y|yes|д|да|是)\s*$/i.test(await Promise.race([questions.question(question), ended]));
  } finally {
    questions.close();
  }
}

/**
 * Ends the process. Node aborts with a stack trace if it cannot restore the mode of a terminal that went away since its start; it leaves a
 * closed stream alone.
 */
export function exit(code: number): never {
  for (const stream of [0, 1, 2]) if (isNoTerminal(stream)) closeSync(stream);
  process.exit(code);
}

/** A terminal that went away is still a device, but no longer a terminal, as is /dev/null. */
function isNoTerminal(stream: number): boolean {
  // Windows does not describe a console.
  return unlessRefused(() => fstatSync(stream).isCharacterDevice() && !isatty(stream)) === true;
}
