import { expect, test } from "vitest";
import type { CodeGroup } from "../../../language-server/analysis/groups/group-names.ts";
import { groupKey } from "../../../language-server/analysis/groups/group-table.ts";
import { groupCalled } from "../../../language-server/cli/selection/group-option.ts";

const of = { family: "tests", tool: "vitest" } as const;
const groups: readonly CodeGroup[] = [
  { ...of, kind: "import", name: "", path: "/elsewhere/app/src/sum.ts", line: 1 },
  { ...of, kind: "test", name: "", path: `${process.cwd()}/src/sum.test.ts`, line: 1 },
  { ...of, kind: "import", name: "", path: "/elsewhere/app/lib/sum.ts", line: 1 },
  { ...of, kind: "plugin", name: "mine", path: "/elsewhere/app/vite.config.js", line: 3 },
  { ...of, kind: "plugin", name: "mine", path: "/elsewhere/app/vite.config.js", line: 9 },
  { ...of, kind: "import", name: "zod", path: "", line: 0 },
];
const names = ["src/sum.ts", "src/sum.test.ts", "lib/sum.ts", "mine@vite.config.js:3", "mine@vite.config.js:9", "zod"];

test("an unknown group is answered with names as the report has them, each of which is understood", () => {
  expect(() => groupCalled("other", groups)).toThrow(
    expect.objectContaining({ coded: { code: "filter.noGroup", values: { name: "other", names: names.join(", ") } } }),
  );
  expect(names.map((name) => groupCalled(name, groups))).toEqual(groups.map(groupKey));
});

test("a name that several groups have is answered with theirs", () => {
  expect(() => groupCalled("sum.ts", groups)).toThrow(
    expect.objectContaining({ coded: { code: "filter.severalGroups", values: { name: "sum.ts", names: "src/sum.ts, lib/sum.ts" } } }),
  );
});
