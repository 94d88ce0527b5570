import { socketAddress } from "../../analysis/load/socket-address.ts";
import { isLoopback } from "../../analysis/load/loopback.ts";
import type { LoadPlan } from "../../analysis/load/load.ts";

/**
 * The plan at the address where the app listens after its restart, which may be another port. Undefined as long as it may still open the port
 * of before; `isSettled`: it opens no more. Plans for other machines are unchanged.
 */
export function reachedPlan(plan: LoadPlan, origins: readonly string[], isSettled: boolean): LoadPlan | undefined {
  const { baseUrl } = plan;
  if (origins.some((origin) => placeOf(origin) === placeOf(baseUrl)) || !isThisMachine(baseUrl)) return plan;
  const [first] = origins;
  return isSettled && first !== undefined ? { ...plan, baseUrl: first } : undefined;
}

/** A port is the same place by any name of this machine. */
function placeOf(url: string): string {
  const socket = socketAddress(url);
  if (socket !== undefined) return socket.path;
  const { protocol, port } = new URL(url);
  return port === "" ? protocol : port;
}

function isThisMachine(url: string): boolean {
  return socketAddress(url) !== undefined || isLoopback(new URL(url).hostname);
}
