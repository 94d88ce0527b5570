import { readdirSync, readFileSync } from "node:fs";

/** File descriptors that the app needs besides its connections: files, log, inspector. */
const reserve = 32;

/**
 * How many connections this process may open; undefined if unknown. If a load asks for more, its sockets fail as fast as they are created,
 * and nothing else gets a turn.
 */
export function mostConnections(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? undefined : Math.max(1, Number(soft) - readdirSync("/proc/self/fd").length - reserve);
  } catch (error) {
    // Only Linux has these files.
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
