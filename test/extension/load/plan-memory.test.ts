import { expect, test } from "vitest";
import type { Memento, SecretStorage } from "vscode";
import { PlanMemory } from "../../../extension/load/plan-memory.ts";
import { secretNames, withoutSecrets } from "../../../extension/load/load-secrets.ts";
import { asWritten } from "../../../extension/load/plan-secrets.ts";
import { planFrom } from "../../../language-server/analysis/load/load.ts";

class Storage {
  readonly state = new Map<string, unknown>();
  readonly secrets = new Map<string, string>();
  writes = 0;

  /** As a window has it that is opened in this workspace. */
  plans(workspace = "file:///shop"): PlanMemory {
    const memento: Pick<Memento, "get" | "update"> = {
      get: <T>(key: string, otherwise?: T) => (this.state.get(key) ?? otherwise) as T,
      update: async (key, value) => void this.state.set(key, JSON.parse(JSON.stringify(value))),
    };
    const secrets: Pick<SecretStorage, "get" | "store" | "delete"> = {
      get: async (key) => this.secrets.get(key),
      store: async (key, value) => {
        this.writes += 1;
        this.secrets.set(key, value);
      },
      delete: async (key) => void this.secrets.delete(key),
    };
    return new PlanMemory(memento as Memento, secrets as SecretStorage, workspace);
  }
}

