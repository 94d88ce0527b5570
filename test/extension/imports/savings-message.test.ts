import { expect, test } from "vitest";
import { savingsMessage } from "../../../extension/imports/savings-message.ts";

const row = { name: "", time: "", location: null };
const advice = { ...row, way: "Load pdf.js on first use (cli.js:2)", result: "saves 120 ms ± 3.0 ms", isAdvice: true, isMeasured: true };
const little = { ...row, way: "Set NODE_COMPILE_CACHE", result: "no gain seen", isAdvice: false, isMeasured: true };
const untried = {
  ...row,
  way: "Load ui.js on first use (cli.js:1)",
  result: "not tried, Node.js 22.15",
  isAdvice: false,
  isMeasured: false,
};

test("what is worth a change is reported, else why nothing was tried at all", () => {
  expect(savingsMessage([advice, little, untried])).toBe("Load pdf.js on first use (cli.js:2): saves 120 ms ± 3.0 ms");
  expect(savingsMessage([untried, { ...untried, way: "Set NODE_COMPILE_CACHE" }])).toBe(
    "Load ui.js on first use (cli.js:1): not tried, Node.js 22.15",
  );
  expect(savingsMessage([little, untried])).toBeUndefined();
  expect(savingsMessage([])).toBeUndefined();
});
