import { isAllFailed, type LoadPlan, type LoadReport } from "../../analysis/load/load.ts";
import { usesPlaceholder } from "../../analysis/load/load-command.ts";
import { UserError } from "../../analysis/user-error.ts";
import { awaitFirstResponse, firstResponseLimitMs, probe } from "./await-response.ts";
import { confirmResponses } from "./first-responses.ts";
import { speaksOnlyHttp2 } from "./http2/only-http2.ts";
import type { Spoken } from "./spoken-scheme.ts";
import type { LoadContext } from "./load-tool.ts";
import { serverName, type TargetedRequest, targetRequests } from "./request-target.ts";
import { openSessions } from "./setup/setup-requests.ts";
import { SetupSession } from "./setup/setup-session.ts";

/** What sends a load, ready to begin. */
export interface Sender {
  /** As they stand after the set-up; empty if we do not know what it sends. */
  readonly requests: readonly TargetedRequest[];
  /** Default: HTTP/1 alone. */
  readonly spoken?: Spoken | undefined;
  /** Called if the plan has a warm-up. */
  readonly warmUp: () => Promise<void>;
  /** Resolves, when nothing is left to prepare, to what sends the measured part. */
  readonly ready: () => Promise<() => Promise<LoadReport | undefined>>;
}

/** What the set-up requests obtained: of all connections, or of the first and of each other one. */
export type Sessions = readonly [SetupSession, ...(readonly SetupSession[])];

/**
 * The order of every load: set-up requests, first responses, warm-up, `measure`, the measured part. `prepare` is called after the set-up. Undefined if
 * it is cancelled before the measured part. Rejects with a UserError for what the user can fix.
 */
export async function sendLoad(
  plan: LoadPlan,
  context: LoadContext,
  prepare: (sessions: Sessions) => Promise<Sender | undefined>,
): Promise<LoadReport | undefined> {
  const { signal, onProgress, confirm } = context;
  const sessions = await setUp(plan, context);
  if (sessions === undefined) return undefined;
  const sender = await prepare(sessions);
  if (sender === undefined) return undefined;
  const { requests, spoken = "http1" } = sender;
  const [first] = requests;
  const warmsUp = plan.warmupSeconds > 0;
  if (confirm !== undefined) {
    const how = { spoken, obtained: sessions[0] };
    if (!(await confirmResponses(requests, signal, onProgress, confirm, firstResponseLimitMs, how))) return undefined;
  } else if (warmsUp && first !== undefined && !signal.aborted) {
    await awaitFirstResponse(first, signal, onProgress, firstResponseLimitMs, spoken);
  }
  if (warmsUp && !signal.aborted) await sender.warmUp();
  if (signal.aborted) return undefined;
  const send = await sender.ready();
  await context.measure();
  const report = await send();
  // Without a warm-up no request has been tried.
  const mayRefuse = !warmsUp && confirm === undefined && spoken === "http1" && !signal.aborted;
  if (mayRefuse && first !== undefined && report !== undefined && isAllFailed(report) && (await speaksOnlyHttp2(first, signal)))
    throw new UserError("load.onlyHttp2", { url: serverName(first) });
  return report;
}

/** Sends the set-up requests, unless what they obtained was kept. Undefined if that is cancelled. */
async function setUp(plan: LoadPlan, { signal, onProgress, keptSetup }: LoadContext): Promise<Sessions | undefined> {
  const [server] = targetRequests(plan);
  const isTargetKnown = plan.tool !== "command" || usesPlaceholder(plan.command ?? "", "url");
  if (isTargetKnown && server !== undefined) await probe(server);
  const kept = keptSetup?.sessions?.map((saved) => SetupSession.restored(plan, saved));
  const [first, ...others] = await (kept === undefined ? openSessions(plan, signal, onProgress) : Promise.all(kept));
  if (first === undefined || signal.aborted) return undefined;
  const sessions: Sessions = [first, ...others];
  if (keptSetup !== undefined) keptSetup.sessions ??= sessions.map(({ saved }) => saved);
  return sessions;
}