test("an edited plan is remembered per app, until the settings that it was edited from change", async () => {
  const plans = new Storage().plans();
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

const secret = planFrom({
  requests: [
    { path: "/a", headers: { Accept: "*/*", Authorization: "Bearer s3cr3t" } },
    { method: "POST", path: "/b", headers: { "X-CSRF-Token": "t0k3n" }, body: "password=p4ss" },
  ],
  setup: [{ path: "/login", headers: { cookie: "sid=c00k13" } }],
});

test("header values and bodies are stored only in the secret storage, per app and workspace, and restored in the next window", async () => {
  const storage = new Storage();
  await storage.plans().keep("shop", secret, undefined);
  expect(JSON.stringify([...storage.state])).not.toMatch(/s3cr3t|t0k3n|c00k13|p4ss/);
  const next = storage.plans();
  const open = next.of("shop", undefined) ?? planFrom({});
  expect(open.requests[0]?.headers).toEqual({ Accept: "", Authorization: "" });
  expect(await next.whole("shop", open)).toEqual(secret);
  expect(await next.whole("blog", open)).toEqual(open);
  expect(await storage.plans("file:///other").whole("shop", open)).toEqual(open);
});

test("queries, names in URLs and command lines are stored only in the secret storage, and go back to their own place alone", async () => {
  const storage = new Storage();
  const requests = [{ path: "/orders" }, { path: "/login?token=t0k3n" }, { path: "https://me:p4ss@127.0.0.1:1/x#s3cr3t" }];
  const command = "curl -u me:p4ss -H 'cookie: c00k13' --token=t0k3n ${url}";
  const plan = planFrom({ tool: "command", command, requests, setup: [{ path: "/in?code=c0d3" }] });
  await storage.plans().keep("shop", plan, undefined);
  expect(JSON.stringify([...storage.state])).not.toMatch(/s3cr3t|t0k3n|c00k13|p4ss|c0d3/);
  const next = storage.plans();
  const open = next.of("shop", undefined) ?? planFrom({});
  expect(open.requests.map(({ path }) => path)).toEqual(["/orders", "/login", "https://127.0.0.1:1/x"]);
  expect(await next.whole("shop", open)).toEqual(plan);
  const other = await next.whole("shop", planFrom({ tool: "command", command: "wrk ${url}", requests: [{ path: "/a" }, { path: "/b" }] }));
  expect([other.command, ...other.requests.map(({ path }) => path)]).toEqual(["wrk ${url}", "/a", "/b"]);
});

test("of the settings that a plan was edited from, whose variables VS Code has filled in, only a digest is stored", async () => {
  const storage = new Storage();
  const given = { headers: { authorization: "Bearer s3cr3t" }, setup: [{ path: "/login", body: "password=p4ss" }] };
  await storage.plans().keep("shop", planFrom({}), given);
  expect(JSON.stringify([...storage.state])).not.toMatch(/s3cr3t|p4ss/);
  expect(storage.plans().of("shop", given)).toEqual(planFrom({}));
  expect(storage.plans().of("shop", { ...given, setup: [] })).toBeUndefined();
});

test("the secret storage is written only when a secret changes, and secrets that the plan no longer has are deleted", async () => {
  const storage = new Storage();
  const plans = storage.plans();
  for (const connections of [1, 2, 3]) await plans.keep("shop", { ...secret, connections }, undefined);
  expect(storage.writes).toBe(1);
  // Each value goes back to its own place only: a secret is never sent under another name.
  const other = planFrom({
    requests: [
      { path: "/a", headers: { "X-Note": "" } },
      { path: "/b", headers: { Accept: "" } },
    ],
  });
  expect((await plans.whole("shop", other)).requests.map(({ headers }) => headers)).toEqual([{ "X-Note": "" }, { Accept: "" }]);
  // In the next window, which has not read them.
  await storage.plans().keep("shop", planFrom({}), undefined);
  expect(storage.secrets.size).toBe(0);
});

test("launch.json gets only the secrets that it already has, and variables or nothing for others", () => {
  const isWritten = (value: string): boolean => value === "t0k3n";
  expect(secretNames(secret, isWritten)).toEqual(["Authorization", "password", "cookie"]);
  const saved = withoutSecrets(secret, isWritten, "nothing");
  expect(saved.requests.map(({ headers }) => headers)).toEqual([{ Accept: "*/*" }, { "X-CSRF-Token": "t0k3n" }]);
  expect(saved.requests[1]?.body).toBe("password=");
  expect(saved.setup[0]?.headers).toEqual({});
  const named = withoutSecrets(secret, () => false, "variables");
  expect(named.requests[0]?.headers).toEqual({ Accept: "*/*", Authorization: "${env:AUTHORIZATION}" });
  expect(named.requests[1]).toMatchObject({ headers: { "X-CSRF-Token": "${env:X_CSRF_TOKEN}" }, body: "password=${env:PASSWORD}" });
});

test("secrets of paths and JSON bodies are not written to launch.json; variables and what is harmless stay", () => {
  const body = '{"user":"me","password":"p4ss","n":1}';
  const plan = planFrom({
    requests: [
      { path: "/a?page=2&access_token=t0k3n&sig=${env:SIG}&key=:key" },
      { method: "POST", path: "/b?author=me", headers: { "x-token-type": "jwt" }, body },
      { path: "/c?token=0ld" },
    ],
  });
  const isWritten = (value: string): boolean => value === "/c?token=0ld";
  expect(secretNames(plan, isWritten)).toEqual(["password", "access_token"]);
  const { requests } = withoutSecrets(plan, isWritten, "variables");
  expect(requests.map(({ path }) => path)).toEqual([
    "/a?page=2&access_token=${env:ACCESS_TOKEN}&sig=${env:SIG}&key=:key",
    "/b?author=me",
    "/c?token=0ld",
  ]);
  expect(requests[1]?.body).toBe('{"user":"me","password":"${env:PASSWORD}","n":1}');
  expect(withoutSecrets(plan, isWritten, "nothing").requests[1]?.body).toBe('{"user":"me","password":"","n":1}');
});

test("what names a value of an answer is no secret itself, and is written as it is", () => {
  const plan = planFrom({
    requests: [{ path: "/a?token={{login.id}}", headers: { authorization: "Bearer {{login.token}}" } }],
    setup: [{ method: "POST", path: "/login", name: "login", body: "_csrf={{page._csrf}}&password=p4ss" }],
  });
  const isWritten = (): boolean => false;
  expect(secretNames(plan, isWritten)).toEqual(["password"]);
  const { requests, setup } = withoutSecrets(plan, isWritten, "variables");
  expect(requests).toEqual(plan.requests);
  expect(setup[0]?.body).toBe("_csrf={{page._csrf}}&password=${env:PASSWORD}");
});

test("variables of launch.json stay, though the form has what VS Code filled in for them; edited values do not", () => {
  const written = planFrom({
    tool: "command",
    command: "wrk -H ${env:HEADER} ${url}",
    requests: [{ path: "/a?token=${env:TOKEN}", headers: { cookie: "sid=${env:SID}" }, body: "${env:BODY}" }, { path: "/b?${env:TOKEN}" }],
  });
  const filledIn = planFrom({
    tool: "command",
    command: "wrk -H x:s3cr3t ${url}",
    requests: [{ path: "/a?token=t0k3n", headers: { cookie: "sid=c00k13" }, body: "p4ss" }, { path: "/b?t0k3n" }],
  });
  const edited = { ...filledIn, connections: 3, requests: filledIn.requests.with(1, { ...filledIn.requests[1]!, path: "/c" }) };
  expect(asWritten(edited, filledIn, written)).toEqual({
    ...written,
    connections: 3,
    requests: written.requests.with(1, { ...written.requests[1]!, path: "/c" }),
  });
});
