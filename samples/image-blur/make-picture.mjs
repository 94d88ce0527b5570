/** Draws picture.png: hills under an evening sky, with a sun, stars and grain, the same bytes every time. */
import { writeFileSync } from "node:fs";
import { PNG } from "pngjs";

const size = 256;
const sun = { x: 176, y: 78, radius: 26 };
const picture = new PNG({ width: size, height: size });
let seed = 20260101;

for (let y = 0; y < size; y++) {
  for (let x = 0; x < size; x++) {
    const grain = random() * 10 - 5;
    const colour = colourAt(x, y);
    for (let channel = 0; channel < 3; channel++) {
      picture.data[(y * size + x) * 4 + channel] = Math.max(
        0,
        Math.min(255, Math.round(colour[channel] + grain)),
      );
    }
    picture.data[(y * size + x) * 4 + 3] = 255;
  }
}
writeFileSync(
  new URL("picture.png", import.meta.url),
  PNG.sync.write(picture, { colorType: 2 }),
);

function colourAt(x, y) {
  if (y > ridge(x, 196, 22, 61)) return [24, 40, 38];
  if (y > ridge(x, 168, 26, 87)) return [44, 66, 72];
  if (y > ridge(x, 138, 30, 131)) return [88, 92, 116];
  const distance = Math.hypot(x - sun.x, y - sun.y);
  if (distance < sun.radius) return [255, 238, 190];
  const glow = 90 * Math.max(0, 1 - (distance - sun.radius) / 90);
  const star = y < 90 && random() > 0.997 ? 120 : 0;
  return [
    60 + y * 0.9 + glow + star,
    50 + y * 0.5 + glow * 0.7 + star,
    110 + y * 0.15 + glow * 0.2 + star,
  ];
}

function ridge(x, base, height, period) {
  return (
    base -
    height *
      (0.6 * Math.sin(x / (period / 6.28)) +
        0.4 * Math.sin(x / (period / 15) + 1.7))
  );
}

/** Mulberry32: small, and the same everywhere. */
function random() {
  seed = (seed + 0x6d2b79f5) | 0;
  let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
  return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
}
