import type { TextCode } from "../../texts/coded-text.ts";
import type { AdvicePlace, AdviceEvidence } from "./evidence.ts";
import type { Milliseconds, Share, Ticks } from "../units.ts";

/**
 * Ids of the rules: texts/ has a hint (the fault in a few words, for a lens), an explanation (the evidence, and why it is costly) and a
 * remedy for each.
 */
export type RuleId = TextCode extends infer Code ? (Code extends `advice.${infer Id}.hint` ? Id : never) : never;

/** A value that a text refers to as `{name}`; it is formatted where the text is shown. */
export type AdviceFigure =
  | { readonly text: string }
  | { readonly count: number }
  | { readonly share: Share }
  | { readonly factor: number }
  | { readonly ms: Milliseconds }
  | { readonly places: readonly (AdvicePlace & { readonly share: Share })[] };

/** A fault that a rule found, with the measurements that show it. */
export interface Finding {
  /** Undefined if it concerns the whole run. */
  readonly place: AdvicePlace | undefined;
  /** Its cost; findings are sorted by it. */
  readonly ticks: Ticks;
  /** True if the line was inferred and not recorded. */
  readonly inferred: boolean;
  readonly figures: Readonly<Record<string, AdviceFigure>>;
  /** Further reading: nodejs.org, MDN or V8. */
  readonly documentation: string;
}

export interface Advice extends Finding {
  readonly rule: RuleId;
}

/**
 * A rule is one file here, one line in `rules.ts` and its three texts in each bundle of texts/. It reports only what was measured, never
 * what merely looks suspicious.
 */
export interface AdviceRule {
  readonly id: RuleId;
  readonly find: (evidence: AdviceEvidence) => readonly Finding[];
}
