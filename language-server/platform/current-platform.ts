import path from "node:path";

/** The platform of this process. Everything else takes the platform as an argument, so that tests cover the branches of all. */
export const currentPlatform: NodeJS.Platform = process.platform;

/** How paths are written there. */
export function pathsOf(platform: NodeJS.Platform): typeof path.posix {
  return platform === "win32" ? path.win32 : path.posix;
}
