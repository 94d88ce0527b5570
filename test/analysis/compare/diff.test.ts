import { expect, test } from "vitest";
import { costDigest } from "../../../language-server/analysis/compare/cost-digest.ts";
import type { Place } from "../../../language-server/analysis/compare/code-pairs.ts";
import { diffRuns, type DiffOptions, type RunDifference } from "../../../language-server/analysis/compare/diff.ts";
import { type DifferenceTree, flameDifference } from "../../../language-server/analysis/compare/flame-difference.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { parseSyntax } from "../../../language-server/analysis/syntax/syntax-parser.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { profileOfStacks } from "../drawn-profile.ts";

interface DrawnRun {
  readonly texts: Readonly<Record<string, string>>;
  readonly profile: Profile;
}

/** Ticks of `drawing` (stack → ticks), spread evenly over the window; each function starts where the text defines it. */
function drawnRun(texts: Readonly<Record<string, string>>, drawing: Readonly<Record<string, number>>, rounds = 40): DrawnRun {
  const round = Object.entries(drawing).flatMap(([stack, ticks]) => Array.from({ length: ticks }, () => stack.split(" > ")));
  const profile = profileOfStacks(Array.from({ length: rounds }, () => round).flat());
  const line = profile.functions.line.slice();
  const column = profile.functions.column.slice();
  profile.functions.name.forEach((name, row) => {
    const url = profile.scripts.url[profile.functions.script[row] ?? -1] ?? "";
    const syntax = parseSyntax(texts[url.slice(url.lastIndexOf("/") + 1)] ?? "", url);
    const found = syntax?.functions.name.indexOf(name, 1) ?? -1;
    if (syntax === undefined || found === -1) return;
    line[row] = syntax.functions.line[found] ?? 0;
    column[row] = syntax.functions.column[found] ?? 0;
  });
  return { texts, profile: { ...profile, functions: { ...profile.functions, line, column } } };
}

type Compared = RunDifference & { readonly flame: DifferenceTree };

function compared(base: DrawnRun, next: DrawnRun, by: DiffOptions["by"] = "withLibraries", keepsTexts = true): Compared {
  const [old, now] = [base, next].map(({ profile, texts }) => analysed(profile, keepsTexts ? texts : {}));
  if (old === undefined || now === undefined) throw new Error("nothing to compare");
  const digests = { base: costDigest(old, { folders: ["/app"] }), next: costDigest(now, { folders: ["/app"] }) };
  const syntaxOf = { base: old.syntaxOf, next: now.syntaxOf };
  const difference = diffRuns(digests.base, digests.next, syntaxOf, { units: { base: 100, next: 100 }, by });
  return { ...difference, flame: flameDifference(digests.base, digests.next, difference) };
}

function at(place: Place | undefined): string {
  return place === undefined ? "-" : `${place.path.slice(place.path.lastIndexOf("/") + 1)}:${place.line}`;
}

function functionsOf({ functions }: RunDifference): readonly string[] {
  return functions
    .map(({ verdict, baseName, name, baseAt, nextAt }) => `${verdict} ${baseName} ${at(baseAt)} → ${name} ${at(nextAt)}`)
    .toSorted();
}

function linesOf({ lines }: RunDifference): readonly string[] {
  return lines.map(({ verdict, baseAt, nextAt }) => `${verdict} ${at(baseAt)} → ${at(nextAt)}`).toSorted();
}

const app = `function parse(text) {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part.length > 0);
}

function render(list, title) {
  const rows = list.map((each) => "<li>" + each + "</li>").join("");
  return "<h1>" + title + "</h1><ul>" + rows + "</ul>";
}
`;
const before = { "parse@app.js:2": 10, "render@app.js:7": 10, "render@app.js:8": 5 };
const base = drawnRun({ "app.js": app }, before);
const notes = "// a note\n".repeat(50);

test("with fifty lines added above, a renamed function and unchanged costs, everything is matched and nothing is different", () => {
  const text = notes + app.replace("render(list", "show(list");
  const next = drawnRun({ "app.js": text }, { "parse@app.js:52": 10, "show@app.js:57": 10, "show@app.js:58": 5 });
  const difference = compared(base, next);
  expect(functionsOf(difference)).toEqual(["noise parse app.js:1 → parse app.js:51", "noise render app.js:6 → show app.js:56"]);
  expect(linesOf(difference)).toEqual(["noise app.js:2 → app.js:52", "noise app.js:7 → app.js:57", "noise app.js:8 → app.js:58"]);
});

