import { expect, test } from "vitest";
import { inMegabytes } from "../../language-server/analysis/figures.ts";

test("sizes in a text are short", () => {
  const megabyte = 1024 * 1024;
  expect([100_000, 3 * megabyte, 1234 * megabyte, 0].map(inMegabytes)).toEqual([0.095, 3, 1230, 0]);
});
