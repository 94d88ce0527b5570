import { networkInterfaces } from "node:os";
import { isLoopback } from "../analysis/load/loopback.ts";

/** Whether a host is this machine: by its name, or an address of its network interfaces. An IPv6 address may be in brackets. */
export function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return isLoopback(bare.includes(":") ? `[${bare}]` : bare) || ownAddresses().includes(bare);
}

export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}
