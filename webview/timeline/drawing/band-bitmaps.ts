import { bands, type StripThread } from "../../../language-server/analysis/timeline/strip.ts";
import { columnsOf } from "../strip-columns.ts";
import type { Palette, Tile } from "./palette.ts";

/** A thread's bands as a picture: one pixel wide per column, so that any view of them is one copy. Kept until height or colours change. */
export class BandBitmaps {
  #kept = new WeakMap<StripThread, { readonly canvas: HTMLCanvasElement; readonly palette: Palette }>();

  /** `height` in pixels of the device. */
  of(thread: StripThread, columns: number, height: number, palette: Palette): HTMLCanvasElement {
    const kept = this.#kept.get(thread);
    if (kept?.canvas.height === height && kept.palette === palette) return kept.canvas;
    const canvas = drawn(thread, columns, height, palette.tiles);
    this.#kept.set(thread, { canvas, palette });
    return canvas;
  }
}

function drawn(thread: StripThread, columns: number, height: number, tiles: readonly Tile[]): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [columns, height];
  const context = canvas.getContext("2d");
  if (context === null || columns === 0 || height === 0) return canvas;
  const image = context.createImageData(columns, height);
  const pixels = new Uint32Array(image.data.buffer);
  const tops = topsOf(thread, columns, height);
  // Row by row, as the pixels lie in memory: from the bottom up each column goes on to the next band where that begins.
  const band = new Uint8Array(columns);
  for (let y = height - 1; y >= 0; y -= 1) {
    for (let column = 0; column < columns; column += 1) {
      let at = band[column] ?? 0;
      while (at < bands.length && (tops[at * columns + column] ?? 0) > y) at += 1;
      band[column] = at;
      const tile = tiles[at];
      if (tile !== undefined) pixels[y * columns + column] = tile.pixels[(y % tile.size) * tile.size + (column % tile.size)] ?? 0;
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** The uppermost pixel of each band in each column, band by band. */
function topsOf(thread: StripThread, columns: number, height: number): Int32Array {
  const { shares } = columnsOf(thread);
  const tops = new Int32Array(bands.length * columns);
  for (let column = 0; column < columns; column += 1) {
    let bytes = 0;
    for (let band = 0; band < bands.length; band += 1) {
      bytes += shares[band]?.[column] ?? 0;
      tops[band * columns + column] = height - Math.round((bytes / 255) * height);
    }
  }
  return tops;
}
