// @module-tag thorough

import { describe, expect, test } from "vitest";
import { RunningSample } from "./running-sample.ts";
import { variants } from "./samples.ts";

const ada = "username=ada&password=correct-horse";

describe.each(variants)("%s", (variant) => {
  test("lets in those it knows, with their own password only", async () => {
    await using app = await RunningSample.start("express-login", variant);
    expect(await app.json(`/auth?${ada}`)).toMatchObject({ status: 401 });
    expect(await app.json(`/newUser?${ada}`)).toEqual({ status: 200, body: { username: "ada" } });
    expect(await app.json(`/auth?${ada}`)).toEqual({ status: 200, body: { username: "ada", since: expect.any(String) as string } });
    expect(await app.json("/auth?username=ada&password=wrong")).toEqual({ status: 401, body: { error: "wrong username or password" } });
  });

  test("takes a name once, and the same sign-up again", async () => {
    await using app = await RunningSample.start("express-login", variant);
    const statuses = [];
    for (const query of [ada, ada, "username=ada&password=other", "username=ada", "password=x", "username[]=ada&password=x"]) {
      statuses.push((await app.json(`/newUser?${query}`)).status);
    }
    expect(statuses).toEqual([200, 200, 409, 400, 400, 400]);
  });
});

test("after answers others while it hashes", async () => {
  await using app = await RunningSample.start("express-login", "after");
  await app.json(`/newUser?${ada}`);
  const answered: string[] = [];
  const logins = Promise.all([1, 2, 3, 4].map(() => app.json(`/auth?${ada}`))).then(() => answered.push("logins"));
  const bad = app.json("/newUser").then(() => answered.push("bad request"));
  await Promise.all([logins, bad]);
  expect(answered).toEqual(["bad request", "logins"]);
});
