import { readdirSync, readFileSync } from "node:fs";
import { currentPlatform } from "./current-platform.ts";
import { unlessRefused } from "./refusals.ts";

/** File descriptors that the app needs besides its connections: files, log, inspector. */
const reserve = 32;

/**
 * How many connections this process may open; undefined if unknown, as on all systems but Linux. If a load asks for more, its sockets fail as
 * fast as they are created, and nothing else gets a turn.
 */
export function mostConnections(platform: NodeJS.Platform = currentPlatform): number | undefined {
  if (platform !== "linux") return undefined;
  // A container may lack /proc.
  return unlessRefused(() => {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? undefined : Math.max(1, Number(soft) - readdirSync("/proc/self/fd").length - reserve);
  });
}
