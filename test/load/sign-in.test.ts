import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { UserError } from "../../language-server/analysis/user-error.ts";
import type { SeenResponse } from "../../language-server/analysis/load/first-response.ts";
import type { LoadPlan, LoadReport, LoadRequest, LoadTool } from "../../language-server/analysis/load/load.ts";
import { sendingProblems } from "../../language-server/analysis/load/sending-problems.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { runLoad } from "./load-server.ts";
import { signInApp } from "./sign-in-app.ts";
import { someOf } from "../workbench/some-of.mjs";

const get = (at: string, headers: LoadRequest["headers"] = {}): LoadRequest => ({ method: "GET", path: at, headers, body: "" });
const json = (at: string, value: unknown, more: Partial<LoadRequest> = {}): LoadRequest => ({
  method: "POST",
  path: at,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
  ...more,
});

const apiLogin = json("/api/login", { username: "ada", password: "letmein" });
const tokenLogin = json("/auth/token", { email: "ada@shop.test", password: "letmein" }, { name: "login" });
const bearer = { authorization: 'Bearer {{login.auth["access-token"]}}' };
/** The page first: its cookie and its token belong together. */
const pageLogin: readonly LoadRequest[] = [
  { ...get("/login"), name: "page" },
  {
    method: "POST",
    path: "/login",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "_csrf={{page._csrf}}&username=ada&password=letmein",
  },
];

async function reported(plan: LoadPlan): Promise<LoadReport> {
  expect(sendingProblems(plan)).toEqual([]);
  const { report } = await runLoad(plan);
  expect(report!.requests).toBeGreaterThan(5);
  return report!;
}

const shortly = { durationSeconds: 1, warmupSeconds: 0, connections: 3 } as const;

test("the cookie that a setup request obtains is sent by every connection, and by each tool that can keep it from others", async () => {
  await using app = await signInApp("express");
  for (const tool of ["autocannon", "wrk"] as const) {
    const plan = loadPlan(app.port, { ...shortly, tool, setup: [apiLogin], requests: [get("/reports")] });
    // oxlint-disable-next-line no-await-in-loop -- one load at a time
    const { statusCounts = {}, ...report } = await reported(plan);
    expect(report).toMatchObject({ non2xx: 0, label: "GET /reports" });
    // wrk does not report them.
    expect(Object.keys(statusCounts)).toEqual(tool === "wrk" ? [] : ["200"]);
  }
  const seen = (await (await fetch(`http://127.0.0.1:${app.port}/users-seen`)).json()) as { readonly users: number };
  expect(seen.users).toBe(2);
});

test("a login page with a CSRF token: its field goes into the form, with the cookie that the page set", async () => {
  await using app = await signInApp("express");
  const { statusCounts } = await reported(loadPlan(app.port, { ...shortly, setup: pageLogin, requests: [get("/reports")] }));
  expect(Object.keys(statusCounts!)).toEqual(["200"]);
});

test("a value of a JSON answer stands in headers, paths and bodies, and the report has only its name", { tags: "thorough" }, async () => {
  await using app = await signInApp("fastify");
  const create = json("/orders", {}, { name: "order", headers: { ...bearer, "content-type": "application/json" } });
  const requests = [
    get("/orders", bearer),
    get("/orders/{{order.id}}"),
    get("{{order.response.headers.location}}?of={{login.user.email}}"),
  ];
  const { statusCounts, perRequest, url } = await reported(loadPlan(app.port, { ...shortly, setup: [tokenLogin, create], requests }));
  expect(Object.keys(statusCounts!)).toEqual(["200"]);
  expect(url).toBe(`http://127.0.0.1:${app.port}/orders`);
  expect(perRequest!.map(({ label }) => label)).toEqual([
    "GET /orders",
    "GET /orders/{{order.id}}",
    "GET /{{order.response.headers.location}}?of={{login.user.email}}",
  ]);
});

test("setup for each connection: as many users as connections, each with a cookie of its own", async () => {
  await using app = await signInApp("express");
  await reported(loadPlan(app.port, { ...shortly, setup: [apiLogin], setupRuns: "per-connection", requests: [get("/reports")] }));
  const seen = (await (await fetch(`http://127.0.0.1:${app.port}/users-seen`)).json()) as { readonly users: number };
  expect(seen.users).toBe(3);
});

test("cookies of the load's own answers are sent only if asked for", { tags: "thorough" }, async () => {
  await using app = await signInApp("express");
  const plan = loadPlan(app.port, { ...shortly, connections: 1, pipelining: 1, setup: [apiLogin], requests: [get("/rotating")] });
  const without = await reported(plan);
  expect(without.statusCounts).toEqual({ 200: 1, 409: without.requests! - 1 });
  const following = await reported({ ...plan, cookies: "answers" });
  expect(following.statusCounts).toEqual({ 200: following.requests });
});

test("without cookies the load goes to the login page", { tags: "thorough" }, async () => {
  await using app = await signInApp("express");
  const { statusCounts } = await reported(
    loadPlan(app.port, { ...shortly, setup: [apiLogin], cookies: "none", requests: [get("/reports")] }),
  );
  expect(Object.keys(statusCounts!)).toEqual(["302"]);
});

async function failure(plan: LoadPlan): Promise<string> {
  const error: unknown = await runLoad(plan).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).message;
}

