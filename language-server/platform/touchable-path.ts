import { currentPlatform } from "./current-platform.ts";

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
