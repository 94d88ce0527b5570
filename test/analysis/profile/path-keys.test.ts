import { expect, test } from "vitest";
import { PathKeys } from "../../../language-server/analysis/costs/hot-functions.ts";

test("a key counts once, from its first entry until it has been left as often; -1 is not a key", () => {
  const keys = new PathKeys(2);
  expect([keys.enter(1), keys.enter(1), keys.enter(-1), keys.enter(0)]).toEqual([true, false, false, true]);
  keys.leave(1);
  keys.leave(-1);
  expect(keys.enter(1)).toBe(false);
  keys.leave(1);
  keys.leave(1);
  expect(keys.enter(1)).toBe(true);
});
