import type { AdvicePlace } from "./advice-place.ts";
import type { AdviceEvidence } from "./evidence.ts";
import type { Milliseconds, Share, Ticks } from "../units.ts";

export const adviceLanguages = ["en", "zh-cn", "ru"] as const;
type AdviceLanguage = (typeof adviceLanguages)[number];

/**
 * What a rule says, in one language. `{name}` stands for a figure of the finding. The hint names the fault in a few words, for a lens;
 * the explanation gives the evidence and why it costs; the remedy says what to do instead.
 */
export interface AdviceText {
  readonly hint: string;
  readonly explanation: string;
  readonly remedy: string;
}

/** A value that a text names; the one who shows it formats it. */
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
  readonly rule: string;
}

/** A rule is one file here and one line in `rules.ts`. It reports only what was measured, never what only looks suspicious in the source. */
export interface AdviceRule {
  readonly id: string;
  readonly texts: Readonly<Record<AdviceLanguage, AdviceText>>;
  readonly find: (evidence: AdviceEvidence) => readonly Finding[];
}
