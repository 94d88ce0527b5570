import { PNG } from "pngjs";

/** Gaussian blur of a PNG; sigma in pixels. Answers a PNG. */
export async function blurImage(png, sigma) {
  const source = PNG.sync.read(png);
  const target = new PNG({ width: source.width, height: source.height });
  for (let y = 0; y < source.height; y++) {
    for (let x = 0; x < source.width; x++) {
      blurPixel(source, target, x, y, sigma);
    }
  }
  return PNG.sync.write(target);
}

/** Writes the weighted mean of the colours around (x, y), keeping the opacity; beyond the edge the edge is repeated. */
function blurPixel(source, target, x, y, sigma) {
  const { width, height, data } = source;
  const radius = Math.ceil(2 * sigma);
  const scale = -1 / (2 * sigma * sigma);
  let red = 0;
  let green = 0;
  let blue = 0;
  let sum = 0;
  for (let dy = -radius; dy <= radius; dy++) {
    const row = Math.min(Math.max(y + dy, 0), height - 1) * width;
    for (let dx = -radius; dx <= radius; dx++) {
      const at = (row + Math.min(Math.max(x + dx, 0), width - 1)) * 4;
      const weight = Math.exp((dx * dx + dy * dy) * scale);
      red += data[at] * weight;
      green += data[at + 1] * weight;
      blue += data[at + 2] * weight;
      sum += weight;
    }
  }
  const to = (y * width + x) * 4;
  target.data[to] = Math.round(red / sum);
  target.data[to + 1] = Math.round(green / sum);
  target.data[to + 2] = Math.round(blue / sum);
  target.data[to + 3] = data[to + 3];
}
