/** Of a line to its ground at least, as WCAG 2.1 asks of graphics. */
const leastContrast = 3;

/** Red, green and blue, from 0 to 255. */
type Colour = readonly [number, number, number];

/** The colour as it looks on the ground, without transparency, and as much lighter or darker as it takes to be seen there. */
export function lineColour(colour: string, ground: string): string {
  const below = shown([ground]);
  let seen = shown([ground, colour]);
  const away: Colour = luminance(below) < 0.18 ? [255, 255, 255] : [0, 0, 0];
  for (let step = 0; step < 20 && contrast(seen, below) < leastContrast; step += 1) seen = mixed(seen, away);
  return `rgb(${seen.join(", ")})`;
}

function mixed(one: Colour, other: Colour): Colour {
  const [red, green, blue] = one.map((each, index) => Math.round(each + 0.1 * ((other[index] ?? 0) - each))) as [number, number, number];
  return [red, green, blue];
}

function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance of WCAG 2.1. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((each) => (each <= 10 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const probe = document.createElement("canvas");
[probe.width, probe.height] = [1, 1];

/** Of colours that lie on each other; below them is black. */
function shown(colours: readonly string[]): Colour {
  const context = probe.getContext("2d", { willReadFrequently: true });
  if (context === null) return [0, 0, 0];
  for (const each of ["#000", ...colours]) {
    context.fillStyle = each;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
