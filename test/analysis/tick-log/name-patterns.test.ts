import { expect, test } from "vitest";
import { isPlumbing } from "../../../language-server/analysis/tick-log/repair/builtin-names.ts";
import { isStub } from "../../../language-server/analysis/tick-log/repair/builtin-sites.ts";
import { oneOf } from "../../../language-server/analysis/tick-log/name-patterns.ts";

test("a name must match one of many patterns completely", () => {
  const isIt = oneOf(["Add(?:_\\w+)?", "Array(?:Push|Pop)", "StringAdd\\w*", "_private"]);
  const names = ["Add", "Add_Baseline", "AddX", "ArrayPop", "ArrayPopX", "StringAdd_CheckNone", "XStringAdd", "_private", "", "Zed"];
  expect(names.filter((name) => isIt(name))).toEqual(["Add", "Add_Baseline", "ArrayPop", "StringAdd_CheckNone", "_private"]);
});

test("stubs are distinguished from functions, and call plumbing from builtins with a time of their own", () => {
  const names = [
    "StringEqual",
    "StrictEqual_Baseline",
    "KeyedLoadIC_Megamorphic",
    "HasProperty",
    "LoadIC",
    "ToString",
    "Together",
    "ArrayPrototypePush",
    "MapPrototypeGet",
    "CallFunction_ReceiverIsAny",
    "InterpreterEntryTrampoline",
  ];
  expect(names.filter((name) => isStub(name))).toEqual(names.slice(0, 6));
  expect(names.filter((name) => isPlumbing(name))).toEqual(names.slice(9));
});
