import type { DeltaLine } from "../../language-server/protocol/compare/compare-heat.ts";
import type { Background } from "../heat/heat-style.ts";

/** How a change of cost looks: red triangles point up, blue ones down, larger for larger changes. Pure. */

export type Strength = 1 | 2 | 3;
export type DeltaKind = "slower" | "faster";
export const strengths: readonly Strength[] = [1, 2, 3];

/** Must equal the defaults of the contributed colours in package.json; a test compares them and checks their contrast. */
export const deltaColours: Readonly<Record<DeltaKind, Readonly<Record<Background, readonly string[]>>>> = {
  slower: { dark: ["#e8a0a0", "#f27878", "#ff5a5a"], light: ["#b05a5a", "#b83038", "#a80018"] },
  faster: { dark: ["#9dbbe0", "#6ba6f0", "#4d9dff"], light: ["#4f7fb8", "#1f66b8", "#00509e"] },
};

export function deltaColourId(kind: DeltaKind, strength: Strength): string {
  return `heatline.${kind}${strength}`;
}

/** Decoration types that replace those of heat while changes are shown: three strengths in each direction, one for noise. */
export const deltaTypeCount = 7;

/** Index of a line's decoration type: 0 to 2 slower, 3 to 5 faster, 6 noise. */
export function deltaType({ step }: Pick<DeltaLine, "step">): number {
  if (step === 0) return 6;
  const strength = Math.abs(step) <= 2 ? 0 : Math.abs(step) <= 5 ? 1 : 2;
  return step > 0 ? strength : 3 + strength;
}

/** A 16 × 16 icon: a triangle that grows with the change. */
export function deltaIcon(kind: DeltaKind, strength: Strength, background: Background): string {
  const colour = deltaColours[kind][background][strength - 1] ?? "";
  const half = 1.5 + 1.5 * strength;
  const height = 2 + 3 * strength;
  const [top, bottom] = [8 - height / 2, 8 + height / 2];
  const shape = kind === "slower" ? `M8 ${top}L${8 + half} ${bottom}H${8 - half}z` : `M8 ${bottom}L${8 + half} ${top}H${8 - half}z`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16"><path fill="${colour}" d="${shape}"/></svg>`;
}

/** For screen readers and anyone who cannot tell the icons apart; the text at the line's end also begins with the direction. */
export function deltaMark({ verdict }: Pick<DeltaLine, "verdict">): string {
  return { slower: "▲", faster: "▼", new: "+", vanished: "×", load: "", noise: "" }[verdict];
}
