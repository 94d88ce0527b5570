import { expect, test } from "vitest";
import type { Headline, HeadlineFigure } from "../../../language-server/analysis/compare/chance/headline.ts";
import { comparisonSummary, type SummarisedRow } from "../../../language-server/analysis/compare/summary.ts";
import type { Locale } from "../../../language-server/texts/locale.ts";
import { localised } from "../../../language-server/texts/localised.ts";

function summary(figures: readonly HeadlineFigure[], rows: readonly SummarisedRow[] = [], locale: Locale = "en"): string {
  const headline: Headline = { figures, word: undefined, starts: 0 };
  const parts = comparisonSummary({ per: "request", headline, lines: rows, functions: [] }, locale);
  return parts.map((part) => localised(part, locale)).join(" · ");
}

const figure = (name: HeadlineFigure["name"], before: number, after: number, word?: HeadlineFigure["word"]): HeadlineFigure => ({
  name,
  before,
  after,
  ratio: after / before,
  ...(word === undefined ? {} : { word, interval: { low: (0.92 * after) / before, high: (1.08 * after) / before } }),
});

const row = (label: string, base: number, next: number, verdict: SummarisedRow["verdict"], category = "own"): SummarisedRow => ({
  label,
  base,
  next,
  delta: next - base,
  verdict,
  category,
});

test("a gain: the rates, their ratio, and the place that is gone", () => {
  const rows = [row("slow.js:12", 3, 0, "vanished"), row("app.js:3", 1, 2, "slower")];
  expect(summary([figure("requestsPerSecond", 285, 9940, "better")], rows)).toBe("285 → 9,940 req/s, ×35 · slow.js:12 gone");
});

test("no significant change: by how much it may have changed, and no ratio", () => {
  const figures = [figure("requestsPerSecond", 285, 290, "noChange"), figure("cpu", 3, 2.9, "noChange")];
  expect(summary(figures, [row("app.js:3", 3, 2, "noise")])).toBe("285 → 290 req/s · no significant change (±9 %)");
});

test("where another figure than the rate changed, that one has the ratio", () => {
  const figures = [figure("requestsPerSecond", 1280, 1530, "noChange"), figure("cpu", 0.74, 0.55, "better")];
  expect(summary(figures, [row("shop.cjs:12", 0.3, 0.1, "faster")])).toBe(
    "1,280 → 1,530 req/s · 740 µs → 550 µs CPU per request, ÷1.35 · shop.cjs:12 −67 %",
  );
});

test("without slices only the ratio; without a load the busy time; own code before what it called", () => {
  const rows = [row("lib.js:1", 9, 1, "faster", "dependency"), row("app.js:3", 8, 1, "faster")];
  expect(summary([figure("requestsPerSecond", 100, 50.25)], rows)).toBe("100 → 50.3 req/s, ÷1.99 · app.js:3 −88 %");
  expect(summary([figure("busy", 20, 10)], [row("app.js:3", 8, 9, "load")])).toBe("20 ms → 10 ms busy time per request, ÷2.00");
  expect(summary([])).toBe("");
});

test("in the user's language", () => {
  const figures = [figure("requestsPerSecond", 285, 290, "noChange")];
  expect(summary(figures, [row("slow.js:12", 3, 0, "vanished")], "ru")).toBe(
    "285 → 290 запр./с · без значимых изменений (±9 %) · slow.js:12 — исчезло",
  );
  expect(summary(figures, [], "zh-cn")).toBe("285 → 290 请求/秒 · 无显著变化（±9 %）");
});
