import CDP from "chrome-remote-interface";
import type { Milliseconds } from "../../analysis/units.ts";
import type { AppHooks } from "../in-app/messages.ts";
import { hooksSymbol } from "../in-app/messages.ts";
import { type EvaluateResponse, throwIfFailed } from "../inspector/evaluate.ts";
import { noProtocol } from "../inspector/inspector.ts";
import { withinLimit } from "../time-limit.ts";

const limitMs: Milliseconds = 2000;

/**
 * Calls a hook in the main thread by the inspector at that address, which interrupts a thread that does not return to its event loop. Nothing
 * stays connected: Node would wait for that at the exit.
 */
export async function callByInspector<Name extends keyof AppHooks>(
  url: string,
  name: Name,
  args: readonly unknown[],
): Promise<ReturnType<AppHooks[Name]>> {
  const connecting = CDP({ target: url, protocol: noProtocol });
  try {
    // A process that is stopped (SIGSTOP) accepts the connection and says nothing.
    const client = await withinLimit(connecting, limitMs, "The app");
    const expression = `globalThis[Symbol.for("${hooksSymbol}")].${name}(...${JSON.stringify(args)})`;
    const answer = client.send("Runtime.evaluate", { expression, returnByValue: true, silent: true });
    const evaluated = (await withinLimit(answer, limitMs, "The app")) as unknown as EvaluateResponse;
    return throwIfFailed(evaluated).result.value as ReturnType<AppHooks[Name]>;
  } finally {
    const closed = connecting.then((client) => client.close());
    await withinLimit(closed, limitMs, "The app").catch(() => undefined);
  }
}
