import * as v from "valibot";
import { type Saving, type StartSavings, startSavings } from "../../answers/imports/savings.ts";
import { reportWordsIn } from "../../lsp/words/group-text.ts";
import { savingName, savingResult, savingsTitle, savingWhat } from "../../reports/savings-report.ts";
import type { OpenedRun } from "../runs/opened-runs.ts";
import { milliseconds, piece, plain } from "./figures.ts";
import { shownLines } from "./lines.ts";

/** What another way to start takes less, with the half of its interval; negative: more. */
export const gainSchema = { savedMs: v.optional(v.number()), marginMs: v.optional(v.number()) };

/** Another way to start that was measured, or why it was not. */
interface Gain {
  readonly saving: Saving;
  /** Of its module, or the variable. */
  readonly name: string;
  /** `Load pdf.js on first use (cli.js:2)`. */
  readonly way: string;
  /** `saves 120 ms ± 3 ms, 77.0 % of the start · not needed by cli.js --help`. */
  readonly result: string;
  readonly data: { readonly savedMs?: number; readonly marginMs?: number; readonly at?: string; readonly code?: string };
}

interface Gains {
  /** How they were measured. */
  readonly title: string;
  /** Worth most first; what could not be measured last. */
  readonly gains: readonly Gain[];
}

/** Undefined unless they were measured of the run. */
export async function gainsOf(opened: OpenedRun): Promise<Gains | undefined> {
  const found = startSavings(opened.view.run);
  if (found === undefined) return undefined;
  const placed = found.savings.flatMap(({ at }) => at ?? []);
  const lines = await shownLines(opened, placed);
  const words = reportWordsIn("en");
  const pathOf = (path: string): string => plain(opened.roots.label(path), 120);
  const gains = found.savings.map((saving): Gain => {
    const { at, measured } = saving;
    return {
      saving,
      name: plain(savingName(saving, pathOf)),
      way: piece(savingWhat(saving, words, pathOf), 200),
      result: piece(savingResult(saving, found, words, pathOf), 300),
      data: {
        ...(measured === undefined ? {} : { savedMs: milliseconds(measured.savedMs), marginMs: milliseconds(measured.marginMs) }),
        ...(at === undefined ? {} : lines[placed.indexOf(at)]?.data),
      },
    };
  });
  return { title: titleOf(found), gains };
}

function titleOf(found: StartSavings): string {
  return `${savingsTitle(found, reportWordsIn("en"))}.`;
}
