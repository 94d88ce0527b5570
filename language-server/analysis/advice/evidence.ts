import { splitLines } from "../syntax/line-ends.ts";
import type { Costs } from "../costs/costs.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Syntax } from "../syntax/syntax.ts";
import { stackRows, type StackRows } from "../costs/stack-rows.ts";
import { threadTicks, type ThreadTicks } from "../costs/thread-ticks.ts";
import type { Milliseconds, Share, Line } from "../units.ts";
import { madeOnce } from "../collections.ts";

/** A line of a source as it ran. */
export interface AdvicePlace {
  /** Row of Costs.sources. */
  readonly source: number;
  readonly line: Line;
}

/** The place of a stack row: its recorded line, else where its function starts. */
export function placeOfRow({ functions }: SourceProfile, { stacks }: SourceThread, row: number): AdvicePlace {
  const line: Line = stacks.line[row] as number;
  const func = stacks.func[row] as number;
  const source = stacks.source[row] as number;
  if (line > 0 && source !== -1) return { source, line };
  return { source: functions.source[func] as number, line: functions.line[func] as number };
}

/** A warning that Node emitted, with the places on its stack, innermost first. */
interface RunWarning {
  /** `MaxListenersExceededWarning`. */
  readonly name: string;
  readonly message: string;
  readonly places: readonly AdvicePlace[];
}

/** Facts about the run besides its samples. */
export interface RunFacts {
  /** Requests answered by what is selected; 0 if unknown, as for a part of a run. */
  readonly requests: number;
  /** Whether a load tool counted requests that the run answered. */
  readonly isServing: boolean;
  /** Share of the window in which the event loop was not idle. */
  readonly eventLoopBusy: Share | undefined;
  /** Delay of the app's timers in the window. */
  readonly eventLoopDelay: { readonly p99Ms: Milliseconds; readonly maxMs: Milliseconds } | undefined;
  readonly warnings: readonly RunWarning[];
}

/** The data that rules are based on. */
export interface AdviceEvidence {
  readonly profile: SourceProfile;
  readonly costs: Costs;
  readonly run: RunFacts;
  readonly threads: readonly StackFacts[];
  readonly textOf: (source: number) => string | undefined;
  readonly syntaxOf: (source: number) => Syntax | undefined;
  /** Text of a line as it ran; "" if it was not kept. */
  readonly lineText: (place: AdvicePlace) => string;
}

/** Facts about each stack row of a thread that rules need most. */
export interface StackFacts {
  readonly thread: SourceThread;
  readonly rows: StackRows & ThreadTicks;
  /** 1 if the row runs to answer a request: under Node's HTTP server, or in a run with load except during module evaluation. */
  readonly inRequest: Uint8Array;
  /**
   * For rows in Node core: the row through which other code called in, such as `pbkdf2Sync`; for native rows, that of their caller; -1
   * otherwise.
   */
  readonly entry: Int32Array;
}

export function adviceEvidence(
  profile: SourceProfile,
  costs: Costs,
  run: RunFacts,
  texts: Pick<AdviceEvidence, "textOf" | "syntaxOf">,
): AdviceEvidence {
  const { rows } = stackRows(profile);
  const threads = profile.threads.map((thread, index) => stackFacts(profile, thread, rows[index] as StackRows, run));
  const linesOf = new Map<number, readonly string[]>();
  const lineText = ({ source, line }: AdvicePlace): string =>
    madeOnce(linesOf, source, () => splitLines(texts.textOf(source) ?? ""))[line - 1] ?? "";
  return { ...texts, profile, costs, run, threads, lineText };
}

function stackFacts(profile: SourceProfile, thread: SourceThread, rows: StackRows, run: RunFacts): StackFacts {
  const { stacks } = thread;
  const { functions, sources } = profile;
  const count = stacks.prefix.length;
  const inRequest = new Uint8Array(count);
  const evaluating = new Uint8Array(count);
  const entry = new Int32Array(count).fill(-1);
  const traits = functions.name.map((name, row) => traitsOf(name, sources[functions.source[row] as number]?.path ?? ""));
  for (let row = 0; row < count; row++) {
    const prefix = stacks.prefix[row] as number;
    const func = stacks.func[row] as number;
    const { serves, evaluates, isCore } = traits[func] as Traits;
    evaluating[row] = evaluates || (prefix !== -1 && evaluating[prefix] === 1) ? 1 : 0;
    const served = serves || (prefix !== -1 && inRequest[prefix] === 1);
    inRequest[row] = evaluating[row] === 0 && (served || run.isServing) ? 1 : 0;
    if (isCore) entry[row] = prefix === -1 || entry[prefix] === -1 ? row : (entry[prefix] as number);
    else if (functions.source[func] === -1 && prefix !== -1) entry[row] = entry[prefix] as number;
  }
  return { thread, rows: { ...rows, ...threadTicks(rows, thread) }, inRequest, entry };
}

interface Traits {
  readonly serves: boolean;
  readonly evaluates: boolean;
  readonly isCore: boolean;
}

function traitsOf(name: string, path: string): Traits {
  return {
    serves:
      (path === "node:_http_server" && /^(parserOn|resOnFinish)/.test(name)) ||
      (path.startsWith("node:internal/http2/") && name.startsWith("on")),
    evaluates:
      (path.startsWith("node:internal/modules/") &&
        /(^|\.)(_compile|wrapSafe|run|evaluate|executeUserEntryPoint|_extensions\..*)$/.test(name)) ||
      name === "(top level)",
    isCore: path.startsWith("node:"),
  };
}
