import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { window } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { withPatientProgress } = await import("../../../extension/screen/progress.ts");

beforeEach(() => {
  vi.useFakeTimers();
  window.shown.length = 0;
  window.cancelProgress.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

test("short tasks are shown only in the status bar", async () => {
  expect(await withPatientProgress("Opening", () => Promise.resolve("opened"))).toBe("opened");
  await vi.runAllTimersAsync();
  expect(window.shown).toEqual(["Opening"]);
  expect(window.cancelProgress).toEqual([]);
});

test("long tasks can be cancelled", async () => {
  const opening = withPatientProgress(
    "Opening",
    (token) => new Promise((_resolve, reject) => token.onCancellationRequested(() => reject(new Error("cancelled")))),
  );
  await vi.runAllTimersAsync();
  expect(window.shown).toEqual(["Opening", "Opening"]);
  window.cancelProgress[0]?.();
  await expect(opening).rejects.toThrow("cancelled");
});

test("a task that fails rejects with its reason", async () => {
  await expect(withPatientProgress("Opening", () => Promise.reject(new Error("damaged")))).rejects.toThrow("damaged");
});
