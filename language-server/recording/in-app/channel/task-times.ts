import * as fs from "node:fs";
import type { TaskCpu } from "../messages.ts";
import { cpuIn } from "../thread-clock.ts";

const { readdirSync, readFileSync } = fs;
const folder = "/proc/self/task";

/** CPU time of all threads of this process; undefined on other systems than Linux, and where the app may not read it. */
export function taskTimes(): readonly TaskCpu[] | undefined {
  try {
    return readdirSync(folder).flatMap((tid) => {
      const cpu = cpuIn(readFileSync(`${folder}/${tid}/stat`, "latin1"));
      return cpu === undefined ? [] : [{ tid: Number(tid), ...cpu }];
    });
  } catch {
    return undefined;
  }
}
