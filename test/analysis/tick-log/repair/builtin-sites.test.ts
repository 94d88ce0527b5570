import { expect, test } from "vitest";
import { canLeadTo, canReach } from "../../../../language-server/analysis/tick-log/repair/builtin-sites.ts";

/** `•` marks the position that follows it. */
function reaches(builtin: string, drawn: string): boolean | undefined {
  return canReach(builtin, drawn.replace("•", ""), drawn.indexOf("•"));
}

test.each([
  ["GrowFastSmiOrObjectElements", "out = [...•out, x]"],
  ["GrowFastSmiOrObjectElements", "r += [...d.•some, i].length"],
  ["GrowFastSmiOrObjectElements", "list.•push(x)"],
  ["GrowFastSmiOrObjectElements", "list[i] •= x"],
  ["StoreIC_Megamorphic", "o.x •= 1"],
  ["StoreIC", "this.seen•++"],
  ["StoreIC", "•++this.seen"],
  ["StoreGlobalIC", "total •= 1"],
  ["KeyedStoreIC_Megamorphic", "o[k] •+= 1"],
  ["KeyedLoadIC_Megamorphic", "o•[k]"],
  ["KeyedLoadIC_Megamorphic", "f(x)•[0]"],
  ["CreateEmptyArrayLiteral", "return •[]"],
  ["StringAdd_CheckNone", "s •+ t"],
  ["StringAdd_CheckNone", "`${row.•id}: ${row.name}`"],
  ["NumberToString", "`${f({ a: 1 }).•id}`"],
  ["CallWithSpread", "•f(a, ...list)"],
  ["CallVarargs", "f.•apply(undefined, list)"],
  ["Call_ReceiverIsAny", "for (const •x of list)"],
  ["IterableToListWithSymbolLookup", "[...d.•some]"],
] as const)("%s is reached from %s", (builtin, drawn) => {
  expect(reaches(builtin, drawn)).toBe(true);
});

test.each([
  ["GrowFastSmiOrObjectElements", "let out = •[]"],
  ["GrowFastSmiOrObjectElements", "this.seen•++"],
  ["GrowFastSmiOrObjectElements", "x = list•[i]"],
  ["StoreIC", "sink •= v"],
  ["StoreICTrampoline", "for (; i < n; i•++) shapes[i].level = i"],
  ["StoreIC", "o[k] •= 1"],
  ["StoreGlobalIC", "o.x •= 1"],
  ["KeyedLoadIC_Megamorphic", "return •[k]"],
  ["CreateEmptyArrayLiteral", "o•[k]"],
  ["StringAdd_CheckNone", "row.•id"],
  ["StringAdd_CheckNone", "`${a}` && row.•id"],
  ["GetProperty", "this.•x"],
  ["Call_ReceiverIsAny", "this.•x"],
  ["CallWithSpread", "•f(a)"],
  ["Call_ReceiverIsAny", "•for (let i = 0; i < n; i++)"],
] as const)("%s is not reached from %s", (builtin, drawn) => {
  expect(reaches(builtin, drawn)).toBe(false);
});

test("a property that is read leads to the call of its getter, but does not call itself", () => {
  expect(canLeadTo("Call_ReceiverIsAny", "o.x", 2)).toBe(true);
  expect(canLeadTo("GetProperty", "a instanceof B", 2)).toBe(true);
  expect(canLeadTo("StringEqual", "o.x", 2)).toBe(false);
});
