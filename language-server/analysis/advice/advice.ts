import type { TextCode } from "../../texts/coded-text.ts";
import type { AdvicePlace } from "./advice-place.ts";
import type { AdviceEvidence } from "./evidence.ts";
import type { Milliseconds, Share, Ticks } from "../units.ts";

/** The rules' names: texts/ has their hint (the fault in a few words, for a lens), explanation (the evidence, and why it costs) and remedy. */
export type RuleId = TextCode extends infer Code ? (Code extends `advice.${infer Id}.hint` ? Id : never) : never;

/** A value that a text names by `{name}`; the one who shows it formats it. */
export type AdviceFigure =
  | { readonly text: string }
  | { readonly count: number }
  | { readonly share: Share }
  | { readonly ms: Milliseconds }
  | { readonly places: readonly (AdvicePlace & { readonly share: Share })[] };

/** One fault that a rule found, by what was measured. */
export interface Finding {
  /** Undefined where it concerns the run as a whole. */
  readonly place: AdvicePlace | undefined;
  /** What it costs: the worst fault comes first. */
  readonly ticks: Ticks;
  /** The line was worked out and not recorded. */
  readonly inferred: boolean;
  readonly figures: Readonly<Record<string, AdviceFigure>>;
  /** Where this is explained at length: nodejs.org, MDN or V8. */
  readonly documentation: string;
}

export interface Advice extends Finding {
  readonly rule: RuleId;
}

/** A rule is one file here, one line in `rules.ts` and its three texts in each bundle of texts/. It reports only what was measured, never what only looks suspicious. */
export interface AdviceRule {
  readonly id: RuleId;
  readonly find: (evidence: AdviceEvidence) => readonly Finding[];
}
