import { expect, test } from "vitest";
import { changeText } from "../../../language-server/lsp/words/compare-text.ts";

test.each([
  [8, 0.2, "en", "−7.8 ms per request (−98 %)"],
  [8, 0.076, "en", "−7.9 ms per request (−99.0 %)"],
  [0.63, 0.0003, "en", "−630 µs per request (−99.9 %)"],
  [0.63, 0.0003, "ru", "−630 мкс на запрос (−99,9 %)"],
  [1, 2, "en", "+1.0 ms per request (+100 %)"],
  [1, 2.5, "en", "+1.5 ms per request (+150 %)"],
  [0.002, 2.5, "en", "+2.5 ms per request (×1,300)"],
] as const)("a change from %d to %d ms in %s: a cost that remains is not −100 %%", (base, next, locale, text) => {
  expect(changeText({ base, delta: next - base, verdict: next < base ? "faster" : "slower" }, "request", locale)).toBe(text);
});
