import { currentPlatform } from "../../platform/current-platform.ts";
import type { ChannelThreadFacts } from "../in-app/channel/channel-protocol.ts";
import type { OwnCpu, ThreadClock } from "../in-app/messages.ts";
import { cpuIn } from "../in-app/thread-clock.ts";
import { readProc } from "../../platform/proc/proc-files.ts";

/** What Linux tells of a thread that cannot answer, as it works or waits without a turn of its event loop; empty elsewhere. */
export function outsideClock(
  pid: number,
  { threadId, tid, countsThread }: Pick<ChannelThreadFacts, "threadId" | "tid" | "countsThread">,
  platform: NodeJS.Platform = currentPlatform,
): ThreadClock {
  const own = tid === undefined ? undefined : cpuOf(`${pid}/task/${tid}`, platform);
  return { own, cpu: cpuUs(countsThread ? own : threadId === 0 ? processCpu(pid, platform) : undefined) };
}

/** User and system time of a whole process. */
export function processCpu(pid: number, platform: NodeJS.Platform = currentPlatform): OwnCpu | undefined {
  return cpuOf(String(pid), platform);
}

export function cpuUs(cpu: OwnCpu | undefined): number | undefined {
  return cpu && cpu.user + cpu.system;
}

function cpuOf(name: string, platform: NodeJS.Platform): OwnCpu | undefined {
  return platform === "linux" ? cpuIn(readProc(name, "stat")) : undefined;
}
