import { countText, durationText } from "../analysis/figures.ts";
import type { callRate, QuadraticLoop } from "../analysis/counts/count-findings.ts";
import type { Line, Milliseconds, Share } from "../analysis/units.ts";
import type { HotCounts } from "../answers/counts/hot-counts.ts";
import type { Counted, LineCount } from "../answers/counts/shown-counts.ts";
import type { ReportWords } from "./run-report.ts";

type CountWords = Pick<ReportWords, "textOf" | "locale">;

/** What a function or line costs in the run itself: the pass has no times. */
export interface CountedCost {
  /** CPU time for a request, with all that it calls; undefined if that is not known. */
  readonly perRequest: Milliseconds | undefined;
  /** Of the run's busy time: its own, with that of libraries that it calls. */
  readonly ownShare: Share;
}

/** `×1,240 per request`, `ran 3× in all`, `never ran`. */
function countedText({ count, isPerRequest }: Counted, { textOf, locale }: CountWords): string {
  if (count === 0) return textOf("counts.never");
  return textOf(isPerRequest ? "counts.calls" : "counts.inAll", { shown: roundedText(count, locale) });
}

/** `×1,240 per request · 0.7 µs a call`: the time is the run's own. */
export function callsText(counted: Counted, { perRequest }: Pick<CountedCost, "perRequest">, words: CountWords): string {
  const time = counted.isPerRequest && perRequest !== undefined && perRequest > 0 ? perRequest / counted.count : undefined;
  const each = time === undefined ? [] : [words.textOf("counts.aCall", { time: callTimeText(time, words) })];
  return [countedText(counted, words), ...each].join(" · ");
}

/** Calls may take less than the shortest time that is shown elsewhere. */
function callTimeText(time: Milliseconds, { textOf, locale }: CountWords): string {
  const ns = time * 1e6;
  return ns < 100 ? textOf("counts.ns", { shown: roundedText(ns, locale) }) : durationText(time, locale);
}

/** `×1 per request, parts of the line up to ×10`. */
export function lineCountText(counted: Omit<LineCount, "line">, words: CountWords): string {
  const more = counted.most > counted.count ? [words.textOf("counts.within", { shown: roundedText(counted.most, words.locale) })] : [];
  return [countedText(counted, words), ...more].join(", ");
}

/** What to do about it; "" for undefined. */
export function callRateText(rate: ReturnType<typeof callRate>, { textOf }: CountWords): string {
  return rate === undefined ? "" : textOf(`counts.${rate}`);
}

/** Over what counts were taken. */
export function countsBasisText(requests: number, { textOf, locale }: CountWords): string {
  return requests === 0 ? textOf("counts.noRequests") : textOf("counts.note", { count: requests, shown: countText(requests, locale) });
}

/** That it grows with the square, and how that is known. */
export function quadraticText({ outer, inner, outerLine }: QuadraticLoop, { textOf, locale }: CountWords): string {
  const shown = ([small, large]: readonly [number, number]) => [roundedText(small, locale), roundedText(large, locale)] as const;
  const [[few, many], [fewInner, manyInner]] = [shown(outer), shown(inner)];
  return textOf("counts.quadratic", { line: outerLine, few, many, fewInner, manyInner });
}

/** Of `--json`: times are the run's. */
export function jsonCounts({ requests, functions, quadratic }: HotCounts, pathNow: (path: string) => string): object {
  const at = ({ path, line }: { readonly path: string; readonly line: Line }) => ({ file: pathNow(path), line });
  return {
    requests,
    functions: functions.map(({ name, path, line, count, isPerRequest, share, perRequest, rate }) => ({
      name,
      ...at({ path, line }),
      perRequest: isPerRequest,
      count,
      share,
      msPerCall: isPerRequest && perRequest !== undefined ? perRequest / count : null,
      rate: rate ?? null,
    })),
    quadraticLoops: quadratic.map((loop) => ({ ...at(loop), outerLine: loop.outerLine, outerTurns: loop.outer, turns: loop.inner })),
  };
}

function roundedText(count: number, locale: ReportWords["locale"]): string {
  return countText(count >= 10 ? Math.round(count) : Math.round(count * 10) / 10, locale);
}
