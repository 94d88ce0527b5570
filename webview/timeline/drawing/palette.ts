import { categories } from "../../../language-server/analysis/costs/costs.ts";
import { bands, type Band } from "../../../language-server/analysis/timeline/strip.ts";
import { hueOf, lumaColour } from "../../flame/kind-colours.ts";
import { isDark } from "../../flame/theme.ts";
import { lineColour } from "./contrast.ts";

/** How a band is filled: a square of pixels that repeats. */
export interface Tile {
  readonly size: number;
  /** RGBA as `ImageData` has it. */
  readonly pixels: Uint32Array;
}

/** The colours of the theme that VS Code shows. */
export interface Palette {
  readonly font: string;
  readonly text: string;
  readonly quiet: string;
  readonly grid: string;
  readonly focus: string;
  readonly background: string;
  readonly rate: string;
  readonly latency: string;
  readonly error: string;
  /** In the order of `bands`. */
  readonly tiles: readonly Tile[];
}

/** Call again when the theme or `scale`, the device's pixels per pixel, changes. */
export function palette(element: Element, scale: number): Palette {
  const style = getComputedStyle(element);
  const colour = (...names: readonly string[]): string =>
    names.map((name) => style.getPropertyValue(`--vscode-${name}`).trim()).find((each) => each !== "") ?? style.color;
  const [text, background] = [style.color, colour("editor-background")];
  return {
    font: `11px ${style.fontFamily}`,
    text,
    quiet: colour("descriptionForeground"),
    grid: isHighContrast() ? colour("contrastBorder") : `color-mix(in srgb, ${text} 22%, transparent)`,
    focus: colour("focusBorder"),
    background,
    rate: lineColour(colour("charts-blue"), background),
    latency: lineColour(colour("charts-orange"), background),
    error: lineColour(colour("charts-red", "errorForeground"), background),
    tiles: bands.map((band) => tile(band, scale, text)),
  };
}

function isHighContrast(): boolean {
  return document.body.dataset["vscodeThemeKind"]?.startsWith("vscode-high-contrast") === true;
}

/** A kind's hue is the one that the flame graph gives it where each kind has as many functions. */
function kindColour(kind: Band): string {
  const place = categories.findIndex((each) => each === kind);
  return place === -1 ? "transparent" : lumaColour(hueOf((place + 0.5) / categories.length), 0.42, isDark() ? 0.5 : 0.58);
}

/** Lines by their distance in a square of 8 × 8; in high contrast each kind has its own, so that none is known by colour alone. */
const patterns: Readonly<Record<Band, (x: number, y: number) => boolean>> = {
  own: () => true,
  dependency: (x, y) => (x + y) % 4 < 2,
  node: (_, y) => y % 4 < 2,
  native: (x) => x % 4 < 2,
  gc: (x, y) => (x + y) % 8 < 2 || (x - y + 8) % 8 < 2,
  program: (x, y) => x % 4 < 2 && y % 4 < 2,
  compile: (x, y) => x % 8 < 4 === y % 8 < 4,
  idle: () => false,
  noCpu: (x, y) => (x - y + 8) % 8 < 2,
};

const square = 8;

function tile(band: Band, scale: number, text: string): Tile {
  const size = Math.round(square * scale);
  const pixels = new Uint32Array(size * size);
  const [back, front] = fills(band, text).map(pixelOf);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isLine = patterns[band](Math.floor((x * square) / size), Math.floor((y * square) / size));
      pixels[y * size + x] = (isLine ? front : back) ?? 0;
    }
  }
  return { size, pixels };
}

/** Of the ground and of the lines on it. */
function fills(band: Band, text: string): readonly [string, string] {
  if (isHighContrast()) return ["transparent", text];
  if (band === "idle") return ["transparent", "transparent"];
  if (band === "noCpu") return ["transparent", text];
  const colour = kindColour(band);
  return band === "gc" ? [colour, lumaColour(hueOf(4.5 / categories.length), 0.42, isDark() ? 0.28 : 0.36)] : [colour, colour];
}

const probe = document.createElement("canvas");

function pixelOf(colour: string): number {
  probe.width = probe.height = 1;
  const context = probe.getContext("2d", { willReadFrequently: true });
  if (context === null) return 0;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0;
}