test("a setup request that fails is named, with what the app answered", async () => {
  await using app = await signInApp("express");
  const wrong = json("/api/login", { username: "ada", password: "wrong" });
  for (const tool of ["autocannon", "wrk"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one load at a time
    expect(await failure(loadPlan(app.port, { ...shortly, tool, setup: [apiLogin, wrong] }))).toBe(
      "The setup request POST /api/login was answered with status 401: wrong password.",
    );
  }
});

test("a value that the answer lacks is named, with those that it has, but without what they are", async () => {
  await using app = await signInApp("fastify");
  const message = await failure(
    loadPlan(app.port, { ...shortly, setup: [tokenLogin], requests: [get("/orders", { authorization: "Bearer {{login.token}}" })] }),
  );
  expect(message).toBe(
    "The answer to the setup request login has no value for {{login.token}}. It has: {{login.user.email}}, {{login.user.roles[0]}}, {{login.auth.access-token}}, {{login.expiresIn}}.",
  );
});

test("a tool that would have a cookie in its arguments is not started, nor is a command line that cannot get it", async () => {
  await using app = await signInApp("express");
  const plan = loadPlan(app.port, { ...shortly, setup: [apiLogin], requests: [get("/reports")] });
  expect(await failure({ ...plan, tool: "ab" })).toContain("The setup requests gave the app's cookies sid, which are not passed to ab");
  expect(await failure({ ...plan, tool: "command", command: "ab -n 9 ${url}" })).toContain("which a command line cannot get");
});

test("a tool that would have a value of an answer in its arguments is refused before anything is sent", () => {
  const plan = loadPlan(1, { ...shortly, tool: "hey", setup: [tokenLogin], requests: [get("/orders", { "x-own": "{{login.token}}" })] });
  expect(sendingProblems(plan)).toMatchObject([{ code: "secret-argument", what: "header", name: "x-own" }]);
  expect(sendingProblems({ ...plan, requests: [get("/orders/{{login.id}}")] })).toMatchObject([{ code: "secret-argument", what: "path" }]);
});

test.each(someOf(1, ["autocannon", "wrk"] as const))("%s: what was obtained is in no list of processes while it is sent", async (tool) => {
  expect(await seenBeside(tool)).toEqual([]);
});

test("siege: what was obtained is in no list of processes while it is sent", { tags: "thorough" }, async () => {
  expect(await seenBeside("siege")).toEqual([]);
});

/** Command lines with what was obtained. */
async function seenBeside(tool: LoadTool): Promise<readonly string[]> {
  await using app = await signInApp("fastify");
  const plan = loadPlan(app.port, {
    ...shortly,
    tool,
    setup: [tokenLogin],
    requests: [get("/orders?of={{login.auth['access-token']}}", { "x-key": '{{login.auth["access-token"]}}', ...bearer })],
  });
  let listed: readonly string[] = [];
  const ran = runLoad(plan, {});
  const watch = setInterval(() => (listed = [...listed, ...commandLines()]), 50);
  const { report } = await ran.finally(() => clearInterval(watch));
  expect(report).toMatchObject({ non2xx: 0 });
  expect(listed.some((line) => line.includes(tool))).toBe(true);
  // A JSON Web Token begins so.
  return listed.filter((line) => line.includes("eyJhbG"));
}

/** Command lines of all processes, as every user of the machine can read them. */
function commandLines(): readonly string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    } catch {
      return "";
    }
  });
}

/** What is asked about before the load, which then does not start. */
async function asked(plan: LoadPlan): Promise<readonly SeenResponse[]> {
  const seen: SeenResponse[] = [];
  await runLoad(plan, {
    confirm: (responses) => {
      seen.push(...responses);
      return Promise.resolve(false);
    },
  });
  return seen;
}

test("how to sign in is found in the first answers: Basic, the form to which a redirect leads, a page with a password field", async () => {
  await using app = await signInApp("express");
  const requests = [get("/basic"), get("/reports?page=2"), get("/login")];
  const form = { by: "form", page: "/login", method: "POST", action: "/login", user: "username", password: "password", hidden: ["_csrf"] };
  expect(await asked(loadPlan(app.port, { ...shortly, requests }))).toMatchObject([
    { doubt: "status", status: 401, signIn: { by: "basic", isAfterSetup: false } },
    { doubt: "redirect", status: 302, firstLine: "/login", signIn: { ...form, isAfterSetup: false } },
    { doubt: "sign-in", status: 200, signIn: form },
  ]);
  expect(await asked(loadPlan(app.port, { ...shortly, tool: "wrk", requests: [get("/reports")] }))).toMatchObject([{ signIn: form }]);
});

test.each(["autocannon", "wrk"] as const)(
  "%s: after a setup that is not enough, the values of its answer are listed by name, without what they are",
  { tags: "thorough" },
  async (tool) => {
    await using app = await signInApp("fastify");
    const [first, ...others] = await asked(loadPlan(app.port, { ...shortly, tool, setup: [tokenLogin], requests: [get("/orders")] }));
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      doubt: "status",
      status: 401,
      signIn: {
        by: "request",
        isAfterSetup: true,
        cookies: [],
        values: [{}, {}, { text: "{{login.auth.access-token}}", kind: "text" }, {}],
      },
    });
    expect(JSON.stringify(first)).not.toContain("eyJhbG");
  },
);
