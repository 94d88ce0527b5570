import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { UserError } from "../../analysis/user-error.ts";
import type { InspectorPlace } from "../../platform/nodes/node-processes.ts";
import { TimeLimitError } from "../time-limit.ts";

export type AttachTarget = InspectorPlace;

const answerLimitMs = 5000;

/**
 * The `ws://` URL of the Node inspector at a place. Node accepts only addresses and `localhost`, so a name is resolved first. Rejects with
 * a UserError if nothing answers, or something other than Node.
 */
export async function inspectorAt(target: InspectorPlace): Promise<string> {
  const place = `${target.host}:${target.port}`;
  const authority = `${await addressOf(target.host)}:${target.port}`;
  const found = await ask(`http://${authority}/json/list`, place);
  const [first] = Array.isArray(found) ? (found as readonly { readonly type?: unknown; readonly webSocketDebuggerUrl?: unknown }[]) : [];
  if (first?.type !== "node") {
    throw new UserError("attach.notInspector", { address: place });
  }
  if (typeof first.webSocketDebuggerUrl !== "string") {
    throw new UserError("attach.inUse", { address: place });
  }
  return first.webSocketDebuggerUrl.replace(/^ws:\/\/[^/]+/, `ws://${authority}`);
}

/** The host of an app on another machine, as in a URL; undefined for this machine. */
export function otherHost({ host }: InspectorPlace): string | undefined {
  if (/^(localhost|127\.[\d.]+|::1)$/i.test(host)) return undefined;
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** A failure to attach, with what the user can do about it; bugs are rethrown. */
export function joinProblem(error: unknown, { host, port }: InspectorPlace): UserError {
  if (!(error instanceof Error) || error instanceof TypeError) throw error;
  const place = `${host}:${port}`;
  return new UserError(error instanceof TimeLimitError ? "attach.silent" : "attach.lost", { address: place }, { cause: error });
}

async function addressOf(host: string): Promise<string> {
  if (isIP(host) === 6) return `[${host}]`;
  if (isIP(host) === 4) return host;
  try {
    const { address, family } = await lookup(host);
    return family === 6 ? `[${address}]` : address;
  } catch (error) {
    throw new UserError("attach.unknownHost", { host }, { cause: error });
  }
}

async function ask(url: string, place: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerLimitMs) });
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw new UserError("attach.noAnswer", { address: place }, { cause: error });
  }
}
