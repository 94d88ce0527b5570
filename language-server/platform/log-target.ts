import { randomUUID } from "node:crypto";
import path from "node:path";
import { currentPlatform } from "./current-platform.ts";

/** Where V8 writes the logs of a session. */
export interface LogTarget {
  /** Holds a file per isolate; on Windows, what came by the pipe. */
  readonly folder: string;
  /**
   * On Windows, V8 opens its log by `fopen_s`, which lets nobody read it meanwhile: there it writes to a named pipe. Others on the machine can list pipes
   * but, by its default rights, not write to it.
   */
  readonly pipe?: string | undefined;
}

/** The name has that of the session's folder in it, by which the app's processes tell that they write to it. */
export function logTarget(sessionFolder: string, platform: NodeJS.Platform = currentPlatform): LogTarget {
  const paths = platform === "win32" ? path.win32 : path.posix;
  const name = `\\\\.\\pipe\\${paths.basename(sessionFolder)}-${randomUUID()}`;
  return { folder: paths.join(sessionFolder, "ticks"), pipe: platform === "win32" ? name : undefined };
}
