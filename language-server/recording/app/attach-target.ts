import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { say, UserError } from "../../analysis/user-error.ts";
import { TimeLimitError } from "../time-limit.ts";

/** Where a running app's inspector listens. */
export interface AttachTarget {
  readonly host: string;
  readonly port: number;
}

const answerLimitMs = 5000;

/**
 * The `ws://` URL of the Node inspector at a place. Node answers to addresses and `localhost` only, so a name is resolved first. Rejects with a
 * UserError where nothing answers, or something that is no Node.
 */
export async function inspectorAt(target: AttachTarget): Promise<string> {
  const place = `${target.host}:${target.port}`;
  const authority = `${await addressOf(target.host)}:${target.port}`;
  const found = await ask(`http://${authority}/json/list`, place);
  const [first] = Array.isArray(found) ? (found as readonly { readonly type?: unknown; readonly webSocketDebuggerUrl?: unknown }[]) : [];
  if (first?.type !== "node") {
    throw new UserError(
      say`What answers at ${place} is not a Node.js inspector.`,
      "Check host and port; the app prints them when its inspector opens.",
    );
  }
  if (typeof first.webSocketDebuggerUrl !== "string") {
    throw new UserError(say`The inspector at ${place} serves another client already.`, "Close that one and try again.");
  }
  return first.webSocketDebuggerUrl.replace(/^ws:\/\/[^/]+/, `ws://${authority}`);
}

/** The host of an app on another machine, as an URL has it; undefined for this machine. */
export function otherHost({ host }: AttachTarget): string | undefined {
  if (/^(localhost|127\.[\d.]+|::1)$/i.test(host)) return undefined;
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** The failure of joining the app at a place, as its user can mend it; a bug of ours is thrown as it is. */
export function joinProblem(error: unknown, { host, port }: AttachTarget): UserError {
  if (!(error instanceof Error) || error instanceof TypeError) throw error;
  const place = `${host}:${port}`;
  return error instanceof TimeLimitError
    ? new UserError(say`The app at ${place} does not answer.`, "It may be suspended, or busy in native code. Attach again when it runs.", {
        cause: error,
      })
    : new UserError(
        say`The app at ${place} ended, or closed its inspector, while Heatline was attaching.`,
        "Start it again with “node --inspect” and attach again.",
        { cause: error },
      );
}

async function addressOf(host: string): Promise<string> {
  if (isIP(host) === 6) return `[${host}]`;
  if (isIP(host) === 4) return host;
  try {
    const { address, family } = await lookup(host);
    return family === 6 ? `[${address}]` : address;
  } catch (error) {
    throw new UserError(say`The host ${host} is not known.`, "Check its name, or give its address.", { cause: error });
  }
}

async function ask(url: string, place: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerLimitMs) });
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw new UserError(
      say`No inspector answers at ${place}.`,
      "Start the app with “node --inspect”, or pick its process with “Heatline: Attach to Process…”.",
      { cause: error },
    );
  }
}
