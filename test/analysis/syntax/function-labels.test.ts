import { expect, test } from "vitest";
import { parseSyntax } from "../../../language-server/analysis/syntax/syntax-parser.ts";
import { shownName, type Syntax } from "../../../language-server/analysis/syntax/syntax.ts";

function shownNames(text: string, path = "app.js"): readonly string[] {
  const syntax = parseSyntax(text, path) as Syntax;
  return [...syntax.functions.name.keys()].slice(1).map((row) => shownName(syntax, row));
}

// Expected labels from TypeScript's navigation tree (5.9), except for `default export` and truncated labels.
test.each([
  [`http.createServer((req, res) => {});`, ["http.createServer() callback"]],
  [`router.get('/x', async function (req) {});`, ["router.get('/x') callback"]],
  [`some(() => {}, function () {});`, ["some() callback", "some() callback"]],
  ["fn(`template ${1}\n  text`, 2, () => {});", ["fn(`template ${1} text`) callback"]],
  [`a.b(c).then((x) => {});`, ["then() callback"]],
  [`this.server.on("error", () => {});`, [`server.on("error") callback`]],
  [`foo?.bar?.(() => {});`, ["foo.bar() callback"]],
  [`foo["bar"](() => {});`, ["<function>"]],
  [`(() => {})();`, ["<function>"]],
  [`(function () {}).call(this);`, ["<function>"]],
  [`new Promise((resolve) => { setTimeout(() => resolve()); });`, ["<function>", "setTimeout() callback"]],
  [`function outer() { return function () {}; }`, ["outer", "<function>"]],
  [`const onClick = () => {};`, ["onClick"]],
  [`const h = { onDone: () => {}, m() {}, get v() { return 1; }, [key]() {} };`, ["onDone", "m", "get v", "[key]"]],
  [`class A { x = () => {}; m() {} }`, ["A", "<instance_members_initializer>", "x", "m"]],
  [`use(class { m() {} });`, ["<class>", "m"]],
  [`use(class { constructor() {} });`, ["<class>"]],
  [`export default () => {};`, ["default export"]],
  [`export default function () {}`, ["default export"]],
  [`const list = [() => {}];`, ["<function>"]],
])("%s", (text, names) => {
  expect(shownNames(text)).toEqual(names);
});

test("a long label is cut: string arguments at the end, the callee at the start", () => {
  const [query, chain] = shownNames(
    `db.query("SELECT * FROM orders WHERE id = ? AND customer = ?", (error) => {});
     first.second.third.fourth.fifth.sixth.seventh.eighth(() => {});`,
  );
  expect(query).toBe('db.query("SELECT * FROM orders WHERE id = ? AND c…) callback');
  expect(chain).toBe("…rth.fifth.sixth.seventh.eighth() callback");
  expect(Math.max(query?.length ?? 0, chain?.length ?? 0)).toBeLessThanOrEqual(60);
});

test("types around a callback do not change its label", () => {
  expect(shownNames(`some<string>((() => {}) as Callback);`, "app.ts")).toEqual(["some() callback"]);
});
