import * as v from "valibot";
import { type CancellationToken, type Connection, ErrorCodes, LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import { issueReason } from "../analysis/issue-reason.ts";
import type { Locale } from "../texts/locale.ts";
import { localised, textIn } from "../texts/localised.ts";
import { UserError } from "../analysis/user-error.ts";
import { withOwnFile } from "../platform/installation/own-files.ts";
import type { Request } from "../protocol/message.ts";
import { Cancelled } from "./cancelled.ts";

/** Whom a client talks to, and in which language. */
interface Server {
  readonly connection: Connection;
  readonly locale: Locale;
}

/**
 * Handles a request; `handler` gets validated parameters. This is the server's only error boundary: a UserError is answered with its text
 * in the client's language, a cancellation with RequestCancelled; anything else is a bug, logged with its stack.
 */
export function respond<Params extends v.GenericSchema, Result>(
  server: Server,
  { method, params: schema }: Request<Params, Result>,
  handler: (params: v.InferOutput<Params>, signal: AbortSignal) => Promise<Result>,
): Disposable {
  const disposable = server.connection.onRequest(method, async (...received: unknown[]): Promise<unknown> => {
    const token = received.at(-1) as CancellationToken;
    const params = v.safeParse(schema, received.length === 2 ? received[0] : received.slice(0, -1));
    if (!params.success) {
      const detail = issueText(params.issues, server.locale);
      return new ResponseError(ErrorCodes.InvalidParams, textIn(server.locale)("answer.invalid", { method, detail }));
    }
    const controller = new AbortController();
    if (token.isCancellationRequested) controller.abort();
    const listener = token.onCancellationRequested(() => controller.abort());
    try {
      return (await Promise.race([handler(params.output, controller.signal), aborted(controller.signal)])) ?? null;
    } catch (error) {
      return responseError(server, error);
    } finally {
      listener.dispose();
    }
  });
  return { [Symbol.dispose]: () => disposable.dispose() };
}

/** Of the calls of this handler only the newest goes on: an older one that still runs is cancelled. */
export function newest<Params, Result>(
  handler: (params: Params, signal: AbortSignal) => Promise<Result>,
): (params: Params, signal: AbortSignal) => Promise<Result> {
  let last = new AbortController();
  return async (params, signal) => {
    last.abort();
    const own = new AbortController();
    last = own;
    const both = AbortSignal.any([signal, own.signal]);
    return Promise.race([handler(params, both), aborted(both)]);
  };
}

/** For work without a caller to report to: logs bugs, ignores cancellations. */
export async function inBackground(connection: Connection, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Cancelled) return;
    connection.console.error(error instanceof UserError ? error.text : detailOf(error));
  }
}

function responseError({ connection, locale }: Server, thrown: unknown): ResponseError {
  const error = withOwnFile(thrown, __dirname);
  if (error instanceof Cancelled) return new ResponseError(LSPErrorCodes.RequestCancelled, localised({ code: "answer.cancelled" }, locale));
  if (error instanceof UserError) return new ResponseError(LSPErrorCodes.RequestFailed, localised(error.coded, locale));
  connection.console.error(detailOf(error));
  const detail = error instanceof Error ? error.message : String(error);
  return new ResponseError(ErrorCodes.InternalError, textIn(locale)("answer.bug", { detail }));
}

/** Rejects when the signal is aborted, so that a cancelled request is answered at once, even while its handler is busy. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(new Cancelled());
    else signal.addEventListener("abort", () => reject(new Cancelled()), { once: true });
  });
}

function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by ${detailOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

function issueText([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]], locale: Locale): string {
  const [path, reason] = [v.getDotPath(issue), localised(issueReason(issue), locale)];
  return path === null ? reason : `${path}: ${reason}`;
}
