import { expect, test } from "vitest";
import { noBudgets, parseBudgets } from "../../../language-server/analysis/pairs/budgets.ts";
import { isUserError } from "../../../language-server/analysis/user-error.ts";

const place = { name: "heatline.budgets.json", folder: "packages\\shop/" };

function failure(text: string): string {
  try {
    parseBudgets(text, place);
  } catch (error) {
    if (isUserError(error)) return error.text;
    throw error;
  }
  return "";
}

test("the app, all code of a file, a function, and a function that is called total", () => {
  const text = JSON.stringify({
    $schema: "https://example.com/budgets.json",
    app: " 5 % ",
    "./lib/price.js#total": "2 ms",
    "lib\\price.js#scorePrice": "10.5%",
    "lib/price.js#total()": "50 µs",
    "lib/price.js#app.get('/#a') callback": "50us",
  });
  const growth = (written: string, share: number, ms: number) => ({ text: written, share, ms });
  expect(parseBudgets(text, place)).toEqual({
    name: "heatline.budgets.json",
    folder: "packages/shop",
    app: growth("5 %", 0.05, 0),
    code: [
      { key: "./lib/price.js#total", path: "lib/price.js", functionName: undefined, growth: growth("2 ms", 0, 2) },
      { key: "lib\\price.js#scorePrice", path: "lib/price.js", functionName: "scorePrice", growth: growth("10.5%", 0.105, 0) },
      { key: "lib/price.js#total()", path: "lib/price.js", functionName: "total", growth: growth("50 µs", 0, 0.05) },
      {
        key: "lib/price.js#app.get('/#a') callback",
        path: "lib/price.js",
        functionName: "app.get('/#a') callback",
        growth: growth("50us", 0, 0.05),
      },
    ],
  });
});

test("without a budget of its own the app may not grow; the root's folder has no name", () => {
  for (const folder of ["", ".", "./"]) expect(parseBudgets("{}", { name: "b.json", folder })).toEqual({ ...noBudgets, name: "b.json" });
});

test("what is no budget is named, with what to write", () => {
  for (const value of ["", "5", "-5 %", "5 s", "five", "1e3 ms", "5 % %"]) {
    const text = failure(JSON.stringify({ "lib/price.js#total": value }));
    expect(text).toContain("lib/price.js#total in heatline.budgets.json");
    expect(text).toContain('"2 ms"');
  }
  for (const key of ["apps", "lib/price.js", "#total", "lib/price.js#"])
    expect(failure(JSON.stringify({ [key]: "5 %" }))).toContain(`${key} in heatline.budgets.json`);
  for (const text of ["null", "3", "[]", '"app"']) expect(failure(text)).toContain("not an object of budgets");
  expect(failure('{ "app": 5 }')).toContain("app in heatline.budgets.json");
  expect(failure("{")).toContain("not valid JSON");
});