test("a function that moved to another file is matched with its lines, and its change is that of the function", () => {
  const [render = ""] = /function render[^]*/.exec(app) ?? [];
  const texts = { "app.js": app.replace(render, ""), "view.js": `const escape = 1;\n${render}` };
  const next = drawnRun(texts, { "parse@app.js:2": 10, "render@view.js:3": 1, "render@view.js:4": 5 });
  const difference = compared(base, next);
  expect(functionsOf(difference)).toEqual(["faster render app.js:6 → render view.js:2", "noise parse app.js:1 → parse app.js:1"]);
  expect(linesOf(difference)).toEqual(["faster app.js:7 → view.js:3", "noise app.js:2 → app.js:2", "noise app.js:8 → view.js:4"]);
});

test("an edited line is matched with its old text, a removed one is gone and an added one is new", () => {
  const text = app
    .replace(".map((part) => part.trim())", ".map(trimmed)")
    .replace('  return "<h1>" + title + "</h1><ul>" + rows + "</ul>";\n', "  log(rows);\n  audit(rows, title);\n  return rows;\n");
  const next = drawnRun({ "app.js": text }, { "parse@app.js:2": 2, "render@app.js:7": 10, "render@app.js:9": 8 });
  const lines = linesOf(compared(base, next));
  expect(lines).toContain("faster app.js:2 → app.js:2");
  expect(lines).toContain("noise app.js:7 → app.js:7");
  expect(lines.filter((line) => line.startsWith("new"))).toEqual(["new - → app.js:9"]);
  expect(lines.filter((line) => line.startsWith("vanished"))).toHaveLength(1);
});

test("an edited function and its edited line are judged by their own samples, others by how much unrelated code may vary", () => {
  const rare = { "render@app.js:7": 10, "render@app.js:8": 5 };
  const cheaper = { "parse@app.js:2": 1, "render@app.js:7": 2, "render@app.js:8": 5 };
  const called = (text: string): readonly string[] => {
    const base = drawnRun({ "app.js": app }, { "parse@app.js:2": 100, ...rare });
    const difference = compared(base, drawnRun({ "app.js": text }, cheaper));
    const { frames, frame, noise } = difference.flame;
    const changed = frame.flatMap((row, node) => (noise[node] === 0 && row !== -1 ? [`frame ${frames[row]?.name}`] : []));
    return [...functionsOf(difference), ...linesOf(difference), ...changed].filter((row) => !row.startsWith("noise"));
  };
  expect(called(app)).toEqual([
    "faster parse app.js:1 → parse app.js:1",
    "load render app.js:6 → render app.js:6",
    "faster app.js:2 → app.js:2",
    "load app.js:7 → app.js:7",
    "frame parse",
  ]);
  expect(called(app.replace('each + "</li>"', 'each + "<br>"'))).toEqual([
    "faster parse app.js:1 → parse app.js:1",
    "faster render app.js:6 → render app.js:6",
    "faster app.js:2 → app.js:2",
    "faster app.js:7 → app.js:7",
    "frame parse",
    "frame render",
  ]);
});

test("without texts functions are matched by name, and lines of a file that shifted are not matched with others", () => {
  const next = drawnRun({ "app.js": notes + app }, { "parse@app.js:52": 10, "render@app.js:57": 10, "render@app.js:58": 5 });
  const shifted = compared(base, next, "withLibraries", false);
  expect(functionsOf(shifted)).toEqual(["noise parse app.js:1 → parse app.js:51", "noise render app.js:6 → render app.js:56"]);
  expect(shifted.lines.every(({ baseAt, nextAt }) => baseAt === undefined || nextAt === undefined)).toBe(true);
  expect(linesOf(compared(base, base, "withLibraries", false))).toEqual([
    "noise app.js:2 → app.js:2",
    "noise app.js:7 → app.js:7",
    "noise app.js:8 → app.js:8",
  ]);
});

test("the costs are those of the runs: in each, self times add up to everything that has a source", () => {
  const next = drawnRun({ "app.js": app }, { "parse@app.js:2": 4, "render@app.js:7 > join": 9, "(garbage collector)": 3 });
  const difference = compared(base, next, "self");
  const sums = difference.functions.reduce((sum, row) => ({ base: sum.base + row.base, next: sum.next + row.next }), { base: 0, next: 0 });
  expect(sums.base).toBeCloseTo((25 * 40) / 100);
  expect(sums.next).toBeCloseTo((13 * 40) / 100);
  expect(difference.busy.next).toBeCloseTo((16 * 40) / 100);
  expect(difference.composition.gc).toMatchObject({ base: 0, verdict: "new" });
});

test("if own code and what it called share a change of about the same size, own code comes first", () => {
  const called = (ticks: number, alone: number): DrawnRun =>
    drawnRun({ "app.js": app }, { "parse@app.js:2 > digest@node:hash:5": ticks, "digest@node:hash:5": alone, "render@app.js:7": 10 });
  const names = (alone: number): readonly string[] =>
    compared(called(20, alone), called(2, 0))
      .functions.filter(({ verdict }) => verdict !== "noise")
      .map(({ name }) => name);
  expect(names(1)).toEqual(["parse", "digest"]);
  expect(names(9)).toEqual(["digest", "parse"]);
});

