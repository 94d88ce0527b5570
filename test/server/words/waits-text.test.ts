import { expect, test } from "vitest";
import type { LineWait } from "../../../language-server/answers/waits/shown-waits.ts";
import { longestWaitText, waitFacts } from "../../../language-server/lsp/words/waits-text.ts";

type Site = LineWait["sites"][number];

const site: Site = { column: 4, text: "query(sql)", kind: "await", times: 900, rejected: 0, awaited: [] };
const wait: LineWait = {
  line: 4,
  edited: false,
  isOuter: false,
  sites: [],
  isPerRequest: true,
  waited: 4000,
  held: 0,
  times: 1,
  share: 1,
  requests: 90,
  heldBy: [],
};
const reported = (...sites: readonly Site[]): readonly string[] =>
  waitFacts({ ...wait, sites }, [], "en").facts.flatMap(({ label, values }) =>
    values.length === 0 ? [] : `${label}: ${values.join(" · ")}`,
  );

test("how often something was awaited is said once, and again only where not all of it is known", () => {
  expect(reported(site)).toEqual(["Awaited since the app started: query(sql) ×900"]);
  expect(reported({ ...site, rejected: 3 })).toEqual(["Awaited since the app started: query(sql) ×900 · 3 rejected"]);
  const known = { ...site, awaited: [{ kind: "sql", text: "SELECT 1", times: 850 }] };
  expect(reported(known)).toEqual(["Awaited: SELECT 1 ×850", "Settled since the app started: 900"]);
  expect(reported({ ...known, rejected: 3 })).toEqual(["Awaited: SELECT 1 ×850", "Settled since the app started: 900 · 3 rejected"]);
});

test("the longest wait is described in a sentence, with what held it up if that is worth it", () => {
  const by = { path: "/app/report.js", line: 12, name: "", route: "GET /report", us: 2500, isInferred: false };
  const held = (us: number) => ({ ...wait, times: 10, held: us, heldBy: [by], heldByAt: undefined });
  const sentence = "orders.js:10 waited 4.0 ms per request, 10 times";
  expect([900, 2600].map((us) => longestWaitText("orders.js:10", held(us), "en"))).toEqual([
    sentence,
    `${sentence}, and was held up 2.6 ms by report.js:12`,
  ]);
});

test("work of no request is shown apart from that of routes on the same line", () => {
  const by = (route: string | undefined, us: number) => ({ path: "/app/database.js", line: 16, name: "", route, us, isInferred: false });
  const heldUpBy = (...heldBy: LineWait["heldBy"]): readonly string[] =>
    waitFacts({ ...wait, held: 900, heldBy }, [], "en").facts.flatMap(({ label, values }) => (label === "Held up by" ? values : []));
  expect(heldUpBy(by("GET /orders/:id", 600), by(undefined, 300))).toEqual([
    "GET /orders/:id database.js:16 600 µs",
    "outside requests database.js:16 300 µs",
  ]);
  // Where no routes are known, nothing is outside.
  expect(heldUpBy(by(undefined, 300))).toEqual(["database.js:16 300 µs"]);
});
