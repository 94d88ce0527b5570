import { mkdir } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { Writable } from "node:stream";
import type { UserError } from "../../analysis/user-error.ts";
import { standingOf } from "../../analysis/compare/before/standing.ts";
import { shortened } from "../../analysis/shortened.ts";
import type { BenchedRun } from "../../answers/bench/opened-round.ts";
import { readRun } from "../../history/run-store.ts";
import { CheckoutError, LastLines } from "../../recording/checkouts/checkout-error.ts";
import type { PreparedSide } from "../../recording/checkouts/prepared.ts";
import type { RecordingOptions } from "../../recording/session/recording-options.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import type { Listener } from "../command.ts";
import type * as recorder from "../recorded-app.ts";
import { launchFrom, ownBundles } from "../recording/launching.ts";
import type { RequestedLoad } from "../requested-load.ts";
import type { Words } from "../words/words.ts";
import type { BenchOrder } from "./benched-sides.ts";

/** Of another bundle. */
export type RecorderParts = Pick<typeof recorder, "recordApp" | "recordStarts">;

export interface TurnOutcome {
  readonly run: BenchedRun;
  /** The last lines that the app wrote. */
  readonly output: readonly string[];
  readonly hasFailedLoad: boolean;
}

export interface TurnSetting {
  readonly order: BenchOrder;
  readonly parts: RecorderParts;
  readonly words: Words;
  /** Of all runs, in a folder for each side. */
  readonly runsFolder: string;
  readonly signal: AbortSignal;
}

/** Records a version once. `isWarmUp`: as short as it can be, to see that it starts, and to fill caches. */
export async function recordTurn(side: PreparedSide, setting: TurnSetting, isWarmUp: boolean): Promise<TurnOutcome> {
  const { order, parts, words, signal } = setting;
  const runsFolder = path.join(setting.runsFolder, isWarmUp ? "warm-up" : side.side);
  await mkdir(runsFolder, { recursive: true });
  const heard = new LastLines();
  const sink = new Writable({
    write: (bytes: Uint8Array, _encoding, written) => {
      heard.add(bytes);
      written();
    },
  });
  const listener: Listener = { out: sink, err: sink, words };
  const problems: UserError[] = [];
  const onProblem = (problem: UserError): void => void problems.push(problem);
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  let isServer = false;
  const onServer = (): void => {
    if (order.durationSeconds !== undefined) return;
    isServer = true;
    ending.abort();
  };
  const options = await optionsFor(side, order, runsFolder, isWarmUp);
  const recorded =
    order.kind === "startup"
      ? { ...(await parts.recordStarts(order.recorder, options, listener, onProblem, either)), hasFailedLoad: false }
      : await parts.recordApp(order.recorder, options, loadOf(order, isWarmUp), listener, onProblem, {
          ending: either,
          onServer: order.kind === "script" ? onServer : undefined,
        });
  if (isServer) throw new CheckoutError({ code: "command.bench.listens" });
  const folder = recorded.folders.at(-1);
  const { hasFailedLoad } = recorded;
  const outcome = { output: heard.last, hasFailedLoad };
  const reason = reasonOf(problems[0]?.coded);
  if (folder === undefined) return { ...outcome, run: { failed: reason ?? { code: "app.nothingRecorded" } } };
  const { kind: standing } = standingOf(await readRun(folder));
  const isWhole = !hasFailedLoad && (standing === "good" || standing === "byHand" || standing === "failing");
  return { ...outcome, run: isWhole ? { folder } : { failed: reason ?? { code: "app.nothingRecorded" } } };
}

/** Without saying that what was recorded is kept: here it is not. */
function reasonOf(reason: CodedText | undefined): CodedText | undefined {
  const why = reason?.code === "app.failedAndKept" ? reason.values?.["why"] : undefined;
  return typeof why === "object" ? why : reason;
}

async function optionsFor(
  side: PreparedSide,
  order: BenchOrder,
  runsFolder: string,
  isWarmUp: boolean,
): Promise<Omit<RecordingOptions, "createRecorder">> {
  const listens = order.kind === "load" || order.kind === "startup" || order.durationSeconds !== undefined;
  const port = listens && order.load?.wanted === undefined ? { PORT: String(await freePort()) } : {};
  return {
    launch: { ...launchFrom(order.command, side.app), env: { ...side.env, ...port } },
    workspaceFolders: [side.root],
    runsFolder,
    runName: shortened(`${side.side} · ${order.shownCommand.join(" ")}`, 200),
    keepSecrets: order.keepSecrets,
    startup: order.kind === "startup" ? { starts: isWarmUp ? 1 : order.startsPerRound } : undefined,
    // Tests open servers of their own.
    keepsStart: order.kind === "test",
    awaitsLoad: order.load !== undefined,
    samplingIntervalUs: order.samplingIntervalUs,
    maxDurationSeconds: order.durationSeconds,
    bundles: ownBundles(),
  };
}

function loadOf({ load }: BenchOrder, isWarmUp: boolean): RequestedLoad | undefined {
  if (load === undefined || !isWarmUp) return load;
  return { ...load, planFor: (...place) => ({ ...load.planFor(...place), durationSeconds: 1, warmupSeconds: 0 }) };
}

/** One that no other program listens on: another one each time, so that nothing waits for a port that was just closed. */
async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");
  return address.port;
}
