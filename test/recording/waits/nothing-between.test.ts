import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { fromWaitCode } from "../../../language-server/recording/in-app/marks/mark-rows.ts";
import { edgeNodeMajors } from "../../workbench/node-versions.mjs";
import { markedScript } from "../requests/marked-app.ts";

const program = path.resolve(import.meta.dirname, "../../fixtures/waits/nothing-between.cjs");

test.each([...new Set([20, ...edgeNodeMajors])])(
  "Node %i: a settled wait is clocked if anything runs during it, and counted without a clock if not",
  async (major) => {
    const { rows, names } = await markedScript(major, [program], "waits");
    const source = (await readFile(program, "utf8")).split("\n");
    const sites = names
      .filter((name) => name.table === "site")
      .map(({ id, line }) => ({ id, comment: source[line - 1]?.split("; // ")[1] }));
    const longest = (site: number): number =>
      Math.max(
        0,
        ...rows.filter(({ kind, second }) => kind === "wait" && fromWaitCode(second).site === site).map(({ at, first }) => at - first),
      );
    const held = sites.filter(({ comment }) => comment?.startsWith("held"));
    expect(held.map(({ comment }) => comment)).toEqual([
      "held by the caller",
      "held by another continuation",
      "held by a microtask",
      "held by then",
      "held by the caller of a generator",
    ]);
    expect(held.filter(({ id }) => longest(id) < 7900)).toEqual([]);
    const many = sites.find(({ comment }) => comment === "many")?.id;
    const counted = names.flatMap((name) => (name.table === "counts" ? name.sites : [])).find(([site]) => site === many);
    expect(counted).toEqual([many, 1000, 0, expect.any(Number)]);
  },
);