const unnamed = `list.forEach((each) => {
  render(each);
});
`;

/** `drawnRun` finds functions by name; V8 gives callbacks no name. */
function callbackRun(text: string, line: number, ticks: number): DrawnRun {
  const { texts, profile } = drawnRun({ "app.js": text }, { [`callback@app.js:${line + 1}`]: ticks });
  const names = profile.functions.name.map((name) => (name === "callback" ? "" : name));
  const [starts, columns] = [profile.functions.line.slice(), profile.functions.column.slice()];
  starts.fill(line);
  columns.fill(text.split("\n")[line - 1]?.indexOf("(each)") ?? 0);
  return { texts, profile: { ...profile, functions: { ...profile.functions, name: names, line: starts, column: columns } } };
}

test("a callback that V8 has no name for is matched and has its label", () => {
  const moved = callbackRun(`// a note\n${unnamed}`, 2, 10);
  expect(functionsOf(compared(callbackRun(unnamed, 1, 10), moved))).toEqual([
    "noise list.forEach() callback app.js:1 → list.forEach() callback app.js:2",
  ]);
});

test.each([
  [true, false],
  [false, true],
])("a callback is matched even if only one run kept its text (%s, %s)", (base, next) => {
  const [old, now] = [base, next].map((keeps) => {
    const { profile, texts } = callbackRun(unnamed, 1, 10);
    return analysed(profile, keeps ? texts : {});
  });
  if (old === undefined || now === undefined) throw new Error("nothing to compare");
  const [from, to] = [costDigest(old, { folders: ["/app"] }), costDigest(now, { folders: ["/app"] })];
  expect([...from.functions.name, ...to.functions.name].toSorted()).toEqual(["(anonymous)", "list.forEach() callback"]);
  const difference = diffRuns(
    from,
    to,
    { base: old.syntaxOf, next: now.syntaxOf },
    { units: { base: 100, next: 100 }, by: "withLibraries" },
  );
  const name = next ? "list.forEach() callback" : "(anonymous)";
  expect(functionsOf(difference)).toEqual([`noise ${base ? "list.forEach() callback" : name} app.js:1 → ${name} app.js:1`]);
});

/** `hot` calls eight functions of its own; so many others have nothing to do with it. Its costs and theirs are multiplied by a factor. */
function hotApp(factor: number, others: number): DrawnRun {
  const inside = Array.from({ length: 8 }, (_none, at) => `inside${at}`);
  const outside = Array.from({ length: others }, (_none, at) => `outside${at}`);
  const names = ["hot", ...inside, ...outside];
  const frame = (name: string): string => `${name}@app.js:${3 * names.indexOf(name) + 2}`;
  const drawing = {
    [frame("hot")]: 50 * factor,
    ...Object.fromEntries(inside.map((name) => [`${frame("hot")} > ${frame(name)}`, 10 * factor])),
    ...Object.fromEntries(outside.map((name) => [frame(name), 6])),
  };
  return drawnRun({ "app.js": names.map((name) => `function ${name}() {\n  work();\n}\n`).join("") }, drawing);
}

test("a function that is most of an app, with all that it calls, is not its own excuse: other code shows what the machine did", () => {
  const { functions, unclear } = compared(hotApp(1, 8), hotApp(1.3, 8), "total");
  expect(functions.find(({ name }) => name === "hot")).toMatchObject({ verdict: "slower" });
  expect(functions.filter(({ name, verdict }) => name.startsWith("outside") && verdict !== "noise")).toEqual([]);
  expect(unclear).toEqual([]);
});

test("where too little other code ran to distinguish the machine from a change, that is said of the function, and not that it changed", () => {
  const { functions, unclear } = compared(hotApp(1, 3), hotApp(1.3, 3), "total");
  expect(functions.find(({ name }) => name === "hot")).toMatchObject({ verdict: "noise" });
  expect(unclear.map(({ name }) => name)).toEqual(["hot"]);
  expect(compared(hotApp(1, 3), hotApp(1, 3), "total").unclear).toEqual([]);
  // What costs most now comes first, whatever changed by more.
  const text = "function one() {\n  work();\n}\nfunction two() {\n  work();\n}\n";
  const drawn = (one: number, two: number): DrawnRun => drawnRun({ "app.js": text }, { "one@app.js:2": one, "two@app.js:5": two });
  expect(compared(drawn(40, 75), drawn(60, 45)).unclear.map(({ name }) => name)).toEqual(["one", "two"]);
});
