/**
 * How heat looks: steps 0 (cold) to 7 (hot), distinguished by shape and height as well as colour. Pure: heat-decorations makes the editor's
 * types.
 */

export type Background = "dark" | "light";

/** Must equal the defaults of the contributed colours in package.json; a test compares them and checks their contrast. */
export const stepColours: Readonly<Record<Background, readonly string[]>> = {
  dark: ["#6f9fd8", "#58b0c0", "#7dbb6b", "#cdbd4a", "#f0a83c", "#f58442", "#ff6a4d", "#ff5a5a"],
  light: ["#3f6fa8", "#20757f", "#3f7a2c", "#7d6a00", "#9a5b00", "#b04a00", "#c02f10", "#b00020"],
};

/** Theme colour of a step, for the overview ruler. */
export function stepColourId(step: number): string {
  return `heatline.heat${step}`;
}

/** Tints have three strengths, to save decoration types. Undefined if too cold to tint. */
export function tintOf(step: number): 0 | 1 | 2 | undefined {
  if (step < 2) return undefined;
  return step < 4 ? 0 : step < 6 ? 1 : 2;
}

export const tintColourIds = ["heatline.tintLow", "heatline.tintMedium", "heatline.tintHigh"] as const;

/** Decoration types in use: eight steps, one for noise, three tints. Editors slow down noticeably with more than twelve. */
export const decorationTypeCount = stepColours.dark.length + 1 + tintColourIds.length;

/** A 16 × 16 icon: a bar that grows with the step, bevelled from step 3, a flame from step 6. */
export function gutterIcon(step: number, background: Background): string {
  const colour = stepColours[background][step] ?? "";
  return svg(`<path fill="${colour}" d="${shape(step)}"/>`);
}

/** The same with the share in percent above a bar that grows with the step, for a line whose text is out of sight. */
export function shareIcon(step: number, percent: number, background: Background): string {
  const colour = stepColours[background][step] ?? "";
  const width = percent < 10 ? 8 : 15;
  const digits = `<text x="8" y="11" text-anchor="middle" textLength="${width}" lengthAdjust="spacingAndGlyphs">${percent}</text>`;
  const font = 'font-family="system-ui, sans-serif" font-size="12" font-weight="700"';
  return svg(`<g fill="${colour}" ${font}>${digits}<path d="M0.500 13.500h${2 * step + 1}V16H0.500z"/></g>`);
}

/** A hollow dot: too few samples to judge. */
export function faintIcon(background: Background): string {
  return svg(`<circle cx="8" cy="12" r="2" fill="none" stroke="${background === "dark" ? "#8a8a8a" : "#767676"}"/>`);
}

function shape(step: number): string {
  const top = 14 - 2 * step;
  if (step < 3) return `M5 16V${top}h6V16z`;
  if (step < 6) return `M5 16V${top + 3}l6 -3V16z`;
  return step === 6
    ? "M8 3c.4 3 4 4.6 4 8.2a4 4.8 0 0 1-8 0c0-2 1-3 1.8-4.2.3 1.2.8 1.7 1.5 2 .1-2.2-.1-4.2.7-6z"
    : "M8.6 0c.3 3.6 5.4 5.7 5.4 10.4a6 5.6 0 0 1-12 0c0-2.6 1.3-4 2.5-5.7.3 1.5 1 2.3 1.9 2.7.2-2.8.2-5.2 2.2-7.4z";
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${content}</svg>`;
}
