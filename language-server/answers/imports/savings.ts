import { isWorthIt, type Saved } from "../../analysis/startup/paired-savings.ts";
import { fileNameOf } from "../../analysis/sources/package-name.ts";
import type { Milliseconds, Share } from "../../analysis/units.ts";
import type { Run } from "../../history/run.ts";
import type { UnmeasuredReason } from "../../history/schema/savings-schema.ts";
import type { ImportPlace } from "./run-imports.ts";

/** `little`: not enough to change the program for; `none`: chance alone may explain it. */
type Verdict = "saves" | "little" | "none" | "slower";

/** What one other way to start saves. */
export interface Saving {
  /** The import that is put off; undefined for the cache of compiled code. */
  readonly at: (ImportPlace & { readonly name: string }) | undefined;
  readonly measured: (Saved & { readonly verdict: Verdict; readonly share: Share }) | undefined;
  /** Without figures. */
  readonly why: UnmeasuredReason | undefined;
  /** What first needs the module, or loads it, too. */
  readonly first: ImportPlace | undefined;
  readonly request: string | undefined;
}

export interface StartSavings {
  readonly eachMs: Milliseconds;
  readonly rounds: number;
  /** Worth most first; what could not be measured last. */
  readonly savings: readonly Saving[];
  /** What was started, in short: `cli.js --help`; "" for a server, which `requests` were sent to. */
  readonly command: string;
  readonly requests: readonly string[];
}

/** Undefined unless it was measured. */
export function startSavings({ savings, startup, app }: Pick<Run, "savings" | "startup" | "app">): StartSavings | undefined {
  if (savings === undefined) return undefined;
  const { eachMs, rounds, requests, cache, imports } = savings;
  const all = [
    ...imports.map((each): Saving => {
      const { path, line, name, saved, why, first, request } = each;
      return { at: { path, line, name }, measured: saved && judged(saved, eachMs), why, first, request };
    }),
    ...(cache === undefined
      ? []
      : [{ at: undefined, measured: cache.saved && judged(cache.saved, eachMs), why: cache.why, first: undefined, request: undefined }]),
  ];
  const worth = ({ measured }: Saving): number => measured?.savedMs ?? -Infinity;
  return {
    eachMs,
    rounds,
    savings: all.toSorted((one, other) => (worth(one) === worth(other) ? 0 : worth(other) - worth(one))),
    command: startup?.listened === true ? "" : commandOf(app.argv),
    requests,
  };
}

/** Of the imports in a line. */
export function savingsAt(run: Parameters<typeof startSavings>[0], { path, line }: ImportPlace): StartSavings | undefined {
  const found = startSavings(run);
  return found && { ...found, savings: found.savings.filter(({ at }) => at?.path === path && at.line === line) };
}

function judged(saved: Saved, startMs: Milliseconds): NonNullable<Saving["measured"]> {
  const { savedMs, marginMs } = saved;
  const verdict = isWorthIt(saved, startMs) ? "saves" : savedMs > marginMs ? "little" : savedMs < -marginMs ? "slower" : "none";
  return { ...saved, verdict, share: startMs === 0 ? 0 : savedMs / startMs };
}

/** Without the Node that runs it, and the folders of its files. */
function commandOf([program = "", ...args]: readonly string[]): string {
  const shown = /^node(?:\.exe)?$/i.test(fileNameOf(program)) ? args : [program, ...args];
  return shown.map((each) => (/[\\/]/.test(each) ? fileNameOf(each.replaceAll("\\", "/")) : each)).join(" ");
}
