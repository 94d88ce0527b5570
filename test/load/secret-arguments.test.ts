import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadTools, toolAbilities } from "../../language-server/analysis/load/load-tools.ts";
import { sendingProblems } from "../../language-server/analysis/load/sending-problems.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { findProgram } from "../workbench/tools.mjs";
import { listen, runLoad } from "./load-server.ts";

const secret = "s3cr3t-of-this-test";

/** Command lines of all processes, as every user of the machine can read them. */
function commandLines(): readonly string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")));
}

function unlessGone(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

/** Debian has these and autocannon is built in; the others are tried where they are installed. */
const always = ["autocannon", "wrk", "siege", "h2load"];
const tools = loadTools.filter(
  (tool) =>
    toolAbilities[tool].sendsRequests && toolAbilities[tool].hides.paths && (always.includes(tool) || findProgram(tool) !== undefined),
);

test.each(tools)("%s gets secrets in a way that nobody else can read, and sends them", { timeout: 90_000 }, async (tool) => {
  const got = new Set<string>();
  let listed: readonly string[] | undefined;
  await using server = await listen((request, response) => {
    listed ??= commandLines();
    const { authorization = "", cookie = "" } = request.headers;
    got.add([request.method, request.url, authorization, cookie, request.headers["x-open"]].join(" "));
    response.end("ok");
  });
  const hidden = toolAbilities[tool].hides.headers ? { Authorization: `Bearer ${secret}=`, Cookie: `sid=${secret}; a=b` } : {};
  const requests = [{ method: "GET", path: `/a?x=1&access_token=${secret}`, headers: { ...hidden, "x-open": "1" }, body: "" }];
  const plan = loadPlan(server.port, { tool, requests, durationSeconds: 1, warmupSeconds: 0, connections: 2 });
  expect(sendingProblems(plan)).toEqual([]);
  const { report } = await runLoad(plan);
  const { Authorization = "", Cookie = "" } = hidden;
  expect([...got]).toEqual([`GET /a?x=1&access_token=${secret} ${Authorization} ${Cookie} 1`]);
  expect(report!.requests).toBeGreaterThan(10);
  expect(listed!.some((line) => line.includes(tool))).toBe(true);
  expect(listed!.filter((line) => line.includes(secret))).toEqual([]);
});
