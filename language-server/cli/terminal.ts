import type { Share } from "../analysis/units.ts";
import type { Words } from "./words/words.ts";
import { heatStep } from "../analysis/costs/heat.ts";

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
