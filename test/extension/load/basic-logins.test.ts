import { expect, test } from "vitest";
import { planFrom } from "../../../language-server/analysis/load/load.ts";
import { BasicLogins } from "../../../extension/load/basic-logins.ts";

const plan = planFrom({ requests: [{ path: "/a" }, { path: "/b", headers: { Authorization: "Bearer x" } }], setup: [{ path: "/c" }] });
const header = `Basic ${Buffer.from("ada:päss:word").toString("base64")}`;

test("a login goes into what is sent for its app alone, and never takes the place of a header", () => {
  const logins = new BasicLogins();
  logins.keep("shop", { user: "ada", password: "päss:word" });
  expect(logins.added(plan, "shop")).toEqual({
    ...plan,
    requests: [{ ...plan.requests[0]!, headers: { authorization: header } }, plan.requests[1]],
    setup: [{ ...plan.setup[0]!, headers: { authorization: header } }],
  });
  expect(logins.added(plan, "other")).toBe(plan);
  expect(logins.added(plan, undefined)).toBe(plan);
  expect(logins.shownFor("shop")).toEqual({ signedInAs: "ada" });
  logins.forget("shop");
  expect(logins.added(plan, "shop")).toBe(plan);
  expect(logins.shownFor("shop")).toEqual({});
});

test("a request to a server that it names itself does not get the login", () => {
  const logins = new BasicLogins();
  logins.keep("shop", { user: "ada", password: "x" });
  const elsewhere = planFrom({ path: "https://elsewhere.example/a" });
  expect(logins.added(elsewhere, "shop")).toEqual(elsewhere);
});
