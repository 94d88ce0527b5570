import { readFileSync, readlinkSync } from "node:fs";
import { currentPlatform } from "../current-platform.ts";
import { unlessRefused } from "../refusals.ts";

/** Where the ids of processes say which process is meant. Only Linux tells. */
export interface ProcessSpace {
  /** Another one since the machine started again: no process of before is left. */
  readonly boot?: string | undefined;
  /** Of a container of its own: processes of another one are not seen. */
  readonly space?: string | undefined;
}

/** That of this process. */
export function processSpace(platform: NodeJS.Platform = currentPlatform): ProcessSpace {
  if (platform !== "linux") return {};
  return {
    boot: unlessRefused(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()),
    space: unlessRefused(() => readlinkSync("/proc/self/ns/pid")),
  };
}
