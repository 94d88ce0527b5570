import { expect, test, vi } from "vitest";
import { foreignHosts, parseLoadDefaults, withOrigin } from "../../../extension/load/load-plan.ts";
import { loadPlanSchema } from "../../../language-server/analysis/load/load-schema.ts";
import { planFrom } from "../../../language-server/analysis/load/load.ts";
import { is } from "valibot";

vi.mock("vscode", () => import("../vscode.ts"));

test("a plan that nobody edited is one that the form may send back", () => {
  expect(is(loadPlanSchema, planFrom({}))).toBe(true);
});

test.each([
  [{ path: 7 }, "path"],
  [{ connections: 0 }, "connections"],
  [{ requests: [{ path: "/" }, { method: "G T" }] }, "requests.1.method"],
  [{ pathh: "/" }, "pathh"],
])("wrong settings %j are named", (value, key) => {
  expect(() => parseLoadDefaults(value, "package.json")).toThrow(`The load settings of package.json have an error at “${key}”.`);
});

const v4 = (port: number, scheme = "http"): string => `${scheme}://127.0.0.1:${port}`;

test.each([
  ["http://127.0.0.1", [v4(4000)], "http://127.0.0.1:4000"],
  ["http://localhost:3000", [v4(4000), v4(3000)], "http://localhost:3000"],
  ["http://localhost:3000", [v4(4000), v4(5000)], "http://localhost:4000"],
  ["https://127.0.0.1", [v4(443, "https"), v4(80)], "https://127.0.0.1"],
  ["http://example.test:3000", [v4(4000)], "http://example.test:3000"],
  ["nonsense", [v4(4000)], "http://127.0.0.1:4000"],
  ["http://127.0.0.1:3000", [], "http://127.0.0.1:3000"],
  // A server's own scheme and address: the other ones reach nothing.
  ["http://127.0.0.1:3000", [v4(3000, "https")], "https://127.0.0.1:3000"],
  ["http://localhost:3000", [v4(3000, "https")], "https://localhost:3000"],
  ["http://127.0.0.1:3000", ["http://[::1]:5173"], "http://[::1]:5173"],
  ["http://localhost:5173", ["http://[::1]:5173"], "http://localhost:5173"],
  ["http://[::1]:5173", [v4(5173)], "http://127.0.0.1:5173"],
  ["http://[::1]:5173", [v4(5173), "http://[::1]:5173"], "http://[::1]:5173"],
])("%s with servers at %j becomes %s", (baseUrl, origins, expected) => {
  expect(withOrigin(planFrom({ baseUrl }), origins).baseUrl).toBe(expected);
});

test("only other machines are foreign, wherever the plan names them", () => {
  const plan = planFrom({
    baseUrl: "http://127.0.0.1:3000",
    setup: [{ path: "http://login.test/in" }],
    requests: [
      { path: "/" },
      { path: "http://localhost:1/" },
      { path: "http://[::1]:1/" },
      { path: "http://10.0.0.7/" },
      { path: "http://login.test/" },
    ],
  });
  expect(foreignHosts(plan, ["10.0.0.7"])).toEqual(["login.test"]);
});

test("what is no address is said so before anything is sent", () => {
  expect(() => foreignHosts(planFrom({ baseUrl: "ftp://a" }), [])).toThrow("“/” with the address “ftp://a” is not a valid URL.");
});
