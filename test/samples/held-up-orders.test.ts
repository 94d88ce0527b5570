// @module-tag thorough

import { expect, test } from "vitest";
import { RunningSample } from "./running-sample.ts";

test("before and after answer the same", async () => {
  await using before = await RunningSample.start("held-up-orders", "before");
  await using after = await RunningSample.start("held-up-orders", "after");
  for (const path of ["/orders/7", "/orders/99", "/orders/100", "/orders/x", "/report", "/"]) {
    const answer = await before.json(path);
    expect({ path, ...(await after.json(path)) }).toEqual({ path, ...answer });
  }
  expect(await before.json("/orders/7")).toMatchObject({ status: 200, body: { id: 7, cents: 5765 } });
  expect(await before.json("/orders/100")).toMatchObject({ status: 404 });
});
