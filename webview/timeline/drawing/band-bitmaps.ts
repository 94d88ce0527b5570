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
  const { shares } = columnsOf(thread);
  for (let column = 0; column < columns; column += 1) {
    let [bytes, below] = [0, height];
    for (let band = 0; band < bands.length; band += 1) {
      bytes += shares[band]?.[column] ?? 0;
      const top = height - Math.round((bytes / 255) * height);
      const tile = tiles[band];
      if (tile === undefined) continue;
      const across = column % tile.size;
      for (let y = top; y < below; y += 1) pixels[y * columns + column] = tile.pixels[(y % tile.size) * tile.size + across] ?? 0;
      below = Math.min(below, top);
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
