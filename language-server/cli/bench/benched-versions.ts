import path from "node:path";
import { harmless, harmlessJson } from "../../analysis/escaping/hidden-characters.ts";
import { maskedUrls } from "../../analysis/masking/masked-url.ts";
import { benchAnswer } from "../../answers/bench/bench-answer.ts";
import type { BenchedRun } from "../../answers/bench/opened-round.ts";
import { readBudgets } from "../../answers/bench/read-budgets.ts";
import { readRun } from "../../history/run-store.ts";
import { CheckoutError } from "../../recording/checkouts/checkout-error.ts";
import { Checkouts } from "../../recording/checkouts/checkouts.ts";
import { changedFiles, repositoryAt } from "../../recording/checkouts/repository.ts";
import { inTurns, isFailing, type Round } from "../../recording/turns/turns.ts";
import type { Terminal } from "../command.ts";
import { exit, styleFor } from "../terminal.ts";
import { ownBundles } from "../recording/launching.ts";
import { whenInterrupted } from "../recording/recorded-savings.ts";
import { type BenchOrder, type BenchedSide, preparedSides, versionsOf } from "./benched-sides.ts";
import { BenchStatus } from "./bench-status.ts";
import { type RecorderParts, recordTurn, type TurnSetting } from "./recorded-turn.ts";
import { writeFile } from "node:fs/promises";
import { version } from "../../../package.json";
import type { BenchResult } from "../../answers/bench/bench-result.ts";
import { reasonOf } from "../../analysis/failure-reason.ts";
import { isRefusal } from "../../platform/refusals.ts";
import { benchMarkdown } from "../../reports/bench/bench-markdown.ts";
import { benchSarif } from "../../reports/bench/bench-sarif.ts";
import { benchText } from "./bench-text.ts";

const usualTop = 15;

/** Rejects with a CheckoutError if the file for other tools cannot be written; what is printed is printed before. */
async function writeResult(result: BenchResult, { format, sarifFile, english }: BenchOrder, { out, env, words }: Terminal): Promise<void> {
  out.write(textOf(result, format, { out, env, words }));
  if (sarifFile === undefined) return;
  try {
    await writeFile(sarifFile, benchSarif(result, english, version));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const values = { file: sarifFile, reason: reasonOf(error) };
    throw new CheckoutError({ code: "command.bench.sarifUnwritten", values }, [], { cause: error });
  }
}

function textOf(result: BenchResult, format: BenchOrder["format"], { out, env, words }: Pick<Terminal, "out" | "env" | "words">): string {
  if (format === "json") return `${harmlessJson(result)}\n`;
  if (format === "markdown") return benchMarkdown(result, words);
  return benchText(result, usualTop, styleFor(out, env, words));
}

const failure = 1;
const sides = ["base", "head"] as const;

/** Installs both versions side by side, records them in turns, judges them together, and removes them. Resolves to the exit code. */
export async function benchVersions(order: BenchOrder, parts: RecorderParts, terminal: Terminal): Promise<number> {
  const abort = new AbortController();
  using status = new BenchStatus(terminal, order.rounds);
  whenInterrupted(() => {
    // The watchdog ends what runs and removes the checkouts.
    if (abort.signal.aborted) exit(130);
    abort.abort();
    status.quiet();
    status.say({ code: "command.bench.ending" });
  }, undefined);
  try {
    return await benched(order, parts, terminal, status, abort.signal);
  } catch (error) {
    status.quiet();
    if (error instanceof CheckoutError) report(error, terminal);
    else if (abort.signal.aborted && error === abort.signal.reason) status.say({ code: "command.bench.interrupted" });
    else throw error;
    return failure;
  }
}

