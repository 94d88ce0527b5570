import { expect, test } from "vitest";
import { scriptsOfSeveralTexts } from "../../../language-server/analysis/importers/cpuprofile/cpuprofile-texts.ts";
import { analysed, lineAt } from "../costs/drawn-costs.ts";
import { profileOfStacks } from "../drawn-profile.ts";

test("of many texts under one name, the first ones have rows of their own; lines of the row that the rest share are inferred", () => {
  const drawn = profileOfStacks(Array.from({ length: 20 }, (_, script) => [`f${script}@app${script}.js:2:1`]));
  const url = drawn.scripts.url.map(() => "file:///app/app.js");
  const hash = url.map((_, script) => `text ${script}`);
  const profile = { ...drawn, scripts: { url, hash } };
  const scripts = hash.map((each) => ({ url: "file:///app/app.js", hash: each, mapHash: "", mapBase: "" }));
  const { costs, problems } = analysed(profile, {}, { scripts });
  expect(costs.sources).toHaveLength(16);
  expect(lineAt(costs, "app.js:2")).toMatchObject({ selfTicks: 1, inferredTicks: 0 });
  expect(lineAt(costs, "app.js (text 16):2")).toMatchObject({ selfTicks: 5, inferredTicks: 5 });
  expect(problems).toEqual([{ code: "script.severalTexts", values: { file: "app.js" }, count: 15 }]);
});

test("texts of Node's own code are no problem of the run", () => {
  const drawn = profileOfStacks([["load@node.js:2:1"], ["load@again.js:2:1"]]);
  const url = drawn.scripts.url.map(() => "node:internal/crypto/webcrypto");
  const hash = ["one", "two"];
  const scripts = hash.map((each) => ({ url: "node:internal/crypto/webcrypto", hash: each, mapHash: "", mapBase: "" }));
  expect(analysed({ ...drawn, scripts: { url, hash } }, {}, { scripts }).problems).toEqual([]);
});

const at = (id: string, name: string, line: number) => ({ script: 0, id, name, line, column: 4 });

test.each([
  ["the same functions", [at("1", "work", 3), at("2", "work", 3)], []],
  ["other functions of one text", [at("1", "work", 3), at("2", "play", 9)], []],
  ["a function at a place of its own in each", [at("1", "work", 3), at("2", "work", 9)], [0]],
  ["another function at the same place", [at("1", "work", 3), at("2", "play", 3)], [0]],
  ["two functions of one name, of which one was not seen twice", [at("1", "work", 3), at("1", "work", 9), at("2", "work", 9)], []],
  ["a method's usual short name", [at("1", "on", 3), at("2", "on", 9)], []],
  ["one evaluation", [at("1", "work", 3), at("1", "work", 9)], []],
])("whether a script that was evaluated twice had two texts: %s", (_what, functions, several) => {
  expect([...scriptsOfSeveralTexts(functions)]).toEqual(several);
});
