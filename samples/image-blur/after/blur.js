import sharp from "sharp";

/** Gaussian blur of a PNG; sigma in pixels. Answers a PNG. */
export async function blurImage(png, sigma) {
  return sharp(png).blur(sigma).png().toBuffer();
}
