import { randomUUID } from "node:crypto";
import { currentPlatform, pathsOf } from "./current-platform.ts";

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
