// @module-tag thorough

import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { RunningSample } from "./running-sample.ts";
import { variants } from "./samples.ts";

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const { PNG } = createRequire(import.meta.url)("pngjs") as { PNG: { sync: { read(png: Buffer): Picture } } };

describe.each(variants)("%s", (variant) => {
  test("refuses a blur without bounds, and knows no other path", async () => {
    await using app = await RunningSample.start("image-blur", variant);
    const statuses = [];
    for (const path of ["/blur?sigma=0", "/blur?sigma=11", "/blur?sigma=much", "/elsewhere", "//"]) {
      statuses.push((await app.get(path)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 404, 500]);
  });
});

test("before and after blur alike", async () => {
  await using before = await RunningSample.start("image-blur", "before");
  await using after = await RunningSample.start("image-blur", "after");
  const sharp = await picture(before, "/picture");
  const slow = await picture(before, "/blur?sigma=2.5");
  const fast = await picture(after, "/blur?sigma=2.5");
  expect([fast.width, fast.height]).toEqual([slow.width, slow.height]);
  expect(meanDifference(slow, sharp)).toBeGreaterThan(2);
  expect(meanDifference(slow, fast)).toBeLessThan(1);
});

async function picture(app: RunningSample, path: string): Promise<Picture> {
  const response = await app.get(path);
  expect(response.headers.get("content-type")).toBe("image/png");
  return PNG.sync.read(Buffer.from(await response.arrayBuffer()));
}

/** Mean absolute difference of the channels, 0 to 255. */
function meanDifference(a: Picture, b: Picture): number {
  let sum = 0;
  for (const [index, value] of a.data.entries()) sum += Math.abs(value - (b.data[index] ?? 0));
  return sum / a.data.length;
}
