import { bands, type Band, blockKinds, type BlockKind } from "../../../language-server/analysis/timeline/strip.ts";
import { element } from "../../element.ts";
import { drawBox } from "../drawing/blocks.ts";
import { drawLine, type LineStyle, lineStyles } from "../drawing/curves.ts";
import type { Palette, Tile } from "../drawing/palette.ts";
import type { TimelineView } from "../incoming.ts";
import type { TimelineText } from "../text.ts";

/** Of a sample of what is drawn, in pixels. */
const [wide, tall] = [24, 12];

/** What each colour and line of the drawing means: a list that its button opens over the drawing. */
export function colourKey(text: TimelineText) {
  const list = element("ul", { class: "key", id: "heatline-timeline-key", "aria-label": text.legend, hidden: "" });
  const button = element("button", { type: "button", "aria-expanded": "false", "aria-controls": list.id }, text.legend);
  const show = (isShown: boolean): void => {
    list.hidden = !isShown;
    button.setAttribute("aria-expanded", String(isShown));
  };
  button.addEventListener("click", () => show(list.hidden === true));
  let explained: readonly [what: string, palette: Palette | undefined] = ["", undefined];
  return {
    button,
    list,
    /** False if it was closed already. */
    close(): boolean {
      const wasOpen = !list.hidden;
      show(false);
      return wasOpen;
    },
    /** Of what the strip has. */
    explain(strip: TimelineView, shown: ReadonlySet<Band>, palette: Palette): void {
      const kinds = blockKinds.filter((kind) => strip.blocks.some((block) => block.kind === kind && !shown.has(kind as Band)));
      const lines = linesOf(strip);
      const now = [[...shown, kinds, ...lines].join(), palette] as const;
      if (now.every((each, index) => each === explained[index])) return;
      explained = now;
      const item = (name: string, drawn: HTMLElement): HTMLElement => element("li", {}, drawn, name);
      list.replaceChildren(
        ...bands.flatMap((band, index) => {
          const tile = palette.tiles[index];
          return shown.has(band) && tile !== undefined ? [item(text.bands[band], bandSample(tile))] : [];
        }),
        ...kinds.map((kind) => item(text.blockKinds[kind], blockSample(kind, palette))),
        ...lines.map((line) => item(nameOf(line, text), line === "errors" ? errorSample(palette) : lineSample(lineStyles[line], palette))),
      );
    },
  };
}

type Line = keyof typeof lineStyles | "errors";

function linesOf({ load, readings }: TimelineView): readonly Line[] {
  return [
    ...(load === undefined ? [] : (["rate", "errors", "p50", "p99"] as const)),
    ...(readings.some(({ values }) => values.length > 0) ? (["loop", "loopDelay", "heap"] as const) : []),
  ];
}

function nameOf(line: Line, text: TimelineText): string {
  return { ...text.rows, p50: text.p50, p99: text.p99, errors: text.errorCount, loopDelay: text.loopDelay }[line];
}

function bandSample(tile: Tile): HTMLElement {
  const { canvas, context } = sample("band");
  const image = context?.createImageData(canvas.width, canvas.height);
  if (!context || !image) return canvas;
  const pixels = new Uint32Array(image.data.buffer);
  for (let index = 0; index < pixels.length; index += 1) {
    const [x, y] = [index % canvas.width, Math.floor(index / canvas.width)];
    pixels[index] = tile.pixels[(y % tile.size) * tile.size + (x % tile.size)] ?? 0;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

function blockSample(kind: BlockKind, palette: Palette): HTMLElement {
  const { canvas, context } = sample("block");
  if (context) drawBox(context, { palette }, { kind }, { from: 0, to: wide, top: 0, height: tall });
  return canvas;
}

function lineSample(style: LineStyle, palette: Palette): HTMLElement {
  const { canvas, context } = sample("line");
  const points = [0, wide].map((x) => ({ x, y: tall / 2 }));
  if (context) drawLine(context, palette, points, { top: 0, height: tall }, style);
  return canvas;
}

function errorSample({ error }: Palette): HTMLElement {
  const { canvas, context } = sample("line");
  if (context) {
    context.fillStyle = error;
    for (const [x, height] of [[5, 6], [10, 10], [15, 4]] as const) context.fillRect(x, tall - height, 3, height); // prettier-ignore
  }
  return canvas;
}

function sample(of: "band" | "block" | "line") {
  const scale = window.devicePixelRatio;
  const canvas = element("canvas", { class: `swatch ${of}`, "aria-hidden": "true" });
  [canvas.width, canvas.height] = [Math.round(wide * scale), Math.round(tall * scale)];
  const context = canvas.getContext("2d");
  context?.scale(scale, scale);
  return { canvas, context };
}
