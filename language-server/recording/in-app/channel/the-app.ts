import { fstatSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ChannelAddress } from "./channel-protocol.ts";

/** Where errors go, as the system knows it. */
interface Stderr {
  readonly dev: number;
  readonly ino: number;
}

/** Beside the reports: the stderr of a package manager that the recorder has started. */
const stderrFile = "stderr.txt";
/** Beside the reports: there is an app already. */
const appFile = "app.txt";

/** Call in a package manager: what it starts is the app if it has the same stderr. */
export function noteStderr(reports: string, { recorder, passesOutput }: ChannelAddress): void {
  const own = passesOutput && process.ppid === recorder ? stderrOf() : undefined;
  if (own !== undefined) writeUnlessThere(path.join(reports, stderrFile), `${own.dev} ${own.ino}`);
}

/**
 * Whether this process is the app that the user profiles, which opens an inspector: the first Node that the recorder starts, itself or
 * through a package manager, and only if what it prints is the recorder's to read, as Node prints the inspector's address there.
 */
export function isTheApp(reports: string, { recorder, passesOutput }: ChannelAddress): boolean {
  if (!passesOutput) return false;
  return process.ppid === recorder || (hasNotedStderr(reports) && writeUnlessThere(path.join(reports, appFile), String(process.pid)));
}

function hasNotedStderr(reports: string): boolean {
  const own = stderrOf();
  try {
    return own !== undefined && readFileSync(path.join(reports, stderrFile), "utf8") === `${own.dev} ${own.ino}`;
  } catch {
    return false;
  }
}

/** Undefined where the system does not tell pipes apart. */
function stderrOf(): Stderr | undefined {
  try {
    const { dev, ino } = fstatSync(2);
    return ino === 0 ? undefined : { dev, ino };
  } catch {
    return undefined;
  }
}

function writeUnlessThere(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}