async function benched(
  order: BenchOrder,
  parts: RecorderParts,
  terminal: Terminal,
  status: BenchStatus,
  signal: AbortSignal,
): Promise<number> {
  const repository = await repositoryAt(order.cwd);
  const budgets = await readBudgets({ file: order.budgetsFile, appFolder: order.cwd, root: repository.root });
  const versions = await versionsOf(order, repository);
  const changed = await changedFiles(repository, versions.base, versions.head);
  await using checkouts = await Checkouts.open(repository, ownBundles().watchdog);
  const both = await preparedSides(order, repository, versions, checkouts, status, signal);
  const privateRuns = path.join(checkouts.folder, "runs");
  const setting: TurnSetting = { order, parts, words: terminal.words, runsFolder: privateRuns, signal };
  const nodes = await warmUp(both, setting, status);
  if ("failed" in nodes) {
    report(nodes.failed, terminal);
    return nodes.hasFailedLoad ? order.exitCodes.failedLoad : failure;
  }
  const rounds = await recordRounds(both, { ...setting, runsFolder: order.out ?? privateRuns }, status);
  if (signal.aborted) {
    if (rounds.length < order.fewestRounds) signal.throwIfAborted();
    status.say({ code: "command.bench.judgedSoFar", values: { shown: rounds.length } });
  }
  const result = await benchAnswer({
    base: { ...both.base.benched, node: nodes.base },
    head: { ...both.head.benched, node: nodes.head },
    rounds,
    measured: measuredText(order),
    changedFiles: changed,
    budgets,
    words: order.format === "json" ? order.english : terminal.words,
  });
  const [first] = result.leftOut;
  if (first !== undefined && isFailing(result.leftOut.length, rounds.length)) {
    const values = { failed: result.leftOut.length, rounds: rounds.length, reason: first.reason };
    throw new CheckoutError({ code: "command.bench.tooManyFailed", values });
  }
  await writeResult(result, order, terminal);
  if (order.out !== undefined) status.say({ code: "command.bench.runsAreIn", values: { folder: order.out } });
  return result.over.length > 0 ? order.exitCodes.overBudget : 0;
}

interface FailedWarmUp {
  readonly failed: CheckoutError;
  readonly hasFailedLoad: boolean;
}

/**
 * Records each version once, as short as it can be: whether it starts is known before the first round, and the caches of both are filled. Resolves
 * with the Nodes that ran them.
 */
async function warmUp(both: Round<BenchedSide>, setting: TurnSetting, status: BenchStatus): Promise<Round<string> | FailedWarmUp> {
  const nodes = { base: "", head: "" };
  for (const which of sides) {
    const { label: side, wantedNode: wanted } = both[which];
    status.say({ code: "command.bench.warmUp", values: { side } });
    const { run, hasFailedLoad, output } = await recordTurn(both[which], setting, true);
    setting.signal.throwIfAborted();
    if ("failed" in run)
      return {
        failed: new CheckoutError({ code: "command.bench.notStarted", values: { side, reason: run.failed } }, output),
        hasFailedLoad,
      };
    const { app } = await readRun(run.folder);
    if (wanted !== undefined && app.nodeVersion !== wanted)
      throw new CheckoutError({ code: "command.bench.otherNode", values: { side, version: app.nodeVersion, wanted } });
    nodes[which] = app.nodeVersion;
  }
  return nodes;
}

function recordRounds(both: Round<BenchedSide>, setting: TurnSetting, status: BenchStatus): Promise<readonly Round<BenchedRun>[]> {
  const record = async (which: "base" | "head", round: number): Promise<BenchedRun> => {
    status.turn(both[which].label, round);
    const { run } = await recordTurn(both[which], setting, false);
    status.turnEnded();
    return run;
  };
  return inTurns(setting.order.rounds, record, setting.signal);
}

function measuredText({ shownCommand, kind, load, loadTexts }: BenchOrder): string {
  const method = load?.request.method ?? "GET";
  const requests = loadTexts.map((url) => `${method} ${maskedUrls(url)}`);
  return [shownCommand.join(" "), ...(kind === "load" ? [requests.join(", ")] : kind === "script" ? [] : [kind])].join(" · ");
}

/** The last lines of what failed come first, so that what to do is at the end. */
function report({ coded, output }: CheckoutError, { err, words }: Terminal): void {
  for (const line of output) err.write(`  ${harmless(line)}\n`);
  err.write(`heatline: ${harmless(words.say(coded))}\n`);
}
