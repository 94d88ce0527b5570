import { array, assert, integer, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { NumberPairs } from "../../../language-server/analysis/profile/number-pairs.ts";
import { RowSlots } from "../../../language-server/analysis/profile/row-slots.ts";
import { StackInterner } from "../../../language-server/analysis/profile/stack-interner.ts";
import { PrefixPairs } from "../../../language-server/analysis/tick-log/prefix-pairs.ts";

/** Reference interner: the first row of each distinct key, numbered from 0, using a Map. */
function rowsOf(keys: readonly (readonly number[])[]): readonly number[] {
  const known = new Map<string, number>();
  return keys.map((key) => {
    const row = known.get(key.join()) ?? known.size;
    known.set(key.join(), row);
    return row;
  });
}

/** Many keys from few numbers: equal keys, clustered keys, and more than the table's initial capacity. */
const pairs = array(tuple(integer({ min: -1, max: 60 }), integer({ min: 0, max: 400 })), { maxLength: 20_000 });

test("all interners give equal keys one row, in order of first use, however often the table grows", () => {
  assert(
    property(pairs, (keys) => {
      const tables = [new NumberPairs(), new PrefixPairs(), new StackInterner(1)];
      for (const table of tables) expect(keys.map(([first, second]) => table.row(first, second))).toEqual(rowsOf(keys));
    }),
    { numRuns: 20 },
  );
});

test("a deep stack has a row per frame, and the same rows when it is added again", () => {
  const [pushed, interned] = [new PrefixPairs(), new StackInterner(1)];
  const depth = 30_000;
  const stackOf = (table: PrefixPairs | StackInterner): number => {
    let row = -1;
    for (let frame = 0; frame < depth; frame++) row = table.row(row, frame % 7);
    return row;
  };
  for (const table of [pushed, interned]) expect([stackOf(table), stackOf(table), table.length]).toEqual([depth - 1, depth - 1, depth]);
});

test("a table with too many rows throws instead of mixing them up", () => {
  const slots = new RowSlots(1, 8);
  const add = (row: number): void => {
    expect(slots.at(slots.first(row))).toBe(-1);
    if (slots.fill(slots.first(row), row)) slots.grow();
    for (let each = 0; each <= row; each++) if (slots.at(slots.first(each)) !== each) slots.place(each, each, each);
  };
  for (let row = 0; row < 8; row++) add(row);
  expect(() => add(8)).toThrow(new RangeError("More than 8 rows in one table."));
});
