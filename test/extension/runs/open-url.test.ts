import { shownUrl } from "../../../language-server/analysis/masking/masked-url.ts";
import { networkInterfaces } from "node:os";
import { beforeEach, expect, test, vi } from "vitest";
import type { Memento } from "vscode";
import type { CommandHandler, RegisterCommand } from "../../../extension/commands.ts";
import type { SummaryActions } from "../../../extension/runs/run-summary.ts";
import type { RunSummary } from "../../../language-server/protocol/run-summary.ts";
import type { ShownRun } from "../../../extension/runs/shown-run.ts";
import { UserError } from "../../../extension/user-error.ts";
import { window, workspace } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { registerOpenUrl } = await import("../../../extension/runs/open-url.ts");

type Params = Parameters<ShownRun["showUrl"]>[0];

const actions: SummaryActions = {
  openFlame: () => Promise.resolve(),
  takeOffer: () => Promise.resolve(false),
  compare: { resultOf: () => Promise.resolve(undefined), withPrevious: () => Promise.resolve() },
};
const summary = { name: "p", hotLines: [], busyTicks: 10, intervalUs: 1000, recorderNote: "", load: undefined, otherTexts: [] };
let values: Map<string, unknown>;
let secrets: Map<string, string>;
let asked: Params[];
/** The Authorization header that the server wants; undefined: none. */
let login: string | undefined;
let open: CommandHandler;
/** Of the fetched profile. */
let measures: RunSummary["measures"];

beforeEach(() => {
  for (const list of [window.shown, window.details, window.answers, window.typed, window.passwords]) list.length = 0;
  [values, secrets, asked, login, measures] = [new Map(), new Map(), [], undefined, undefined];
  const memory = {
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  } as unknown as Memento;
  const storage = {
    get: (key: string) => Promise.resolve(secrets.get(key)),
    store: (key: string, value: string) => Promise.resolve(void secrets.set(key, value)),
  };
  const shownRun = {
    showUrl: (params: Params) => {
      asked.push(params);
      const shown = { summary: { ...summary, measures }, profile: { file: "/storage/fetched/1", name: shownUrl(new URL(params.url)) } };
      return Promise.resolve(params.authorization === login ? shown : undefined);
    },
  } as unknown as ShownRun;
  const register: RegisterCommand = (_id, handler) => {
    open = handler;
    return { dispose: () => undefined };
  };
  registerOpenUrl(
    register,
    shownRun,
    "/storage/fetched",
    { workspaceState: memory, secrets: storage as never },
    actions,
    async (action) => {
      return await action();
    },
  );
});

const fetch = (url?: string): unknown => open(url, undefined);

test("this machine is asked without a question", async () => {
  const [own = "127.0.0.1"] = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).map(({ address, family }) => (family === "IPv4" ? address : [])).flat(),
  );
  for (const host of ["localhost:6060", "127.0.0.1", "[::1]:80", own]) await fetch(`http://${host}/p`);
  expect(window.details).toEqual([]);
  expect(asked.map(({ folder, plainHttp }) => [folder, plainHttp])).toEqual(Array.from({ length: 4 }, () => ["/storage/fetched", true]));
});

test("VS Code's own proxy is passed on, and none is used if its support for proxies is off", async () => {
  const proxiesWith = async (settings: Readonly<Record<string, unknown>>): Promise<unknown> => {
    for (const [name, value] of Object.entries(settings)) workspace.settings.set(name, value);
    await fetch("http://localhost:6060/p");
    for (const name of Object.keys(settings)) workspace.settings.delete(name);
    return asked.at(-1)?.proxies;
  };
  const proxy = "http://proxy.example:8080";
  expect(await proxiesWith({})).toEqual({});
  expect(await proxiesWith({ proxy, proxySupport: "override" })).toEqual({ http_proxy: proxy, https_proxy: proxy });
  expect(await proxiesWith({ proxy, noProxy: ["a.example", "b.example"] })).toMatchObject({ no_proxy: "a.example,b.example" });
  expect(await proxiesWith({ proxy, proxySupport: "off" })).toEqual({ no_proxy: "*" });
});

test("another host is confirmed once, and again for http, with a word about plain text", async () => {
  await fetch("https://prod.example/p");
  expect(asked).toEqual([]);
  window.answers.push("Fetch");
  await fetch("https://prod.example/p");
  await fetch("https://prod.example:8443/other");
  expect(asked).toHaveLength(2);
  await fetch("http://prod.example/p");
  expect(asked).toHaveLength(2);
  window.answers.push("Fetch");
  await fetch("http://prod.example/p");
  await fetch("http://prod.example/p");
  expect(asked).toHaveLength(4);
  expect(window.shown.filter((text) => text.startsWith("Fetch"))).toEqual(
    Array.from({ length: 4 }, () => "Fetch a profile from prod.example, which is not this machine?"),
  );
  expect(window.details.map((text) => text.includes("not encrypted"))).toEqual([false, false, true, true]);
});

test("a login is asked for until the server takes it, and kept as a secret of its origin alone", async () => {
  login = "Bearer right";
  window.typed.push("Bearer wrong", "Bearer right");
  await fetch("http://localhost:6060/p");
  expect(window.shown.filter((text) => /login/.test(text))).toEqual([
    "localhost:6060 requires a login",
    "localhost:6060 refused the login",
  ]);
  expect([...secrets]).toEqual([["heatline.profileAuthorization http://localhost:6060", "Bearer right"]]);
  expect(window.passwords).toEqual([true, true]);
  asked.length = 0;
  await fetch("http://localhost:6060/q");
  expect(asked.map(({ authorization }) => authorization)).toEqual(["Bearer right"]);
  await fetch("http://localhost:6061/q");
  expect(asked.at(-1)?.authorization).toBeUndefined();
  expect(JSON.stringify([...values])).not.toContain("Bearer");
});

test("a login that is refused later is asked for again; dismissing the question ends without a message", async () => {
  login = "Bearer new";
  secrets.set("heatline.profileAuthorization http://localhost:6060", "Bearer old");
  await fetch("http://localhost:6060/p");
  expect(window.shown).toContain("localhost:6060 refused the login");
  expect(secrets.get("heatline.profileAuthorization http://localhost:6060")).toBe("Bearer old");
});

test("the last URL is proposed the next time, unless it has a secret", async () => {
  await fetch("http://localhost/p?seconds=5");
  await fetch("http://localhost/p?token=abc");
  expect(values.get("heatline.lastProfileUrl")).toBe("http://localhost/p?seconds=5");
});

test("of several times none is asked for", async () => {
  measures = { shown: "cpu", choices: ["cpu", "wall"].map((id) => ({ id, unit: "nanoseconds", isTime: true })) };
  await fetch("http://localhost/p");
  expect(window.shown.filter((text) => /time|measure/i.test(text))).toEqual([]);
});

test("a URL that is typed or comes from a link is checked", async () => {
  await fetch();
  expect(window.shown.at(-1)).toMatch(/^Enter an http or https URL/);
  for (const url of ["nothing", "file:///etc/passwd", "http://me:word@localhost/"]) await expect(fetch(url)).rejects.toThrow(UserError);
  expect(asked).toEqual([]);
});
