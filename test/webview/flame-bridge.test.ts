import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "../drivers/workbench/browser.ts";
import type { FromFlame } from "../../webview/flame/outgoing.ts";
import { speedscopeFiles } from "../drivers/speedscope-files.ts";
import { closePages, open, serve, type Site } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { addFlamePage, demo, flameRow, profileMessage } from "./flame-panel.ts";

/** Every internal that the bridge relies on, with what it reports if a speedscope version renames it. */
const renamed: Readonly<Record<string, string>> = {
  __k: "__k",
  __c: "__c",
  __H: "__H",
  __: "__H.__",
  get: "get",
  subscribe: "subscribe",
  unsubscribe: "unsubscribe",
  props: "activeProfileState",
  setSelectedNode: "setSelectedNode",
  setSelectedFrame: "setSelectedFrame",
  cycleToNextColorScheme: "cycleToNextColorScheme",
  activeProfileState: "activeProfileState",
  setProfileGroup: "setProfileGroup",
  setViewMode: "setViewMode",
  viewMode: "viewMode",
  flattenRecursion: "flattenRecursion",
  setProfileIndexToView: "setProfileIndexToView",
  indexToView: "indexToView",
  chronoViewState: "chronoViewState",
  leftHeavyViewState: "leftHeavyViewState",
  sandwichViewState: "sandwichViewState",
  callerCallee: "callerCallee",
  selectedFrame: "selectedFrame",
  invertedCallerFlamegraph: "invertedCallerFlamegraph",
  calleeFlamegraph: "calleeFlamegraph",
  hover: "hover",
  selectedNode: "selectedNode",
  profile: "profile",
  forEachFrame: "forEachFrame",
  key: "key",
  getTotalWeight: "getTotalWeight",
  flamechart: "flamechart",
  setNodeHover: "setNodeHover",
  configSpaceViewportRect: "configSpaceViewportRect",
  setConfigSpaceViewportRect: "setConfigSpaceViewportRect",
  getClampedConfigSpaceViewportRect: "getClampedConfigSpaceViewportRect",
  getLayers: "getLayers",
  node: "node",
  frame: "frame",
  parent: "parent",
  start: "start",
  end: "end",
  origin: "origin",
  withOrigin: "withOrigin",
  withSize: "withSize",
  withX: "withX",
  withY: "withY",
};

let browser: Browser;
let site: Site;
let script: string;

beforeAll(async () => {
  const files = await speedscopeFiles();
  script = String(files.get("/speedscope/speedscope.js")?.body);
  [browser, site] = await Promise.all([sharedBrowser(), serve(new Map([...(await bundle("flame")), ...files]))]);
}, 60_000);

afterAll(async () => {
  await closePages(browser);
  await site[Symbol.asyncDispose]();
});

/** Renames a property throughout the script, except in strings and in names used by browsers or other classes. */
function rename(name: string): string {
  if (name === "get")
    return script
      .replaceAll(".get()", ".get_()")
      .replace("this.get=this.get.bind(this)", "this.get_=this.get_.bind(this)")
      .replace(/\bget\(\)\{/g, "get_(){");
  const mutated = script.replaceAll(new RegExp(`(?<![\\w$:"'\`/-])${name}(?![\\w$"'\`-])`, "g"), `${name}Renamed`);
  if (mutated === script) throw new Error(`speedscope has no ${name} to rename.`);
  return mutated;
}

function addMutant(name: string): string {
  site.files.set(`/mutants/${name}.js`, { body: rename(name), type: "text/javascript" });
  return addFlamePage(site, `/mutants/${name}`, `/mutants/${name}.js`);
}

async function reportOf(page: Page, name: string): Promise<string> {
  await page.goto(addMutant(name));
  await page.waitForFunction(() => (window as unknown as Posting).posts.some((each) => each.type === "ready"));
  await page.evaluate((message) => window.postMessage(message, "*"), profileMessage("run-1", demo));
  const report = await page.waitForFunction(() => (window as unknown as Posting).posts.find((each) => each.type === "bridgeBroken"));
  const { missing } = (await report.jsonValue()) as Extract<FromFlame, { type: "bridgeBroken" }>;
  const notice = await page.locator(".heatline-notice").textContent();
  return notice?.includes(missing.join(", ")) ? missing.join(" ") : `not shown: ${notice}`;
}

interface Posting {
  readonly posts: readonly FromFlame[];
}

test("each internal that the bridge relies on is reported by name when it is missing", { timeout: 120_000, tags: "thorough" }, async () => {
  const names = Object.keys(renamed);
  const reports = new Map<string, string>();
  const worker = async (): Promise<void> => {
    const { page } = await open(browser, `${site.origin}/speedscope/speedscope.css`, { width: 640, height: 480 });
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      reports.set(name, await reportOf(page, name).catch((error: unknown) => `not reported: ${String(error)}`));
    }
    await page.context().close();
  };
  await Promise.all([worker(), worker(), worker()]);
  const wrong = Object.entries(renamed).filter(([name, expected]) => !reports.get(name)?.split(" ").includes(expected));
  expect(wrong.map(([name]) => `${name}: ${reports.get(name)}`)).toEqual([]);
});

test("with a broken bridge the profile is still shown and clicks post the tooltip's file and line", { timeout: 60_000 }, async () => {
  const panel = await open(browser, addMutant("__k"), { width: 1000, height: 600 });
  const { page } = panel;
  await panel.posted<FromFlame>("ready");
  await panel.send(profileMessage("run-1", demo));
  await panel.posted<FromFlame>("loaded");
  await page.getByRole("button", { name: "Close" }).click();
  await page.waitForFunction(() => document.querySelectorAll("canvas").length >= 3);
  await page.mouse.move(149, flameRow(2));
  await page.mouse.move(150, flameRow(2));
  await page.getByText("/app/u.js:30").waitFor();
  await page.mouse.click(150, flameRow(2));
  await page.getByText("Sandwich").click();
  await page.locator("td", { hasText: "handler" }).click();
  await panel.send(profileMessage("run-2", demo));
  await page.waitForFunction(() => (window as unknown as Posting).posts.filter((each) => each.type === "loaded").length === 2);
  expect((await panel.posts()).slice(3)).toEqual([
    { type: "loaded", key: "run-1" },
    { type: "placeClicked", key: "run-1", file: "/app/u.js", line: 30 },
    { type: "placeClicked", key: "run-1", file: "/app/h.js", line: 20 },
    { type: "loaded", key: "run-2" },
  ]);
  await page.context().close();
});
