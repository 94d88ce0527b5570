import { expect, test } from "vitest";
import { loadTools, toolAbilities } from "../../../language-server/analysis/load/load-tools.ts";
import { sendingProblems, sendingProblemText } from "../../../language-server/analysis/load/sending-problems.ts";
import { type LoadDefaults, planFrom } from "../../../language-server/analysis/load/load.ts";
import { inEnglish } from "../../../language-server/texts/english.ts";

const said = (defaults: LoadDefaults): readonly string[] =>
  sendingProblems(planFrom({ durationSeconds: 1, ...defaults })).map((problem) => inEnglish(sendingProblemText(problem)));

test.each([
  [
    { tool: "ab", headers: { authorization: "Bearer zzz" } },
    "ab takes headers only as arguments, which every user of this machine can read",
  ],
  [{ tool: "ab", headers: { Cookie: "a=b" } }, "so it does not get the header Cookie; use autocannon or wrk."],
  [{ tool: "hey", headers: { "x-api-key": "zzz" } }, "hey takes headers only as arguments"],
  [{ tool: "oha", headers: { Referer: "https://h/?token=zzz" } }, "does not get the header Referer"],
  [{ tool: "h2load", headers: { "x-csrf-token": "zzz" } }, "h2load takes headers only as arguments"],
  [{ tool: "siege", headers: { authorization: "Bearer a#b" } }, "siege takes headers only as arguments"],
  [{ tool: "siege", path: "/?token=a$(b)" }, "siege takes the URL only as an argument"],
  [{ tool: "ab", path: "/a?access_token=zzz&b=1" }, "so it does not get the secret in /a?access_token=***&b=1; use autocannon or wrk."],
  [{ tool: "hey", path: "/a?sig=zzz" }, "hey takes the URL only as an argument"],
  [{ tool: "command", command: "x ${url}", path: "/a?code=zzz" }, "does not get the secret in /a?code=***; use autocannon or wrk."],
  [
    { tool: "command", command: "hey -H 'Authorization: Bearer zzz' ${url}" },
    "none may have a secret (Authorization: ***); use autocannon or wrk",
  ],
  [{ tool: "command", command: "curl -u me:zzz ${url}" }, "put the command into a script that only you can read."],
] as const)("a secret is refused if the tool would have it in its arguments: %j", (defaults, text) => {
  const found = said(defaults);
  expect(found).toEqual([expect.stringContaining(text)]);
  expect(found[0]).not.toContain("zzz");
});

test.each([
  { tool: "ab", headers: { "content-type": "application/json", accept: "*/*", "user-agent": "x", "x-key": "1", authorization: "" } },
  { tool: "hey", path: "/a?page=2&author=me&q=token" },
  { tool: "command", command: "wrk -d10s -H 'accept: text/html' ${url}", headers: { authorization: "Bearer zzz" } },
  { tool: "command", command: "k6 run --vus ${connections} load.js", path: "/a?token=zzz" },
  { tool: "command", command: "sh load.sh ${url}" },
  { tool: "h2load", path: "/a?token=zzz" },
  { tool: "siege", path: "/a?token=zzz", headers: { authorization: "Bearer zzz" } },
  { tool: "manual", headers: { authorization: "Bearer zzz" } },
] as const)("%j has nothing that others must not read", (defaults) => {
  expect(said(defaults)).toEqual([]);
});

test("every tool either hides secrets or gets none", () => {
  const senders = loadTools.filter((tool) => toolAbilities[tool].sendsRequests);
  const refused = (defaults: LoadDefaults): readonly string[] => senders.filter((tool) => said({ ...defaults, tool }).length > 0);
  expect(refused({ headers: { authorization: "Bearer zzz" } })).toEqual(["ab", "oha", "hey", "h2load"]);
  expect(refused({ path: "/?token=zzz" })).toEqual(["ab", "oha", "hey"]);
  expect(senders.filter((tool) => !toolAbilities[tool].hides.headers)).toEqual(["ab", "oha", "hey", "h2load"]);
});
