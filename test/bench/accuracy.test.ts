import { expect, test } from "vitest";
import { nodeMajors } from "../workbench/node-versions.mjs";
import { measureBuiltins, measureBuiltinsByInspector, measureCallKinds } from "../recording/accuracy/ground-truth.ts";
import { publishTable } from "./bench-table.ts";

test(
  "errors against programs whose every line's cost is known",
  async () => {
    const rows: (readonly (string | number)[])[] = [];
    for (const major of nodeMajors) {
      const calls = await measureCallKinds(major);
      const { repaired, plain } = await measureBuiltins(major);
      const inspector = await measureBuiltinsByInspector(major);
      const figures = [calls.lineTotal, repaired.lineSelf, plain.lineSelf, inspector, repaired.lineTotal, plain.lineTotal];
      rows.push([major, ...figures.map((figure) => figure.toFixed(3))]);
    }
    const builtins = ["self", "self, not repaired", "self, inspector", "total", "total, not repaired"];
    await publishTable("accuracy", ["Node", "call kinds: total", ...builtins.map((name) => `builtins: ${name}`)], rows);
    expect(rows).toHaveLength(nodeMajors.length);
  },
  30 * 60_000,
);
