import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { controlsPage } from "../../webview/controls-page.ts";
import { flamePage } from "../../webview/flame/page.ts";
import { samplingBounds } from "../../language-server/platform/scheduling.ts";
import { conventionList } from "./conventions-list.ts";
import { manifest } from "./manifest.ts";

/** Requirements of VS Code's own guides for an extension's manifest. */
const { capabilities, contributes } = manifest;
const settings = Object.entries(contributes.configuration.properties);

test("every setting has a scope, and its own position in the list", () => {
  expect(settings.filter(([, { scope }]) => scope !== "window").map(([name, { scope }]) => `${name}: ${scope}`)).toEqual([
    "heatline.pathMappings: machine-overridable",
  ]);
  const orders = settings.map(([, { order }]) => order ?? 0);
  expect(orders.toSorted((a, b) => a - b)).toEqual(settings.map((_, index) => index + 1));
});

test("an untrusted workspace cannot decide which files are read or have runs deleted", () => {
  const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
  expect(restrictedConfigurations).toEqual(["heatline.pathMappings", "heatline.keepRuns"]);
  const names = settings.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining([...restrictedConfigurations]));
});

test("no key binding is active where it does nothing", () => {
  expect(contributes.keybindings.filter(({ when }) => when === undefined || when === "")).toEqual([]);
});

test("the sampling interval has the same bounds in the settings, in launch.json, in the adapter and in the command", () => {
  const bounds = { minimum: samplingBounds.least, maximum: samplingBounds.most };
  const { launch, attach } = contributes.debuggers[0]!.configurationAttributes;
  const asked = [
    contributes.configuration.properties["heatline.samplingInterval"],
    launch.properties["samplingIntervalUs"],
    attach.properties["samplingIntervalUs"],
  ];
  for (const each of asked) expect(each).toMatchObject(bounds);
});

const root = path.resolve(import.meta.dirname, "../..");
const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");

test("of 43 conventions each is held by a test, or it is said why not", () => {
  expect(conventionList).toHaveLength(43);
  expect(new Set(conventionList.map(({ asks }) => asks)).size).toBe(43);
  const unheld = conventionList.filter((row) => {
    if ("why" in row) return row.why === "";
    const [file, title] = row.test;
    return !existsSync(path.join(root, "test", file)) || !textOf(path.join("test", file)).includes(title);
  });
  expect(unheld).toEqual([]);
});

test("what it needs of a workspace is declared", () => {
  expect(manifest.extensionKind).toEqual(["workspace"]);
  expect(capabilities.virtualWorkspaces).toEqual({ supported: false, description: "%capability.virtual%" });
});

test("commands have Heatline's category", () => {
  expect(contributes.commands.filter(({ category }) => category !== "Heatline")).toEqual([]);
});

test("a command that needs an argument is not in the palette", () => {
  const hidden = contributes.menus["commandPalette"]?.filter(({ when }) => when === "false").map(({ command }) => command) ?? [];
  const needing = ["goTo", "showCallers", "compareRuns", "compareWith", "refreshRuns", "showOnlyBelow", "hideFunction"];
  needing.push("selectSlowRequest", "goToSlowLine", "useProposedRate", "showAgentRun", "showWhyLoaded");
  expect(hidden.toSorted()).toEqual(needing.map((name) => `heatline.${name}`).toSorted());
});

test("the guide names the programs that also use a key", () => {
  const rows = [
    ...textOf("extension/guide/keys.md")
      .split("## In a view")[0]!
      .matchAll(/^\| `([^`]+)` +\|[^|]+\| ([^|]+?) +\|$/gm),
  ];
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(([, , programs = ""]) => !/keymap|Xfce/.test(programs))).toEqual([]);
});

test("a view's title has at most five buttons", () => {
  const buttons = contributes.menus["view/title"]?.filter(({ group }) => group?.startsWith("navigation")) ?? [];
  const views = Object.values(contributes.views).flat();
  const crowded = views.filter(({ id }) => buttons.filter(({ when }) => when.startsWith(`view == ${id}`)).length > 5);
  expect(buttons.length).toBeGreaterThan(5);
  expect(crowded).toEqual([]);
});

test("an empty view says what to do", () => {
  const texts = JSON.parse(textOf("package.nls.json")) as Record<string, string>;
  const trees = Object.values(contributes.views)
    .flat()
    .filter(({ type }) => type !== "webview");
  const silent = trees.filter(({ id }) => {
    const welcome = contributes.viewsWelcome.filter(({ view }) => view === id);
    return !welcome.some(({ contents }) => texts[contents.slice(1, -1)]?.includes("](command:heatline."));
  });
  expect(trees).toHaveLength(4);
  expect(silent).toEqual([]);
});

test("buttons have product icons", () => {
  const entries = Object.values(contributes.menus).flat();
  const buttons = new Set(entries.filter(({ group }) => /^(navigation|inline)/.test(group ?? "")).map(({ command }) => command));
  const plain = contributes.commands.filter(({ command, icon }) => buttons.has(command) && icon?.startsWith("$(") !== true);
  // In the Explorer's and the title's menus a navigation group is a list of names.
  expect(plain.map(({ command }) => command)).toEqual([]);
});

test("every colour has a default for each kind of theme", () => {
  const kinds = ["dark", "light", "highContrast", "highContrastLight"];
  expect(contributes.colors.filter(({ defaults }) => Object.keys(defaults).toSorted().join() !== kinds.toSorted().join())).toEqual([]);
});

test("a webview loads nothing but what its policy names, and runs only its own scripts", () => {
  const given = { nonce: "N0nce", cspSource: "https://local.example", scriptUri: "load.js", styleUri: "load.css" };
  const pages = [controlsPage(given), flamePage({ ...given, script: "", speedscopeScript: "", speedscopeStyle: "", speedscopeUri: "" })];
  for (const page of pages) {
    const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    const rules = new Map(
      policy
        .replaceAll("&#39;", "'")
        .split("; ")
        .map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1)]),
    );
    expect(rules.get("default-src")).toEqual(["'none'"]);
    // The second one is speedscope's demangler, which cannot make JavaScript of a text.
    expect(rules.get("script-src")?.filter((source) => source !== "'wasm-unsafe-eval'")).toEqual(["'nonce-N0nce'"]);
    const others = [...rules].filter(([name]) => name !== "default-src" && name !== "script-src").flatMap(([, sources]) => sources);
    expect(others.filter((source) => !["https://local.example", "'nonce-N0nce'", "data:", "blob:"].includes(source))).toEqual([]);
    expect(page.match(/<script(?! nonce="N0nce"| type="application\/json")/g)).toBeNull();
  }
});
