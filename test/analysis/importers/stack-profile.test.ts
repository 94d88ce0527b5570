import { expect, test } from "vitest";
import { FileBudget } from "../../../language-server/analysis/budget.ts";
import { StackProfile } from "../../../language-server/analysis/importers/stack-profile.ts";
import { decodeProfile, encodeProfile } from "../../../language-server/analysis/profile/table-codec.ts";

test("lines and columns that no stored profile can hold are unknown, and the profile can be stored", () => {
  const profile = new StackProfile(new FileBudget());
  const func = profile.functionRow({ name: "main", url: "file:///app.js", line: 2 ** 40, column: 2 ** 31 + 1 });
  const places = [
    [3, 5],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [3, 2 ** 31],
    [3, 2 ** 33],
    [2 ** 31, 5],
    [3, -2],
    [3, 5.5],
    [3.5, 5],
  ] as const;
  for (const [line, column] of places) profile.add(profile.stackRow(-1, func, line, column), 0, 1, 1000);
  const { stacks, samples } = decodeProfile(encodeProfile(profile.profile(1000)));
  const stored = Array.from(samples.stack, (row) => [stacks.line[row], stacks.column[row]]);
  expect(stored).toEqual([
    [3, 5],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [3, -1],
    [3, -1],
    [0, -1],
    [3, -1],
    [3, -1],
    [0, -1],
  ]);
});
