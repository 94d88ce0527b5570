import * as v from "valibot";
import { issueReason } from "../../language-server/analysis/issue-reason.ts";
import { UserError } from "../../language-server/analysis/user-error.ts";

/** Requests about a stopped program, which no recorded one ever is. */
const whileStopped: ReadonlySet<string> = new Set([
  "continue",
  "next",
  "stepIn",
  "stepOut",
  "stepBack",
  "reverseContinue",
  "restartFrame",
  "goto",
  "gotoTargets",
  "stepInTargets",
  "stackTrace",
  "scopes",
  "variables",
  "setVariable",
  "setExpression",
  "exceptionInfo",
  "source",
]);

/** Of DAP, what there is a handler for. */
const supported: ReadonlySet<string> = new Set([
  "initialize",
  "launch",
  "attach",
  "restart",
  "terminate",
  "disconnect",
  "configurationDone",
  "threads",
  "setBreakpoints",
  "setExceptionBreakpoints",
  "pause",
  "evaluate",
]);

/** A client that gives up may end the session at any time. */
const beforeInitialize: ReadonlySet<string> = new Set(["initialize", "disconnect"]);

/** Of the requests whose arguments are not checked elsewhere; the base class and our handlers rely on it. */
const shapes: Readonly<Record<string, v.GenericSchema>> = {
  initialize: v.nullish(v.looseObject({ clientID: v.optional(v.string()), locale: v.optional(v.string()) })),
  setBreakpoints: v.object({ breakpoints: v.optional(v.array(v.object({ line: v.number() }))) }),
  evaluate: v.object({ expression: v.string() }),
};
const anyShape = v.nullish(v.looseObject({}));
const request = v.object({ seq: v.number(), command: v.string(), arguments: anyShape });

/**
 * Why a client's request cannot be handled; undefined if it can. The base class would answer what has no handler as if it were done. `ours`: names
 * beyond DAP.
 */
export function refusalOf(message: unknown, ours: readonly string[], isInitialized: boolean): UserError | undefined {
  const read = v.safeParse(request, message);
  const given = read.success && Object.hasOwn(shapes, read.output.command) ? shapes[read.output.command] : undefined;
  const parsed = read.success ? v.safeParse(given ?? anyShape, read.output.arguments) : read;
  if (read.success) {
    const { command } = read.output;
    if (!isInitialized && !beforeInitialize.has(command)) return new UserError("session.notInitialised", { request: command });
    if (whileStopped.has(command)) return new UserError("session.notStopped");
    if (!supported.has(command) && !ours.includes(command)) return new UserError("session.notSupported", { request: command });
    if (command === "initialize" && isInitialized) return new UserError("session.alreadyInitialised");
  }
  if (parsed.success) return undefined;
  const [issue] = parsed.issues;
  return new UserError("session.badRequest", { name: v.getDotPath(issue) ?? "arguments", reason: issueReason(issue) });
}
