import { createHash } from "node:crypto";
import { availableParallelism, cpus, networkInterfaces } from "node:os";
import type { RunMachine } from "../analysis/compare/comparability.ts";
import { isLoopback } from "../analysis/load/socket-address.ts";
import { currentPlatform } from "./current-platform.ts";
import { processSpace } from "./private/owned-folder.ts";
import { toolOutput } from "./tool-output.ts";

/** Whether a host is this machine: by its name, or an address of its network interfaces. An IPv6 address may be in brackets. */
export function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return isLoopback(bare.includes(":") ? `[${bare}]` : bare) || ownAddresses().includes(bare);
}

export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}

/** What a run keeps of this machine. Windows has no name for a boot that is the same for all of it and no other one's. */
export async function thisMachine(platform: NodeJS.Platform = currentPlatform): Promise<RunMachine> {
  const id = platform === "darwin" ? await toolOutput("sysctl", ["-n", "kern.bootsessionuuid"]) : processSpace(platform).boot;
  return machineOf({ cpu: cpus()[0]?.model, cores: availableParallelism(), bootId: id === undefined ? undefined : String(id) });
}

/** With a hash in place of the boot's id, which nobody needs to know. */
export function machineOf({ cpu = "", cores, bootId = "" }: MachineFacts): RunMachine {
  const id = bootId.trim();
  const model = cpu.trim();
  return {
    // What Node says of some ARM processors.
    ...(model === "" || model === "unknown" ? {} : { cpu: model }),
    ...(cores === undefined ? {} : { cores }),
    ...(id === "" ? {} : { boot: createHash("sha256").update(`heatline ${id}`).digest("hex").slice(0, 16) }),
  };
}

/** What a process says of its machine. */
interface MachineFacts {
  readonly cpu?: string | undefined;
  readonly cores?: number | undefined;
  readonly bootId?: string | undefined;
}
