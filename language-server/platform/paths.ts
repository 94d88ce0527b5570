import { currentPlatform, pathsOf } from "./current-platform.ts";
import { randomUUID } from "node:crypto";

/** Where V8 writes the logs of a session. */
export interface LogTarget {
  /** Contains a file per isolate; on Windows, what arrives by the pipe. */
  readonly folder: string;
  /**
   * On Windows V8 opens its log with `fopen_s`, which locks it for readers, so there it writes to a named pipe. Others on the machine can
   * list pipes, but by default not write to them.
   */
  readonly pipe?: string | undefined;
  /** V8 writes the files itself on Windows: each can only be read once its process has ended. */
  readonly isHeld?: boolean;
}

/** The name contains that of the session's folder, by which the app's processes recognise that they are writing to it. */
export function logTarget(sessionFolder: string, platform: NodeJS.Platform = currentPlatform): LogTarget {
  const paths = pathsOf(platform);
  const name = `\\\\.\\pipe\\${paths.basename(sessionFolder)}-${randomUUID()}`;
  return { folder: paths.join(sessionFolder, "ticks"), pipe: platform === "win32" ? name : undefined };
}

/** The log files if there is no pipe. */
export function heldLogTarget(sessionFolder: string, platform: NodeJS.Platform = currentPlatform): LogTarget {
  return { folder: pathsOf(platform).join(sessionFolder, "ticks"), isHeld: true };
}

/** Names of Windows devices, in any folder and with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:[.:]|$)/i;

/**
 * Whether a path named by a file or an app may be accessed. On Windows, a path on another host sends the user's credentials there, and one
 * of a device may block: both are refused unless the user's own folders are there too.
 */
export function isTouchable(file: string, platform: NodeJS.Platform = currentPlatform): boolean {
  if (file.includes("\0")) return false;
  if (platform !== "win32") return true;
  if (/^[\\/]{2}/.test(file)) return false;
  return !file.split(/[\\/]/).some((part) => device.test(part));
}

/** Equal for all spellings of a file's path: file systems of Windows and macOS ignore case. */
export function pathKey(path: string, platform: NodeJS.Platform = currentPlatform): string {
  const slashed = platform === "win32" ? path.replaceAll("\\", "/") : path;
  return platform === "win32" || platform === "darwin" ? slashed.toLowerCase().normalize("NFC") : slashed;
}
