import { expect, test } from "vitest";
import { boundedFields, planBounds } from "../../../language-server/analysis/load/load-problems.ts";
import { loadDefaultsSchema } from "../../../language-server/analysis/load/load-schema.ts";
import { type LoadDefaults, planFrom } from "../../../language-server/analysis/load/load.ts";
import { loadTools } from "../../../language-server/analysis/load/load-tools.ts";
import { safeParse } from "valibot";
import { manifest, type Schema } from "../manifest.ts";

/** launch.json offers exactly what Heatline understands. */
const load: Schema = manifest.contributes.debuggers[0]!.configurationAttributes.launch.properties["load"]!;
const properties = load.properties!;

const everything: Required<LoadDefaults> = {
  tool: "command",
  command: "wrk ${url}",
  baseUrl: "http://127.0.0.1:1",
  method: "PUT",
  path: "/",
  headers: { a: "b" },
  body: "",
  bodyFile: "a",
  requests: [{ method: "PUT", path: "/", headers: {}, body: "", bodyFile: "a", weight: 2 }],
  setup: [{ method: "PUT", path: "/", headers: {}, body: "", bodyFile: "a", name: "login" }],
  setupRuns: "once",
  cookies: "setup",
  connections: 1,
  durationSeconds: 1,
  warmupSeconds: 1,
  pipelining: 1,
  ratePerSecond: 1,
};

test("launch.json offers exactly the keys of a plan", () => {
  expect(safeParse(loadDefaultsSchema, everything).success).toBe(true);
  expect(Object.keys(properties).sort()).toEqual(Object.keys(everything).sort());
  for (const list of ["requests", "setup"] as const) {
    expect(Object.keys(properties[list]!.items!.properties!).sort()).toEqual(Object.keys(everything[list]![0]!).sort());
  }
  expect(properties["tool"]!.enum).toEqual(loadTools);
});

test("bounds and defaults of launch.json are those of the plan", () => {
  const usual = planFrom({});
  for (const field of boundedFields) {
    const { low, high } = planBounds[field];
    expect(properties[field]).toMatchObject({ minimum: low, maximum: high, default: usual[field] });
  }
});
