import type { Microseconds, Seconds } from "../../analysis/units.ts";
import type { RequestedLoad } from "../requested-load.ts";
import type { Words } from "../words/words.ts";

/** What `heatline bench` was asked for. */
export interface BenchOrder {
  readonly cwd: string;
  readonly command: readonly string[];
  /** Without secrets. */
  readonly shownCommand: readonly string[];
  /** Git references; undefined: see `baseOf` and `workingTree`. */
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** As asked for. Two different ones are compared on the same version. */
  readonly nodes: { readonly base: string; readonly head: string } | undefined;
  readonly kind: "load" | "startup" | "test" | "script";
  readonly load: RequestedLoad | undefined;
  /** Its URLs. */
  readonly loadTexts: readonly string[];
  readonly startsPerRound: number;
  /** Without a load, after which time each recording ends. */
  readonly durationSeconds: Seconds | undefined;
  readonly rounds: number;
  readonly fewestRounds: number;
  readonly budgetsFile: string | undefined;
  /** Command lines in place of what is found; null: none. */
  readonly install: string | null | undefined;
  readonly build: string | null | undefined;
  /** Where the runs are kept. */
  readonly out: string | undefined;
  readonly format: "text" | "markdown" | "json";
  readonly sarifFile: string | undefined;
  readonly samplingIntervalUs: Microseconds | undefined;
  readonly recorder: "exact" | "inspector";
  readonly keepSecrets: boolean;
  /** For what programs read. */
  readonly english: Words;
  readonly exitCodes: { readonly overBudget: number; readonly failedLoad: number };
}
