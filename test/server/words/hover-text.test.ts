import { expect, test } from "vitest";
import { categories } from "../../../language-server/analysis/costs/costs.ts";
import { leastFeatures } from "../../../language-server/lsp/client-features.ts";
import { type CostWords, lensText, lineEndText } from "../../../language-server/lsp/words/cost-text.ts";
import { hoverText } from "../../../language-server/lsp/words/hover-text.ts";
import { markupFor } from "../../../language-server/lsp/words/markup.ts";

type Subject = Parameters<typeof hoverText>[0];
type Cost = NonNullable<Subject["cost"]>;

const words: CostWords = { locale: "en", busyTicks: 1000, busySamples: 1000, interval: 1000, requests: 0 };
const forms = {
  markdown: markupFor({ ...leastFeatures, markup: "markdown", runsCommands: true }),
  plain: markupFor(leastFeatures),
};

/** A line with as many samples as ticks, all of them its own. */
function costOf(ticks: number, changes: Partial<Cost> = {}): Cost {
  return {
    selfTicks: ticks,
    totalTicks: ticks,
    withLibrariesTicks: ticks,
    selfSamples: ticks,
    totalSamples: ticks,
    withLibrariesSamples: ticks,
    inferredTicks: 0,
    candidateTicks: 0,
    repairedTicks: 0,
    composition: Object.fromEntries(categories.map((category) => [category, category === "own" ? ticks : 0])) as Cost["composition"],
    natives: [],
    callees: [],
    expressions: [],
    deopts: [],
    own: true,
    around: undefined,
    ...changes,
  };
}

function hoverOf(cost: Cost, form: keyof typeof forms = "markdown", changes: Partial<Subject> = {}, said: Partial<CostWords> = {}): string {
  const placed = { baseline: "", foundBy: "", edited: false, counts: [], imports: [], advice: [], calleesAt: [], callersAt: [] };
  return hoverText(
    { cost, wait: undefined, heldByAt: [], allocated: undefined, uri: "file:///a.js", line: 4, ...placed, ...changes },
    { ...words, ...said },
    forms[form],
  );
}

/** A line that spends all its time in native code of these names. */
const calling = (...names: readonly string[]): Cost => costOf(100, { natives: names.map((name) => ({ name, ticks: 50 })) });

test("a hover has the line's share, samples and time, and CPU per request where there was a load", () => {
  expect(hoverOf(costOf(745), "plain").split("\n")).toEqual([
    "On the stack in 745 of 1,000 busy samples: 74.5 %",
    "",
    "self: share 74.5 % ± 2.7 · samples 745 · time 745 ms",
    "attributed: share 74.5 % ± 2.7 · samples 745 · time 745 ms",
    "total (with all it calls): share 74.5 % ± 2.7 · samples 745 · time 745 ms",
    "",
    "Time spent in: own code 100.0 %",
  ]);
  expect(hoverOf(costOf(745), "plain", {}, { requests: 500 })).toContain("time 745 ms · CPU per request 1.5 ms");
});

test("a hover explains what is inferred, possible, noise, edited or found by the end of its path", () => {
  const inferred = hoverOf(costOf(5, { inferredTicks: 5 }));
  expect(inferred).toContain("*≈ 5 of 5 samples were put on this line by inference, not by measurement.*");
  expect(inferred).toContain("*Fewer than ten samples: too few to tell from noise.*");
  expect(inferred).toContain("≈&nbsp;0.5&nbsp;%");
  expect(hoverOf(costOf(10))).not.toMatch(/≈|noise/);
  const possible = hoverOf(costOf(0, { candidateTicks: 300 }));
  expect(possible).toContain("≈ On the stack in 0 to 300 of 1,000 busy samples: up to 30.0 %");
  expect(possible).toContain("≈ Up to 300 samples more (30.0 %) may belong to this line");
  expect(possible).not.toContain("| self |");
  expect(hoverOf(costOf(100), "markdown", { edited: true })).toContain("This function was edited after the run");
  expect(hoverOf(costOf(100), "markdown", { foundBy: "/there/a.js → /here/a.js" })).toContain("/here/a.js");
});

test("a name cannot inject Markdown into a hover, nor turn around what stands beside it", () => {
  const evil = hoverOf(calling("[x](command:evil)<b>*", "be\u202Efo\u2066re\u2069"));
  expect(evil).toContain("command:evil");
  expect(evil).not.toMatch(/(?<!\\)\]\(command:evil/);
  expect(evil).not.toMatch(/(?<!\\)<b>/);
  for (const form of ["markdown", "plain"] as const) expect(hoverOf(calling("be\u202Efo\u2066re\u2069"), form)).toContain(": before 5.0 %");
});

test("a long name ends after a whole character, and says that it goes on", () => {
  const name = (letters: number): string => `${"g".repeat(letters)}😀end`;
  for (const form of ["markdown", "plain"] as const) {
    const hover = hoverOf(calling(name(199), name(198)), form);
    expect(hover).toContain(`: ${"g".repeat(199)}… 5.0 % · ${"g".repeat(198)}😀… 5.0 %`);
    expect(hover).not.toMatch(/\p{Cs}/u);
  }
});

test("lenses and the ends of lines have the figures that are asked for, in the client's language", () => {
  const line = { ...costOf(50), totalTicks: 800, totalSamples: 800, edited: false };
  const load = { ...words, requests: 500 };
  expect((["selfAndTotal", "self", "total", "ticks", "perRequest", "none"] as const).map((show) => lineEndText(line, show, load))).toEqual([
    "5.0 % self · 80.0 % total",
    "5.0 % self",
    "80.0 % total",
    "800 samples",
    "100 µs self · 1.6 ms total per request",
    "",
  ]);
  expect(lineEndText({ ...costOf(5, { inferredTicks: 5 }), edited: true }, "selfAndTotal", words)).toBe(
    "≈ 0.5 % self · ≈ 0.5 % total · edited since the run",
  );
  expect(lineEndText({ ...costOf(0, { candidateTicks: 300 }), edited: false }, "selfAndTotal", words)).toBe(
    "0.0 % self · ≈ 0.0–30.0 % total",
  );
  const called = { totalTicks: 900, selfTicks: 50, edited: false, inferred: false } as Parameters<typeof lensText>[0];
  expect(lensText(called, words)).toBe("90.0 % total · 5.0 % self · 900 ms");
  expect(lensText({ ...called, edited: true }, load)).toBe(
    "90.0 % total · 5.0 % self · 900 ms · 1.8 ms per request · edited since the run",
  );
  expect(lensText(called, { ...load, locale: "ru" })).toBe("90,0 % всего · 5,0 % сама · 900 мс · 1,8 мс на запрос");
  expect(lineEndText(line, "selfAndTotal", { ...load, locale: "zh-cn" })).toBe("自身 5.0 % · 总计 80.0 %");
  expect(hoverOf(costOf(100), "plain", {}, { locale: "ru" })).toContain("Время состоит из: ");
  expect(hoverOf(costOf(100), "plain", {}, { locale: "zh-cn" })).toContain("时间构成: ");
});

test("times of a run of starts are per start, with their interval", () => {
  expect(hoverOf(costOf(745), "plain", {}, { starts: 5 })).toContain(
    "self: share 74.5 % ± 2.7 · samples 745 · time per start 149 ms ± 5.4 ms",
  );
  const cost = { ...costOf(745), edited: false, inferred: false } as unknown as Parameters<typeof lensText>[0];
  expect(lensText(cost, { ...words, starts: 5 })).toContain("149 ms per start");
});
