import type { CompareUnit } from "../compare/compare-units.ts";
import type { Budgets, CodeBudget, Growth } from "./budgets.ts";
import { type JudgedCost, type JudgedSides, judge, pairing, type RecordedRound, pairErrors } from "./judged-sides.ts";
import type { MatchedSides, SidePlace } from "./matched-sides.ts";
import { PairedChange, type PairedCost } from "./paired-change.ts";
import type { SideCosts } from "./side-costs.ts";

/** What grew significantly by more than its budget. */
interface Excess {
  /** "app", or the budget's key. */
  readonly what: string;
  readonly at: SidePlace | null;
  /** As written. */
  readonly budget: string;
  readonly cost: JudgedCost;
}

export interface HeldBudgets {
  readonly over: readonly Excess[];
  /** Keys of which nothing ran on either side. */
  readonly unmatched: readonly string[];
}

interface Sides {
  readonly base: SideCosts;
  readonly head: SideCosts;
  readonly matched: MatchedSides;
}

interface Held {
  readonly what: string;
  readonly at: SidePlace | null;
  readonly growth: Growth;
  readonly rounds: readonly PairedCost[];
}

/** A budget of a function counts what the function calls, too; that of a file all of its code, and what that calls. */
export function heldBudgets(
  rounds: readonly RecordedRound[],
  sides: Sides,
  judged: Pick<JudgedSides, "figure" | "appCosts">,
  { app, code, folder }: Budgets,
  per: CompareUnit,
): HeldBudgets {
  const paired = pairing(rounds, per, judged.figure);
  const found = code.map((budget) => ({ key: budget.key, held: heldCode(budget, folder, sides, paired) }));
  const held = found.flatMap(({ held: each }) => each);
  const isOver = ({ growth, rounds: costs }: Omit<Held, "what" | "at">, error: number): boolean =>
    new PairedChange(costs).hasGrownBy(growth, error);
  const bases = [
    { rounds: judged.appCosts.allCode, error: pairErrors.appBudget },
    { rounds: judged.appCosts.changedCode, error: pairErrors.changedCodeBudget },
  ];
  const whole = bases.filter(({ rounds: costs, error }) => isOver({ growth: app, rounds: costs }, error)).slice(0, 1);
  const over: readonly Held[] = [
    ...whole.map(({ rounds: costs }) => ({ what: "app", at: null, growth: app, rounds: costs })),
    ...held.filter((each) => isOver(each, pairErrors.otherBudgets / held.length)),
  ];
  return {
    over: over.map(({ what, at, growth, rounds: costs }) => ({
      what,
      at,
      budget: growth.text,
      cost: judge(new PairedChange(costs), pairErrors.changedCode),
    })),
    unmatched: found.filter(({ held: each }) => each.length === 0).map(({ key }) => key),
  };
}

function heldCode(
  { key, path, functionName, growth }: CodeBudget,
  folder: string,
  { base, head, matched }: Sides,
  paired: ReturnType<typeof pairing>,
): readonly Held[] {
  const file = folder === "" ? path : `${folder}/${path}`;
  if (functionName === undefined) {
    const rowIn = ({ code }: SideCosts): number => code.sources.findIndex((source) => source.key === file);
    const [before, after] = [rowIn(base), rowIn(head)];
    if (before === -1 && after === -1) return [];
    const costs = paired(
      ({ files }) => files[before] ?? 0,
      ({ files }) => files[after] ?? 0,
    );
    return [{ what: key, at: { file, line: 1, inBaseOnly: after === -1 }, growth, rounds: costs }];
  }
  return matched.functions
    .filter(({ name, at }) => name === functionName && at?.file === file)
    .map(({ pair, at }) => ({
      what: key,
      at,
      growth,
      rounds: paired(
        ({ totals }) => totals[pair.base] ?? 0,
        ({ totals }) => totals[pair.next] ?? 0,
      ),
    }));
}
