import { expect, test, vi } from "vitest";
import { chosenTest, testAt } from "../../../extension/profiled-tests/chosen-app.ts";
import { sourceTests } from "../../../language-server/analysis/test-runners/source-tests.ts";
import { testName } from "../../../language-server/analysis/test-runners/test-command.ts";
import { Uri } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));

const uri = Uri.file("/shop/a.test.ts");

test("a test is chosen in the explorer, in the gutter or by a lens; a file is all of its tests", () => {
  expect(chosenTest({ uri, range: { start: { line: 4 } }, label: "a" })).toEqual({ uri, line: 4 });
  expect(chosenTest({ uri, label: "a.test.ts" })).toEqual({ uri, line: undefined });
  expect(chosenTest({ uri: "file:///shop/a.test.ts", line: 4 })).toEqual({ uri, line: 4 });
  expect(chosenTest(undefined)).toBeUndefined();
});

test("tests of other languages are not run", () => {
  expect(() => chosenTest({ uri: Uri.file("/shop/test_a.py"), range: { start: { line: 4 } } })).toThrow("not in a JavaScript");
});

test("the test at the cursor is the innermost one around it", () => {
  const { tests } = sourceTests(`describe("a", () => {\n  it("b", () => {\n    work();\n  });\n\n});\n`, "a.test.ts");
  const names = [1, 2, 3, 4, 5, 6, 7].map((line) => testAt(tests, line)).map((found) => found && testName(found));
  expect(names).toEqual(["a", "a › b", "a › b", "a › b", "a", "a", undefined]);
});
