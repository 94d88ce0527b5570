import { expect, test } from "vitest";
import { functionAt } from "../../language-server/analysis/syntax/syntax.ts";
import { parseSyntax } from "../../language-server/analysis/syntax/syntax-parser.ts";
import { lineAt } from "./costs/drawn-costs.ts";
import { marked, profileProgram } from "./profiled-program.ts";

/** Burns CPU time rather than wall-clock time, as other processes may be busy. */
const busyWork = `function burn(ms) {
  const start = process.cpuUsage();
  let x = 0;
  for (let used = 0; used < ms * 1000; ) {
    for (let i = 0; i < 5000; i++) x += Math.sqrt(i);
    const { user, system } = process.cpuUsage(start);
    used = user + system;
  }
  return x;
}`;

const callKinds = `${busyWork}
function plain(ms) { return burn(ms); }
const arrow = (ms) => burn(ms);
const named = function inner(ms) { return burn(ms); };
class Base {
  field = burn(100);
  constructor() { burn(100); }
  method(ms) { return burn(ms); }
  get size() { return burn(100); }
  #hidden(ms) { return burn(ms); }
  callHidden(ms) { return this.#hidden(ms); }
}
class Derived extends Base {}
const table = { entry(ms) { return burn(ms); }, late: null };
table.late = function (ms) { return burn(ms); };
exports.exported = async (ms) => burn(ms);
function tag() { return burn(100); }
function run() {
  plain(100); // plain
  arrow(100); // arrow
  named(100); // named
  const made = new Derived(); // new
  made.method(100); // method
  made.size; // getter
  made.callHidden(100); // hidden
  table.entry(100); // entry
  table.late(100); // late
  exports.exported(100); // exported
  tag\`x\`; // tag
  [1, 2].map(() => burn(100)); // callback
  twice(100); // first
  twice(100); // second
}
function twice(ms) { return burn(ms); }
exports.run = run;
`;

test("a real profile: functions are where the parser finds them, and each kind of call is attributed to its line", async () => {
  const { analysis, profile, url } = await profileProgram(callKinds);
  const syntax = parseSyntax(callKinds, "app.js");
  if (syntax === undefined) throw new Error("not parsed");
  const script = profile.scripts.url.indexOf(url);
  const found = profile.functions.name.map((name, row) => {
    if (profile.functions.script[row] !== script || profile.functions.line[row] === 1) return "";
    const at = functionAt(syntax, profile.functions.line[row] as number, profile.functions.column[row] as number, name);
    return at === -1 ? `${name} is nowhere` : syntax.functions.name[at];
  });
  const ours = profile.functions.name.map((name, row) =>
    profile.functions.script[row] === script && profile.functions.line[row] !== 1 ? name : "",
  );
  expect(found).toEqual(ours);

  const { costs } = analysis;
  const ticks = (mark: string): number => lineAt(costs, `app.js:${marked(callKinds, mark)}`).totalTicks;
  const kinds = ["plain", "arrow", "named", "new", "method", "getter", "hidden", "entry", "late", "exported", "tag", "callback"];
  expect(kinds.filter((mark) => ticks(mark) < 3)).toEqual([]);
  for (const mark of ["first", "second"]) expect(lineAt(costs, `app.js:${marked(callKinds, mark)}`)).toMatchObject({ inferredTicks: 0 });
  expect(lineAt(costs, `app.js:${marked(callKinds, "first")}`).candidateTicks).toBeGreaterThan(3);
  const run = costs.functions.find(({ name }) => name === "run");
  expect(run?.totalTicks).toBeGreaterThan(0.6 * costs.busyTicks);
  const selfOfLines = costs.lines.reduce((sum, line) => sum + line.selfTicks, 0);
  expect(selfOfLines).toBeLessThanOrEqual(costs.busyTicks);
});

const planted = `const { createHash, pbkdf2Sync } = require("node:crypto");
const data = Array.from({ length: 5000 }, (_, i) => i.toString(16));
function etag() {
  const hash = createHash("sha512"); // create
  hash.update(JSON.stringify(data)); // update
  return hash.digest("hex"); // digest
}
function login() {
  return pbkdf2Sync("secret", "salt", 3000, 64, "sha512"); // pbkdf2
}
exports.run = () => {
  const end = Date.now() + 400;
  while (Date.now() < end) {
    for (let i = 0; i < 20; i++) etag();
    login();
  }
};
`;

test("a real profile: time in Node core and native code is attributed to the own line that called it", async () => {
  const { analysis } = await profileProgram(planted);
  const { costs } = analysis;
  const withLibraries = (mark: string): number => lineAt(costs, `app.js:${marked(planted, mark)}`).withLibrariesTicks / costs.busyTicks;
  expect(withLibraries("update")).toBeGreaterThan(0.2);
  expect(withLibraries("pbkdf2")).toBeGreaterThan(0.05);
  expect(withLibraries("update") + withLibraries("pbkdf2")).toBeGreaterThan(0.5);
});
