import { closeSync, fstatSync } from "node:fs";
import { isatty } from "node:tty";
import { unlessRefused } from "../platform/refusals.ts";

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
