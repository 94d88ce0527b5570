import { expect, test } from "vitest";
import {
  deltaColourId,
  deltaColours,
  deltaIcon,
  deltaMark,
  deltaType,
  deltaTypeCount,
  strengths,
} from "../../../extension/compare/delta-style.ts";
import { contrast } from "../contrast.ts";
import { manifest } from "../manifest.ts";

const colours = new Map(manifest.contributes.colors.map(({ id, defaults }) => [id, defaults]));
const kinds = ["slower", "faster"] as const;

test("a change's step chooses its icon: three strengths each way, and noise", () => {
  const types = [-8, -6, -5, -3, -2, -1, 0, 1, 2, 3, 5, 6, 8].map((step) => deltaType({ step }));
  expect(types).toEqual([5, 5, 4, 4, 3, 3, 6, 0, 0, 1, 1, 2, 2]);
  expect(Math.max(...types)).toBeLessThan(deltaTypeCount);
});

test("the icons differ in shape and not only in colour", () => {
  const shapes = kinds.flatMap((kind) =>
    strengths.map((each) => deltaIcon(kind, each, "dark").replace(deltaColours[kind].dark[each - 1]!, "")),
  );
  expect(new Set(shapes).size).toBe(6);
});

test("texts at line ends begin with their own mark", () => {
  expect((["slower", "faster", "new", "vanished", "noise"] as const).map((verdict) => deltaMark({ verdict }))).toEqual([
    "▲",
    "▼",
    "+",
    "×",
    "",
  ]);
});

test.each([
  ["dark", "#1e1e1e", 3, 4.5],
  ["light", "#ffffff", 3, 4.5],
  ["highContrast", "#000000", 4.5, 4.5],
  ["highContrastLight", "#ffffff", 4.5, 4.5],
] as const)("changes have enough contrast in %s themes; the strongest colours also as text", (kind, background, least, forText) => {
  for (const each of kinds) {
    for (const strength of strengths) {
      const colour = colours.get(deltaColourId(each, strength))?.[kind] ?? "";
      expect(contrast(colour, background)).toBeGreaterThan(strength === 3 ? forText : least);
    }
  }
});

test("the icons have the contributed colours", () => {
  for (const each of kinds) {
    for (const strength of strengths) {
      const { dark, light } = deltaColours[each];
      expect(colours.get(deltaColourId(each, strength))).toMatchObject({ dark: dark[strength - 1], light: light[strength - 1] });
    }
  }
});
