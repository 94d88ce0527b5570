import { expect, test } from "vitest";
import { planFrom } from "../../../language-server/analysis/load/load.ts";
import { reachedPlan } from "../../../language-server/recording/passes/run-passes.ts";

function addressOf(baseUrl: string, origins: readonly string[], isSettled = false): string | undefined {
  return reachedPlan(planFrom({ baseUrl }), origins, isSettled)?.baseUrl;
}

test("a plan keeps its address where the app listens there again, by whatever name", () => {
  expect(addressOf("http://localhost:3000", ["http://127.0.0.1:9464", "http://127.0.0.1:3000"])).toBe("http://localhost:3000");
  expect(addressOf("unix:/run/app.sock", ["unix:/run/app.sock"])).toBe("unix:/run/app.sock");
});

test("an app on another port is waited for until it opens no more, and its first one is taken", () => {
  const origins = ["http://127.0.0.1:4001", "http://127.0.0.1:4002"];
  for (const before of ["http://127.0.0.1:4000", "http://[::1]:4000", "unix:/run/app.sock"]) {
    expect(addressOf(before, origins)).toBeUndefined();
    expect(addressOf(before, origins, true)).toBe("http://127.0.0.1:4001");
  }
});

test("a plan for another machine goes there again", () => {
  expect(addressOf("https://shop.test", ["http://127.0.0.1:4001"])).toBe("https://shop.test");
});
