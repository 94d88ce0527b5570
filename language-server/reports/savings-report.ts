import type { Report } from "../analysis/exporters/markdown.ts";
import type { Milliseconds } from "../analysis/units.ts";
import type { ImportPlace } from "../answers/imports/run-imports.ts";
import type { Saving, StartSavings } from "../answers/imports/savings.ts";
import { importedAt } from "./imports-report.ts";
import type { ReportWords } from "./run-report.ts";

type PathOf = (path: string) => string;

/** `Other ways to start, each 12 times without the profiler, in turns with the plain start (310 ms)`. */
export function savingsTitle({ eachMs, rounds }: Pick<StartSavings, "eachMs" | "rounds">, words: ReportWords): string {
  return words.textOf("savings.title", { shown: words.count(rounds), count: rounds, start: words.duration(eachMs) });
}

/** `Load pdf.js on first use (cli.js:2): saves 120 ms ± 3 ms, 77.0 % of the start · not needed by cli.js --help`. */
export function savingText(saving: Saving, run: Pick<StartSavings, "command" | "requests">, words: ReportWords, pathOf: PathOf): string {
  return `${savingWhat(saving, words, pathOf)}: ${savingResult(saving, run, words, pathOf)}`;
}

/** What was measured of each other way to start, for Markdown and HTML. */
export function savingsTable(run: StartSavings, words: ReportWords, pathOf: PathOf): Report["tables"][number] {
  return {
    title: savingsTitle(run, words),
    columns: [words.textOf("savings.column.way"), words.textOf("savings.column.result")],
    figures: [],
    rows: run.savings.map((saving) => [savingWhat(saving, words, pathOf), savingResult(saving, run, words, pathOf)]),
    none: words.textOf("savings.nothing"),
  };
}

/** `Load pdf.js on first use (cli.js:2)`. */
export function savingWhat({ at }: Saving, { textOf }: ReportWords, pathOf: PathOf): string {
  return at === undefined
    ? textOf("savings.what.cache")
    : textOf("savings.what.import", { name: savingName({ at }, pathOf), place: importedAt(at, pathOf) });
}

/** A module that is in no package is called after its path. */
export function savingName({ at }: Pick<Saving, "at">, pathOf: PathOf): string {
  const name = at?.name ?? "NODE_COMPILE_CACHE";
  return /^(?:[a-z]:)?[\\/]/i.test(name) ? pathOf(name) : name;
}

/** `saves 120 ms ± 3 ms, 77.0 % of the start · not needed by cli.js --help`. */
export function savingResult(saving: Saving, run: Pick<StartSavings, "command" | "requests">, words: ReportWords, pathOf: PathOf): string {
  const { measured, why } = saving;
  if (measured === undefined) return why === undefined ? "" : whyText({ ...saving, why }, words, pathOf);
  const { savedMs, marginMs, verdict, share } = measured;
  const time = (ms: Milliseconds): string => `${ms < 0 ? "−" : ""}${words.duration(Math.abs(ms))}`;
  const saved = time(verdict === "slower" ? -savedMs : savedMs);
  const result = words.textOf(`savings.result.${verdict}`, { saved, margin: time(marginMs), share: words.share(Math.max(0, share)) });
  return saving.at === undefined ? result : `${result} · ${needText(saving, run, words, pathOf)}`;
}

function needText(
  { first, request }: Saving,
  { command, requests }: Pick<StartSavings, "command" | "requests">,
  { textOf }: ReportWords,
  pathOf: PathOf,
): string {
  const at = placeText(first, pathOf);
  if (request !== undefined) return textOf("savings.need.request", { request, at });
  if (command !== "") return textOf("savings.need.notByCommand", { command });
  if (requests.length > 0) return textOf("savings.need.notByRequests", { requests: requests.join(", ") });
  return textOf("savings.need.notUntilListening");
}

function whyText(
  { at, why, first }: Saving & { readonly why: NonNullable<Saving["why"]> },
  { textOf }: ReportWords,
  pathOf: PathOf,
): string {
  if (why === "old-node") return textOf(at === undefined ? "savings.why.oldNodeCache" : "savings.why.oldNode");
  if (why === "needed" && first !== undefined) return textOf("savings.why.neededAt", { at: placeText(first, pathOf) });
  if (why === "loaded-elsewhere") return textOf("savings.why.loadedElsewhere", { file: placeText(first, pathOf) });
  return textOf(plainWhy[why]);
}

const plainWhy = {
  needed: "savings.why.needed",
  values: "savings.why.values",
  effects: "savings.why.effects",
  "not-found": "savings.why.notFound",
  "ends-otherwise": "savings.why.endsOtherwise",
} as const;

function placeText(place: ImportPlace | undefined, pathOf: PathOf): string {
  return place === undefined ? "" : importedAt(place, pathOf);
}

/** In `heatline report --imports --json`. */
export interface JsonSavings {
  /** Of the plain start, in milliseconds. */
  readonly startMs: Milliseconds;
  readonly rounds: number;
  readonly ways: readonly {
    readonly kind: "import" | "compile-cache";
    readonly file?: string;
    readonly line?: number;
    readonly module?: string;
    readonly savedMs: Milliseconds | null;
    readonly marginMs: Milliseconds | null;
    /** Certainly more than nothing, and 2 % of the start or more. */
    readonly advised: boolean;
    readonly why?: string;
    readonly firstNeededAt?: { readonly file: string; readonly line: number };
    readonly firstNeededBy?: string;
  }[];
}

export function jsonSavings({ eachMs, rounds, savings }: StartSavings, pathNow: PathOf): JsonSavings {
  return {
    startMs: eachMs,
    rounds,
    ways: savings.map(({ at, measured, why, first, request }) => ({
      ...(at === undefined
        ? { kind: "compile-cache" as const }
        : { kind: "import" as const, file: pathNow(at.path), line: at.line, module: at.name }),
      savedMs: measured?.savedMs ?? null,
      marginMs: measured?.marginMs ?? null,
      advised: measured?.verdict === "saves",
      ...(why === undefined ? {} : { why }),
      ...(first === undefined ? {} : { firstNeededAt: { file: pathNow(first.path), line: first.line } }),
      ...(request === undefined ? {} : { firstNeededBy: `GET ${request}` }),
    })),
  };
}
