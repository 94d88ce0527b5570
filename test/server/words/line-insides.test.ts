import { expect, test } from "vitest";
import { leastFeatures } from "../../../language-server/lsp/client-features.ts";
import { lineInsides, namedNatives } from "../../../language-server/lsp/words/line-insides.ts";
import { markupFor } from "../../../language-server/lsp/words/markup.ts";
import { textIn } from "../../../language-server/texts/localised.ts";

type Cost = Parameters<typeof lineInsides>[0];

const words = { locale: "en", busyTicks: 100, busySamples: 100, requests: 0, interval: 1000 };
const insides = (cost: Partial<Cost>): readonly string[] => {
  const whole = { natives: [], deopts: [], repairedTicks: 0, totalTicks: 20, ...cost } as unknown as Cost;
  const form = { words, textOf: textIn("en"), markup: markupFor(leastFeatures) } as unknown as Parameters<typeof lineInsides>[1];
  return lineInsides(whole, form).map(({ label, value }) => `${label}: ${value}`);
};
const native = (...names: readonly string[]): Cost["natives"] => names.map((name) => ({ name, ticks: 5 }));

test("names of V8's own code are no part of a hover, names of functions that a program calls are", () => {
  const natives = native(
    "JSON.stringify",
    "LoadIC_Megamorphic",
    "KeyedLoadIC",
    "RegExp: /a/",
    "node::crypto::Hash::HashUpdate",
    "CEntry_Return1",
    "sort",
    "CallFunction",
  );
  const names = namedNatives({ natives } as unknown as Cost).map(({ name }) => name);
  expect(names).toEqual(["JSON.stringify", "RegExp: /a/", "node::crypto::Hash::HashUpdate", "sort"]);
});

test("details have what the hover leaves out, and nothing else", () => {
  expect(insides({})).toEqual([]);
  expect(insides({ natives: native("JSON.stringify") })).toEqual([]);
  expect(
    insides({ natives: native("JSON.stringify", "LoadIC_Megamorphic"), repairedTicks: 3, deopts: [{ reason: "wrong map", count: 12 }] }),
  ).toEqual([
    "Native code called from here: JSON.stringify 5.0 % · LoadIC_Megamorphic 5.0 %",
    "Deoptimised here since the app started: 12 × wrong map",
    "Repaired samples: 3 of 20",
  ]);
});
