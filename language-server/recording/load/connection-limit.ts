import { readdirSync, readFileSync } from "node:fs";

/** What the app needs of the same limit beside its connections: its files, its log, the inspector. */
const reserve = 32;

/**
 * How many connections this process may open; undefined where the system does not say. Where there are fewer than a load asks for, its sockets
 * fail as fast as they are made, and nothing else gets a turn.
 */
export function mostConnections(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? undefined : Math.max(1, Number(soft) - readdirSync("/proc/self/fd").length - reserve);
  } catch (error) {
    // Linux alone has these files.
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
