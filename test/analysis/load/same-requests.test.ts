import { expect, test } from "vitest";
import { type LoadDefaults, planFrom } from "../../../language-server/analysis/load/load.ts";
import { requestTexts } from "../../../language-server/analysis/load/same-requests.ts";

function texts(plan: LoadDefaults): ReturnType<typeof requestTexts> {
  return requestTexts(planFrom(plan));
}

test.each<[string, LoadDefaults, LoadDefaults]>([
  ["another port", { baseUrl: "http://127.0.0.1:4001" }, { baseUrl: "http://127.0.0.1:4002" }],
  ["a path with its server", { path: "http://127.0.0.1:4001/a" }, { path: "/a" }],
  ["another token", { headers: { Authorization: "Bearer abcdef123456" } }, { headers: { authorization: "Bearer 123456abcdef" } }],
  [
    "another password",
    { method: "POST", body: '{"user":"me","password":"one-s3cret"}' },
    { method: "POST", body: '{"user":"me","password":"other-s3cret"}' },
  ],
  ["another order", { requests: [{ path: "/a" }, { path: "/b", weight: 2 }] }, { requests: [{ path: "/b", weight: 2 }, { path: "/a" }] }],
  [
    "another port in a command line",
    { tool: "command", command: "k6 run -e URL=http://localhost:4001/a load.js" },
    { tool: "command", command: "k6 run -e URL=http://localhost:4002/a load.js" },
  ],
  ["another number of connections", { connections: 10 }, { connections: 50 }],
])("the same requests in spite of %s", (_what, a, b) => {
  expect(texts(a)).toEqual(texts(b));
});

test.each<[string, LoadDefaults, LoadDefaults]>([
  ["path", { path: "/a" }, { path: "/b" }],
  ["query", { path: "/a?page=1" }, { path: "/a?page=2" }],
  ["method", { method: "GET" }, { method: "PUT" }],
  ["body", { method: "POST", body: '{"query":"{ cheap }"}' }, { method: "POST", body: '{"query":"{ dear }"}' }],
  ["file of a body", { method: "POST", bodyFile: "a.json" }, { method: "POST", bodyFile: "b.json" }],
  ["header", { headers: { accept: "text/html" } }, { headers: { accept: "application/json" } }],
  ["login", {}, { headers: { authorization: "Bearer abcdef123456" } }],
  ["weights", { requests: [{ path: "/a" }, { path: "/b" }] }, { requests: [{ path: "/a" }, { path: "/b", weight: 9 }] }],
  ["command line", { tool: "command", command: "k6 run a.js" }, { tool: "command", command: "k6 run b.js" }],
])("other requests by their %s", (_what, a, b) => {
  expect(texts(a).requests).not.toBe(texts(b).requests);
});

test("setup requests are apart, in their order", () => {
  expect(texts({}).setup).toBe("");
  const [login, cart] = [{ method: "POST", path: "/login" }, { path: "/cart" }];
  expect(texts({ setup: [login] }).requests).toBe(texts({}).requests);
  expect(texts({ setup: [login, cart] }).setup).not.toBe(texts({ setup: [cart, login] }).setup);
});

test("no secret is in the texts", () => {
  const plan: LoadDefaults = {
    method: "POST",
    path: "/a?token=s3cr3t-one",
    headers: { "x-api-key": "s3cr3t-two" },
    body: "password=s3cr3t-three",
    setup: [{ method: "POST", path: "/login", body: '{"password":"s3cr3t-four"}' }],
  };
  expect(JSON.stringify(texts(plan))).not.toContain("s3cr3t");
});
