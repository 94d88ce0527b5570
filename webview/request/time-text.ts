import { costFigures } from "../compare/cost-figures.ts";
import { units } from "../load/load-figures.ts";
import type { Translate } from "../texts.ts";

export type TimeText = ReturnType<typeof timeText>;

/** Times and their differences in the user's language. */
export function timeText(locale: string, t: Translate) {
  const { cost, change, count } = costFigures(locale, { microseconds: t("µs"), ...units(t) });
  return { cost, change, count };
}
