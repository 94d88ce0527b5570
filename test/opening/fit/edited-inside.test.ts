import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openProfile } from "../../../language-server/opening/opened-run.ts";

const text = `function outer() {
  const one = () => {
    work();
  };
  one();
  const two = () => {
    work();
  };
  two();
  work();
}
function after() {
  work();
}
`;
/** Name, line and column of the start, and the sampled line. */
const functions = [
  ["outer", 1, 15, 10],
  ["one", 2, 15, 3],
  ["two", 6, 15, 7],
  ["after", 12, 15, 13],
] as const;

test("lines of a function behind an edit in it are not sure, although the function in front of the edit did not move", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "edited-inside-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "a.js");
  const nodes = functions.map(([functionName, line, column, sampled], index) => ({
    id: index + 2,
    callFrame: { functionName, scriptId: "1", url: pathToFileURL(file).href, lineNumber: line - 1, columnNumber: column - 1 },
    positionTicks: [{ line: sampled, ticks: 1 }],
  }));
  const root = { id: 1, callFrame: { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 } };
  const samples = nodes.map(({ id }) => id);
  const timing = { startTime: 0, endTime: 5000, samples, timeDeltas: samples.map(() => 1000) };
  // One line more behind `one();`, so that two of four functions are elsewhere, and fourteen others fit.
  const rest = Array.from({ length: 14 }, (_, index) => `function f${index}() {}\n`).join("");
  const fitting = Array.from({ length: 14 }, (_, index) => ({
    id: index + 20,
    callFrame: { functionName: `f${index}`, scriptId: "1", url: pathToFileURL(file).href, lineNumber: index, columnNumber: 11 },
  }));
  const moved = nodes.map((node) => ({ ...node, callFrame: { ...node.callFrame, lineNumber: node.callFrame.lineNumber + 14 } }));
  const sampled = moved.map((node) => ({
    ...node,
    positionTicks: node.positionTicks.map(({ line, ticks }) => ({ line: line + 14, ticks })),
  }));
  const children = [...samples, ...fitting.map(({ id }) => id)];
  writeFileSync(`${file}.cpuprofile`, JSON.stringify({ nodes: [{ ...root, children }, ...sampled, ...fitting], ...timing }));
  writeFileSync(file, rest + text.replace("  one();\n", "  one();\n  one();\n"));
  const { analysis } = await openProfile(`${file}.cpuprofile`, { workspaceFolders: [folder] }, {});
  const lines = analysis.costs.lines.filter(({ selfTicks }) => selfTicks > 0);
  expect(lines.map(({ line, inferredTicks }) => `${inferredTicks > 0 ? "≈ " : ""}${line}`)).toEqual(["≈ 17", "≈ 22", "≈ 24", "≈ 28"]);
});
