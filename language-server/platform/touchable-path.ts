import { currentPlatform } from "./current-platform.ts";

/** Names of Windows' devices, whatever folder and extension they are given. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:[.:]|$)/i;

/**
 * Whether a path that a file or an app names may be touched. On Windows a path of another host sends the user's credentials there, and one of a
 * device waits for it: both are refused unless the user's own folders are there, too.
 */
export function isTouchable(file: string, platform: NodeJS.Platform = currentPlatform): boolean {
  if (file.includes("\0")) return false;
  if (platform !== "win32") return true;
  if (/^[\\/]{2}/.test(file)) return false;
  return !file.split(/[\\/]/).some((part) => device.test(part));
}
