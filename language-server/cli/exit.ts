import { closeSync, fstatSync } from "node:fs";
import { isatty } from "node:tty";

/**
 * Ends the process. Node aborts with a stack trace if it cannot restore the mode of a terminal that went away since its start; it leaves a
 * closed stream alone.
 */
export function exit(code: number): never {
  // Such a terminal is still a device, but no longer a terminal, as is /dev/null.
  for (const stream of [0, 1, 2]) if (fstatSync(stream).isCharacterDevice() && !isatty(stream)) closeSync(stream);
  process.exit(code);
}
