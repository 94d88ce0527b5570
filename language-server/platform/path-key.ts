import { currentPlatform } from "./current-platform.ts";

/** Equal for all spellings of a file's path: file systems of Windows and macOS ignore case. */
export function pathKey(path: string, platform: NodeJS.Platform = currentPlatform): string {
  const slashed = platform === "win32" ? path.replaceAll("\\", "/") : path;
  return platform === "win32" || platform === "darwin" ? slashed.toLowerCase().normalize("NFC") : slashed;
}
