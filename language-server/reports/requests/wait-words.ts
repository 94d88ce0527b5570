import { countText, roughDurationText } from "../../analysis/figures.ts";
import type { LineWait } from "../../answers/waits/shown-waits.ts";
import type { ReportWords } from "../run-report.ts";

type WaitWords = Pick<ReportWords, "textOf" | "locale">;

/** From this on a hold-up is worth a line's end: 1 ms, and a tenth of what the line waited. */
const [leastHeld, leastHeldShare] = [1000, 0.1];

/** How a view names who held a line up; undefined where no more is known than that something did. */
export type NameCulprit = (by: LineWait["heldBy"][number]) => string | undefined;

/** `waited 41 ms per request, 11 times · held up 47 ms by report.js:41`. */
export function waitEndText(wait: LineWait, nameOf: NameCulprit, words: WaitWords): string {
  const held = notableHeldText(wait, nameOf, words);
  return [waitedText(wait, words), ...(held === undefined ? [] : [held])].join(" · ");
}

/** `orders.js:10 waited 41 ms per request, 11 times, and was held up 47 ms by report.js:41`. */
export function longestWaitText(place: string, wait: LineWait, nameOf: NameCulprit, words: WaitWords): string {
  const { textOf } = words;
  const [waited, held] = [waitedText(wait, words), notableHeldText(wait, nameOf, words)];
  return held === undefined ? textOf("findings.waited", { place, waited }) : textOf("findings.waitedHeld", { place, waited, held });
}

/** `waited 41 ms per request, 11 times`. Once per request needs no count. */
export function waitedText({ waited, times, isPerRequest }: LineWait, { textOf, locale }: WaitWords, time = roughTime(locale)): string {
  const count = times >= 10 ? Math.round(times) : Math.round(times * 10) / 10;
  if (isPerRequest && count === 1) return textOf("waits.function", { time: time(waited) });
  return textOf(isPerRequest ? "waits.perRequest" : "waits.inAll", { time: time(waited), count, shown: countText(count, locale) });
}

function notableHeldText({ waited, held, heldBy: [by] }: LineWait, nameOf: NameCulprit, { textOf, locale }: WaitWords): string | undefined {
  if (held < Math.max(leastHeld, leastHeldShare * waited)) return undefined;
  const [time, name] = [roughTime(locale)(held), by && nameOf(by)];
  return name === undefined ? textOf("waits.held", { time }) : textOf("waits.heldBy", { time, by: name });
}

function roughTime(locale: ReportWords["locale"]): (us: number) => string {
  return (us) => roughDurationText(us / 1000, locale);
}
