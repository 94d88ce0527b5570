import { expect, test } from "vitest";
import { analysed, functionTable, lineAt, lineTable } from "./drawn-costs.ts";
import { drawnProfile } from "./drawn-profile.ts";
import { placed } from "./placed-profile.ts";
import { marked, profileProgram } from "./profiled-program.ts";

const text = `function main() {
  return outer(1);
}
function outer(n) {
  return middle(n);
}
function middle(n) {
  return leaf(n);
}
function leaf(n) {
  return n;
}`;

function costs(drawing: string, nodeMajor: number) {
  return analysed(placed(drawnProfile(drawing), text), { "app.js": text }, { nodeMajor }).costs;
}

test("a line of an inlined function goes back to it, along calls that were seen", () => {
  const drawing = `
    outer@app.js:11  outer@app.js    outer@app.js:5
    -                middle@app.js   -
    -                leaf@app.js:11  -
  `;
  const repaired = costs(drawing, 20);
  expect(lineTable(repaired)).toEqual({ "app.js:11": "2 2 2", "app.js:5": "1 1 3", "app.js:8": "0 0 2" });
  expect(functionTable(repaired)).toEqual({ outer: "1 1 3", middle: "0 0 2", leaf: "2 2 2" });
  expect(lineAt(repaired, "app.js:11")).toMatchObject({ repairedTicks: 1, inferredTicks: 0 });
  expect(functionTable(costs(drawing, 26))).toEqual({ outer: "2 2 3", middle: "0 0 1", leaf: "1 1 1" });
});

test("a function that was always inlined is found in the text by the name it is called by", () => {
  const repaired = costs("middle@app.js:11  middle@app.js:8", 24);
  expect(functionTable(repaired)).toEqual({ middle: "1 1 2", leaf: "1 1 1" });
  expect(lineTable(repaired)).toEqual({ "app.js:8": "1 1 2", "app.js:11": "1 1 1" });
});

test("a line that nothing explains becomes unknown and stays with the function", () => {
  const repaired = costs("main@app.js:11  main@app.js:999", 22);
  expect(lineTable(repaired)).toEqual({});
  expect(functionTable(repaired)).toEqual({ main: "2 2 2" });
});

test("native code under an inlined call follows it", () => {
  const repaired = costs("middle@app.js:11\nread", 20);
  expect(lineAt(repaired, "app.js:11")).toMatchObject({ selfTicks: 1, repairedTicks: 1, natives: [{ name: "read", ticks: 1 }] });
});

const inlined = `function leaf(x) {
  return Math.sqrt(x) % 7; // leaf
}
${"\n".repeat(20)}
function outer(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += leaf(i); // call
  }
  return sum;
}
exports.run = () => {
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < 400000) outer(1e6);
};
`;

test("a real profile: an inlined function gets its own time, and its line is under its name", async () => {
  const { costs: real } = (await profileProgram(inlined)).analysis;
  const leaf = real.functions.find(({ name }) => name === "leaf");
  const line = lineAt(real, `app.js:${marked(inlined, "leaf")}`);
  expect(leaf?.selfTicks).toBeGreaterThanOrEqual(line.selfTicks);
  expect(line.selfTicks).toBeGreaterThan(20);
  expect(lineAt(real, `app.js:${marked(inlined, "call")}`).totalTicks).toBeGreaterThanOrEqual(line.selfTicks);
});
