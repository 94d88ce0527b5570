import { expect, test } from "vitest";
import {
  type Background,
  decorationTypeCount,
  gutterIcon,
  shareIcon,
  stepColourId,
  stepColours,
  tintColourIds,
  tintOf,
} from "../../../extension/heat/heat-style.ts";
import { contrast } from "../contrast.ts";
import { manifest } from "../manifest.ts";

const colours = new Map(manifest.contributes.colors.map(({ id, defaults }) => [id, defaults]));

test("at most twelve decoration types are in use", () => {
  expect(decorationTypeCount).toBeLessThanOrEqual(12);
});

test.each<Background>(["dark", "light"])("the eight icons differ in shape, not only in colour (%s)", (background) => {
  const shapes = stepColours[background].map((colour, step) => gutterIcon(step, background).replace(colour, ""));
  expect(new Set(shapes).size).toBe(8);
});

test("the icon of a line whose text is out of sight has its share, and a bar that grows with the step", () => {
  const icons = [3, 5, 7].map((step) => shareIcon(step, 54, "dark"));
  for (const icon of icons) expect(icon).toContain(">54</text>");
  expect(icons.map((icon) => /h(\d+)V16/.exec(icon)?.[1])).toEqual(["7", "11", "15"]);
  expect(shareIcon(7, 100, "light")).toContain(stepColours.light[7]);
});

test("the steps' theme colours are those of the icons, in each kind of theme", () => {
  for (const [step, dark] of stepColours.dark.entries()) {
    expect(colours.get(stepColourId(step))).toMatchObject({ dark, light: stepColours.light[step] });
    expect(Object.keys(colours.get(stepColourId(step)) ?? {}).sort()).toEqual(["dark", "highContrast", "highContrastLight", "light"]);
  }
  for (const id of tintColourIds) expect(colours.has(id)).toBe(true);
});

test.each([
  ["dark", "#1e1e1e", 3, 4.5],
  ["light", "#ffffff", 3, 4.5],
  ["highContrast", "#000000", 4.5, 7],
  ["highContrastLight", "#ffffff", 4.5, 7],
] as const)("heat and text have enough contrast in %s themes", (kind, background, forHeat, forText) => {
  for (const step of stepColours.dark.keys())
    expect(contrast(colours.get(stepColourId(step))?.[kind] ?? "", background)).toBeGreaterThan(forHeat);
  for (const id of ["heatline.inlineText", "heatline.faintText"])
    expect(contrast(colours.get(id)?.[kind] ?? "", background)).toBeGreaterThan(forText);
});

test("parts of a line have three strengths of colour, and cold ones none", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(tintOf)).toEqual([undefined, undefined, 0, 0, 1, 1, 2, 2]);
});
