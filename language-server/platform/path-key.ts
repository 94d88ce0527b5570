import { currentPlatform } from "./current-platform.ts";

/** What two spellings of one file have in common: equal keys, same file. File systems of Windows and macOS ignore case. */
export function pathKey(path: string, platform: NodeJS.Platform = currentPlatform): string {
  const slashed = platform === "win32" ? path.replaceAll("\\", "/") : path;
  return platform === "win32" || platform === "darwin" ? slashed.toLowerCase().normalize("NFC") : slashed;
}
