import { type Caveat, spansCaveat } from "../../analysis/compare/comparability.ts";
import type { Selection } from "../../analysis/selection/selection.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { FilterValues } from "./filter-options.ts";
import { hasSpan, type ScopeValues } from "./scope-options.ts";
import { selectionFrom } from "./selection-options.ts";

export interface ComparedSelection {
  /** Of either run. */
  readonly selectionOf: (opened: OpenedTarget) => Selection;
  /** What of the wish does not hold. */
  readonly caveats: readonly Caveat[];
}

/** What of two runs is compared: a span of one is none of the other. Throws as `selectionFrom`. */
export function comparedSelection(values: ScopeValues & FilterValues): ComparedSelection {
  selectionFrom(values);
  return {
    selectionOf: selectionFrom({ ...values, from: undefined, to: undefined }),
    caveats: hasSpan(values) ? [spansCaveat] : [],
  };
}
