import { expect, test, vi } from "vitest";
import { foreignHosts, parseLoadDefaults, withOrigin } from "../../../extension/load/load-plan.ts";
import { loadPlanSchema } from "../../../language-server/analysis/load/load-schema.ts";
import { planFrom } from "../../../language-server/analysis/load/load.ts";
import { is } from "valibot";
import { env } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));

test("an unedited plan is valid when the form sends it back", () => {
  expect(is(loadPlanSchema, planFrom({}))).toBe(true);
});

test.each([
  [{ path: 7 }, "path”: it must be text.", ""],
  [{ connections: 0 }, "connections”.", "Connections must be a whole number from 1 to 10000; it is 0."],
  [
    { requests: [{ path: "/" }, { method: "G T" }] },
    "requests.1.method”.",
    "Request 2: The method must be a word such as GET or POST; it is “G T”.",
  ],
  [{ pathh: "/" }, "pathh”: there is no such key.", ""],
])("wrong settings %j are reported by name", (value, end, remedy) => {
  const refused = thrownBy(() => parseLoadDefaults(value, "package.json"));
  expect(refused).toMatchObject({ message: `The load settings of package.json have an error at “${end}`, remedy });
});

test("problems with settings are reported in VS Code's language", () => {
  vi.spyOn(env, "language", "get").mockReturnValue("zh-cn");
  expect(thrownBy(() => parseLoadDefaults({ connections: 0 }, "package.json"))).toMatchObject({
    remedy: "连接数必须是 1 到 10000 之间的整数；现在是 0。",
  });
  vi.restoreAllMocks();
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const v4 = (port: number, scheme = "http"): string => `${scheme}://127.0.0.1:${port}`;

test.each([
  ["http://127.0.0.1", [v4(4000)], "http://127.0.0.1:4000"],
  ["http://localhost:3000", [v4(4000), v4(3000)], "http://localhost:3000"],
  ["http://localhost:3000", [v4(4000), v4(5000)], "http://localhost:4000"],
  ["https://127.0.0.1", [v4(443, "https"), v4(80)], "https://127.0.0.1"],
  ["http://example.test:3000", [v4(4000)], "http://example.test:3000"],
  ["nonsense", [v4(4000)], "http://127.0.0.1:4000"],
  ["http://127.0.0.1:3000", [], "http://127.0.0.1:3000"],
  // The server's own scheme and address: others would not reach it.
  ["http://127.0.0.1:3000", [v4(3000, "https")], "https://127.0.0.1:3000"],
  ["http://localhost:3000", [v4(3000, "https")], "https://localhost:3000"],
  ["http://127.0.0.1:3000", ["http://[::1]:5173"], "http://[::1]:5173"],
  ["http://localhost:5173", ["http://[::1]:5173"], "http://localhost:5173"],
  ["http://[::1]:5173", [v4(5173)], "http://127.0.0.1:5173"],
  ["http://[::1]:5173", [v4(5173), "http://[::1]:5173"], "http://[::1]:5173"],
])("%s with servers at %j becomes %s", (baseUrl, origins, expected) => {
  expect(withOrigin(planFrom({ baseUrl }), origins).baseUrl).toBe(expected);
});

test("only other machines count as foreign, wherever the plan names them", () => {
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

test("a command line names other machines with and without a scheme", () => {
  const command =
    "tool run my.script.js --host=Api.Shop.test -e TARGET=10.0.0.8 user:pw@db:5432 ws://feed.test/x [2001:db8::1]:80 127.0.0.1:3000 localhost:1 data/v1.2/a.json -c 1.5 ${url}";
  const plan = { ...planFrom({ baseUrl: "http://127.0.0.1:3000" }), tool: "command" as const, command };
  expect(foreignHosts(plan, [])).toEqual(["api.shop.test", "10.0.0.8", "db", "feed.test", "[2001:db8::1]"]);
});

test("an invalid URL is reported before anything is sent", () => {
  expect(() => foreignHosts(planFrom({ baseUrl: "ftp://a" }), [])).toThrow("“/” with the address “ftp://a” is not a valid URL.");
});

test.each([
  ["an app on a socket alone", "http://127.0.0.1:3000", ["unix:/run/a.sock"], "unix:/run/a.sock"],
  ["an app on a port, too", "http://127.0.0.1:3000", ["unix:/run/a.sock", "http://127.0.0.1:41"], "http://127.0.0.1:41"],
  ["a socket that was chosen", "unix:/run/a.sock", ["http://127.0.0.1:41", "unix:/run/a.sock"], "unix:/run/a.sock"],
  ["a socket that is gone", "unix:/run/a.sock", ["http://127.0.0.1:41"], "http://127.0.0.1:41"],
  ["a server elsewhere", "http://shop.example", ["unix:/run/a.sock"], "http://shop.example"],
  ["no server yet", "unix:/run/a.sock", [], "unix:/run/a.sock"],
])("the address of %s", (_what, baseUrl, origins, expected) => {
  expect(withOrigin(planFrom({ baseUrl }), origins).baseUrl).toBe(expected);
});

test("a socket is on this machine, and a request with a host of its own is not", () => {
  const plan = planFrom({ baseUrl: "unix:/run/a.sock", requests: [{ path: "/a" }, { path: "http://shop.example/a" }] });
  expect(foreignHosts(plan, [])).toEqual(["shop.example"]);
});
