import { expect, test } from "vitest";
import type { Costs } from "../../../language-server/analysis/costs/costs.ts";
import { analysed, functionTable, lineAt, lineTable } from "../costs/drawn-costs.ts";
import { drawnProfile } from "../drawn-profile.ts";
import { placed } from "../sources/placed-profile.ts";
import { marked, profileProgram } from "../profiled-program.ts";

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

test("a line of an inlined function is returned to it, by calls that were seen", () => {
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

test("functions that were inlined into each other and never seen are also found in the text", () => {
  expect(functionTable(costs("main@app.js:11", 22))).toEqual({ main: "0 0 1", outer: "0 0 1", middle: "0 0 1", leaf: "1 1 1" });
});

const nested = `function work(items) {
  const weigh = (item) => {
    return item * 2;
  };
  const unused = () => {
    return 0;
  };
  return items.map((item) => {
    let sum = weigh(item);
    return sum;
  });
}
work([1]);
`;

test.each([
  ["a callback", "work@app.js:10", { "app.js:8": "0 0 1", "app.js:10": "1 1 1" }, { work: "0 0 1", "(anonymous)": "1 1 1" }],
  [
    "a helper that the callback calls",
    "work@app.js:3",
    { "app.js:3": "1 1 1", "app.js:8": "0 0 1", "app.js:9": "0 0 1" },
    { work: "0 0 1", "(anonymous)": "0 0 1", weigh: "1 1 1" },
  ],
  ["a function inlined into the script", "top@app.js:10", { "app.js:8": "0 0 1", "app.js:10": "1 1 1", "app.js:13": "0 0 1" }, {}],
  ["its own line, where an inner function begins", "work@app.js:8", { "app.js:8": "1 1 1" }, { work: "1 1 1" }],
  ["what nothing calls: the line stays", "work@app.js:6", { "app.js:6": "1 1 1" }, { work: "1 1 1" }],
])("a function inside the one that the sample was attributed to: %s", (_what, drawing, lines, functions) => {
  const repaired = analysed(placed(drawnProfile(drawing), nested), { "app.js": nested }, { nodeMajor: 22 }).costs;
  expect(lineTable(repaired)).toEqual(lines);
  expect(functionTable(repaired)).toMatchObject(functions);
});

test("a handler inlined into the dependency that calls it, and a callback into both", () => {
  const router = `${"\n".repeat(30)}function route(handle) {\n  return handle([1]);\n}\n`;
  const drawing = `
    route@lib!router.js:10  route@lib!router.js:9  route@lib!router.js:32
    -                       -                      work@app.js
  `;
  const places = { route: { line: 31, column: 14 }, work: { line: 1, column: 13 } };
  const drawn = drawnProfile(drawing);
  const { functions } = drawn;
  const placeOf = (name: string) => places[name as keyof typeof places];
  const profile = {
    ...drawn,
    functions: {
      ...functions,
      line: Int32Array.from(functions.name, (name) => placeOf(name).line),
      column: Int32Array.from(functions.name, (name) => placeOf(name).column),
    },
  };
  const texts = { "app.js": nested, "router.js": router };
  const scripts = Object.entries({ "app.js": "file:///app/app.js", "router.js": "file:///app/node_modules/lib/router.js" }).map(
    ([hash, url]) => ({ url, hash, mapHash: "", mapBase: "" }),
  );
  const repaired = analysed(profile, texts, { nodeMajor: 22, scripts }).costs;
  expect(lineTable(repaired)).toMatchObject({ "app.js:10": "1 1 1", "app.js:9": "1 1 1", "app.js:8": "0 0 2" });
  expect(functionTable(repaired)).toMatchObject({ work: "1 1 3", "(anonymous)": "2 2 2" });
});

test("a line that nothing explains becomes unknown and stays with the function", () => {
  const repaired = costs("leaf@app.js:5  leaf@app.js:999", 22);
  expect(lineTable(repaired)).toEqual({});
  expect(functionTable(repaired)).toEqual({ leaf: "2 2 2" });
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

const helpers = `function work(items) {
  const weigh = (item) => {
    let h = 0;
    for (let i = 0; i < 60; i++) {
      h = (h * 31 + (item ^ i)) | 0; // weighing
    }
    return h;
  };
  let sum = 0;
  for (const item of items) {
    sum = (sum + weigh(item)) | 0; // weigh
  }
  items.forEach((item) => { // callback
    for (let i = 0; i < 30; i++) {
      sum = (sum + Math.imul(item, i)) | 0; // adding
    }
  });
  return sum;
}
exports.run = () => {
  const items = Array.from({ length: 2000 }, (_, index) => index);
  const start = process.cpuUsage();
  let total = 0;
  while (process.cpuUsage(start).user < 400000) {
    total = (total + work(items)) | 0; // work
  }
  return total;
};
`;

test("a real profile: an inlined helper and callback have costs on the lines that call them, and under their own names", async () => {
  // V8 may inline the callback before its first sample; the profile then has no function for it.
  const named = async () => (await profileProgram(helpers)).analysis.costs;
  const hasCallback = ({ functions }: Costs): boolean => functions.some(({ name }) => name === "items.forEach() callback");
  let real = await named();
  for (let more = 8; more > 0 && !hasCallback(real); more--) real = await named();
  const at = (mark: string) => lineAt(real, `app.js:${marked(helpers, mark)}`);
  const selfOf = (name: string) => real.functions.find((each) => each.name === name)?.selfTicks;
  expect(at("weighing").selfTicks).toBeGreaterThan(50);
  expect(at("adding").selfTicks).toBeGreaterThan(50);
  expect(selfOf("weigh")).toBeGreaterThan(0.9 * at("weighing").selfTicks);
  expect(selfOf("items.forEach() callback")).toBeGreaterThan(0.9 * at("adding").selfTicks);
  expect(at("weigh").totalTicks).toBeGreaterThan(0.9 * at("weighing").selfTicks);
  expect(at("callback").totalTicks).toBeGreaterThan(0.9 * at("adding").selfTicks);
  expect(at("work").totalTicks).toBeGreaterThan(0.9 * (at("weighing").selfTicks + at("adding").selfTicks));
});
