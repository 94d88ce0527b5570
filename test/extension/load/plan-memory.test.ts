import { expect, test } from "vitest";
import type { Memento } from "vscode";
import { PlanMemory } from "../../../extension/load/plan-memory.ts";
import { planFrom } from "../../../language-server/analysis/load/load.ts";

function memory(): PlanMemory {
  const values = new Map<string, unknown>();
  const memento: Pick<Memento, "get" | "update"> = {
    get: <T>(key: string, otherwise?: T) => (values.get(key) ?? otherwise) as T,
    update: async (key, value) => void values.set(key, JSON.parse(JSON.stringify(value))),
  };
  return new PlanMemory(memento as Memento);
}

test("an edited plan is remembered per app, until the settings that it was edited from change", async () => {
  const plans = memory();
  const plan = planFrom({ tool: "ab", path: "/a" });
  const given = { path: "/", headers: { a: "1", b: "2" } };
  await plans.keep("shop", plan, given);
  await plans.keep("blog", planFrom({}), undefined);
  expect(plans.of("shop", { headers: { b: "2", a: "1" }, path: "/" })).toEqual(plan);
  expect(plans.of("shop", { ...given, connections: 5 })).toBeUndefined();
  expect(plans.of("shop", undefined)).toBeUndefined();
  expect(plans.of("blog", undefined)).toEqual(planFrom({}));
  expect(plans.of("none", undefined)).toBeUndefined();
});
