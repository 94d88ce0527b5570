import { assert, double, property } from "fast-check";
import { expect, test } from "vitest";
import { localeOf } from "../../../language-server/texts/locale.ts";
import { durationText, factorText, roughDurationText, shareText } from "../../../language-server/analysis/figures.ts";
import { localised } from "../../../language-server/texts/localised.ts";

test("shares have one decimal, and a share above zero is never shown as zero", () => {
  expect([0, 0.0001, 0.0005, 0.032, 0.45, 1].map((share) => shareText(share, "en"))).toEqual([
    "0.0 %",
    "<0.1 %",
    "0.1 %",
    "3.2 %",
    "45.0 %",
    "100.0 %",
  ]);
  expect(shareText(0.9812, "ru")).toBe("98,1 %");
});

test("durations have the unit that makes them short", () => {
  const durations = [0, 0.0085, 0.085, 0.9, 0.99999, 1.9, 9.96, 81.2, 812, 999.7, 2400, 93_000];
  expect(durations.map((ms) => durationText(ms, "en"))).toEqual([
    "0 ms",
    "8.5 µs",
    "85 µs",
    "900 µs",
    "1.0 ms",
    "1.9 ms",
    "10 ms",
    "81 ms",
    "812 ms",
    "1.0 s",
    "2.4 s",
    "93 s",
  ]);
  expect(durationText(1.9, "ru")).toBe("1,9 мс");
});

test("factors have two significant digits, without exponents", () => {
  expect([1.04, 3.4, 12.3, 99.6, 1234].map((factor) => factorText(factor, "en"))).toEqual(["1.0", "3.4", "12", "100", "1,200"]);
  expect(factorText(3.4, "ru")).toBe("3,4");
});

test("texts at the ends of lines have few distinct values", () => {
  const texts = new Set(Array.from({ length: 100_000 }, (_none, ticks) => roughDurationText(ticks, "en")));
  expect(texts.size).toBeLessThan(500);
});

test("any duration is shown as a number and a unit", () => {
  const anyDuration = double({ min: 0, max: 1e9, noNaN: true });
  assert(
    property(anyDuration, (ms) => {
      expect(durationText(ms, "en")).toMatch(/^[\d,]+(\.\d)? (µs|ms|s)$/);
    }),
  );
});

test("any language tag has texts, in its language", () => {
  expect(["en-GB", "zh-CN", "zh-hans", "ru", "ru-RU", "de", ""].map(localeOf)).toEqual(["en", "zh-cn", "zh-cn", "ru", "ru", "en", "en"]);
  const values = { figure: "1", count: 2, shown: "2", ticks: "1", busy: "2", share: "3" };
  const sample = (["cost.edited", "cost.total", "cost.self", "cost.perRequest", "cost.ticks", "hover.onStack", "hover.noise"] as const).map(
    (code) => ({ code, values }),
  );
  const shown = (locale: "en" | "ru" | "zh-cn"): string => sample.map((text) => localised(text, locale)).join(" ");
  expect(new Set(shown("en").match(/edited|total|self|sample|request/g))).toEqual(
    new Set(["edited", "total", "self", "request", "sample"]),
  );
  for (const locale of ["zh-cn", "ru"] as const) expect(shown(locale)).not.toMatch(/edited|total|self|sample|request/);
});

test("Russian samples have the plural form of their number", () => {
  expect([1, 2, 5, 11, 21].map((count) => localised({ code: "cost.ticks", values: { count, shown: String(count) } }, "ru"))).toEqual([
    "1 сэмпл",
    "2 сэмпла",
    "5 сэмплов",
    "11 сэмплов",
    "21 сэмпл",
  ]);
});
