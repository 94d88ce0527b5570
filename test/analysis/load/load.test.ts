import { expect, test } from "vitest";
import { planProblemText } from "../../../language-server/analysis/load/plan-problem-text.ts";
import { inEnglish } from "../../../language-server/texts/english.ts";
import { planProblems, problemKey } from "../../../language-server/analysis/load/load-problems.ts";
import { defaultsFrom, type LoadDefaults, type LoadPlan, planFrom } from "../../../language-server/analysis/load/load.ts";

test("a plan is whole without any defaults", () => {
  expect(planFrom({ baseUrl: "http://127.0.0.1:8080" })).toEqual({
    tool: "autocannon",
    baseUrl: "http://127.0.0.1:8080",
    requests: [{ method: "GET", path: "/", headers: {}, body: "" }],
    setup: [],
    connections: 10,
    durationSeconds: 10,
    warmupSeconds: 2,
    pipelining: 1,
    ratePerSecond: 0,
  });
  expect(planProblems(planFrom({ baseUrl: "http://127.0.0.1:8080" }))).toEqual([]);
});

test("given values replace defaults, for one request or several", () => {
  expect(
    planFrom({ path: "/login", method: "post", body: "{}", headers: { "content-type": "application/json" }, connections: 50 }),
  ).toMatchObject({
    connections: 50,
    requests: [{ method: "POST", path: "/login", body: "{}", headers: { "content-type": "application/json" } }],
  });
  const mixed = planFrom({ baseUrl: "https://example.test/", requests: [{ path: "/a" }, { method: "DELETE" }], setup: [{ path: "/new" }] });
  expect(mixed.baseUrl).toBe("https://example.test");
  expect(mixed.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /a", "DELETE /"]);
  expect(mixed.setup).toHaveLength(1);
});

test.each([
  [{ baseUrl: "localhost:3000" }, "The address must look like"],
  [{ baseUrl: "http://host:99999" }, "The address must look like"],
  [{ baseUrl: "http://host/path" }, "The address must look like"],
  [{ connections: 0 }, "Connections must be a whole number from 1 to 10000; it is 0."],
  [{ connections: 2.5 }, "Connections must be"],
  [{ durationSeconds: 0 }, "The duration in seconds must be a number from 1 to 3600; it is 0."],
  [{ warmupSeconds: 601 }, "The warm-up in seconds must be"],
  [{ pipelining: Number.NaN }, "Pipelining must be"],
  [{ ratePerSecond: -1 }, "The rate per second must be"],
  [{ path: "test" }, "Request 1: The path must start with /"],
  [{ method: "GET IT" }, "Request 1: The method must be a word"],
  [{ body: "x" }, "Request 1: A GET request has no body"],
  [{ headers: { "bad name": "x" } }, "cannot be the name of a header"],
  [{ headers: { x: "a\r\nb" } }, "must be on one line"],
  [{ setup: [{ path: "" }] }, "Setup request 1: The path"],
  [{ requests: [{}, { weight: 0 }] }, "Request 2: The weight must be a whole number from 1 to 1000; it is 0."],
  [{ requests: [{ weight: 1.5 }] }, "Request 1: The weight must be"],
  [{ bodyFile: "a", body: "b", method: "POST" }, "Request 1: The body is given both as text and as a file"],
  [{ tool: "command" }, "needs a command line"],
  [{ tool: "command", command: "wrk 'a" }, "A quote in the command line is not closed."],
  [{ tool: "command", command: "wrk ${url} | tee a" }, "so “|” would be an argument"],
  [{ tool: "command", command: "wrk ${uri}" }, "The command line contains ${uri}"],
  [{ tool: "wrk", ratePerSecond: 5 }, "wrk sends as fast as it can and cannot limit the rate"],
  [{ tool: "wrk", durationSeconds: 1.5 }, "The duration in seconds must be whole seconds with wrk; it is 1.5."],
  [{ tool: "ab", pipelining: 2 }, "ab cannot pipeline"],
  [{ tool: "ab", requests: [{ path: "/" }, { path: "/a" }] }, "ab can send only one kind of request"],
  [{ tool: "ab", method: "PATCH", body: "x" }, "ab sends a body with POST, PUT only, not with PATCH"],
] as readonly (readonly [LoadDefaults, string])[])("%j is refused with a reason", (defaults, message) => {
  expect(
    planProblems(planFrom(defaults))
      .map((problem) => inEnglish(planProblemText(problem)))
      .join("\n"),
  ).toContain(message);
});

test("a problem names its key, in a list or at the top level", () => {
  const [problem] = planProblems(planFrom({ path: "x" }));
  expect(problemKey(problem!, true)).toBe("path");
  expect(problemKey(problem!, false)).toBe("requests.0.path");
  expect(problemKey(planProblems(planFrom({ setup: [{ method: "G T" }] }))[0]!, true)).toBe("setup.0.method");
  expect(problemKey(planProblems(planFrom({ tool: "wrk", ratePerSecond: 1 }))[0]!, true)).toBe("ratePerSecond");
});

test("a plan written into a launch configuration gives the same plan again, at the current port", () => {
  const request = { method: "POST", path: "/a", headers: { a: "b" }, body: "x" };
  const plans: readonly LoadDefaults[] = [
    {},
    { tool: "wrk", path: "/b", connections: 7, warmupSeconds: 0 },
    { tool: "command", command: "jmeter -n -t plan.jmx" },
    { requests: [{ ...request, weight: 3 }, { path: "/" }], setup: [request], pipelining: 3, ratePerSecond: 10 },
    { method: "PUT", bodyFile: "a.json", baseUrl: "https://app.example.test" },
    { baseUrl: "https://127.0.0.1:3443" },
  ];
  for (const given of plans) {
    const plan: LoadPlan = planFrom(given);
    expect(planFrom(defaultsFrom(plan))).toEqual(plan);
  }
  expect(defaultsFrom(planFrom({}))).toEqual({ path: "/" });
});

test("a plan without a load tool needs no further settings", () => {
  expect(planProblems(planFrom({ tool: "manual", connections: 0 }))).toEqual([]);
});

test("addresses with a port, a name or IPv6 are accepted", () => {
  for (const baseUrl of ["http://[::1]:3000", "https://app.example.test", "http://127.0.0.1:80"])
    expect(planProblems(planFrom({ baseUrl }))).toEqual([]);
});
