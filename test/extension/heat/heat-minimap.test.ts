import { expect, test, vi } from "vitest";
import { hottestLines } from "../../../extension/heat/heat-minimap.ts";
import type { HeatLine } from "../../../language-server/protocol/shown-run.ts";

vi.mock("vscode", () => import("../vscode.ts"));

function line(at: number, step: number, more: Partial<HeatLine> = {}): HeatLine {
  return { line: at, step, share: 0, text: "", faint: false, edited: false, isCold: false, parts: [], ...more };
}

test("the minimap marks lines from a tenth of the busy time on, the hottest first, without noise and edited lines", () => {
  const lines = [line(1, 5), line(2, 4), line(3, 7), line(4, 7, { faint: true }), line(5, 6, { edited: true }), line(6, 6)];
  expect(hottestLines(lines).map((each) => each.line)).toEqual([3, 6, 1]);
});

test("at most ten lines of a file are marked", () => {
  const lines = Array.from({ length: 30 }, (_, at) => line(at, at === 29 ? 7 : 5));
  expect(hottestLines(lines)).toHaveLength(10);
  expect(hottestLines(lines)[0]?.line).toBe(29);
});
