import { expect, test } from "vitest";
import { doubtAbout } from "../../../language-server/analysis/load/first-response.ts";

test.each<[method: string, status: number, bodyLength: number, expected: string | undefined]>([
  ["GET", 200, 5, undefined],
  ["GET", 200, 0, "empty"],
  ["GET", 204, 0, "empty"],
  ["GET", 304, 0, undefined],
  ["GET", 301, 5, "redirect"],
  ["GET", 404, 5, "status"],
  ["HEAD", 200, 0, undefined],
  ["HEAD", 302, 0, "redirect"],
  ["POST", 201, 0, undefined],
  ["POST", 303, 0, undefined],
  ["POST", 307, 0, "redirect"],
  ["POST", 500, 0, "status"],
  ["DELETE", 204, 0, undefined],
  ["OPTIONS", 204, 0, undefined],
])("%s answered with %i and %i bytes: %s", (method, status, bodyLength, expected) => {
  expect(doubtAbout(method, status, bodyLength)).toBe(expected);
});
