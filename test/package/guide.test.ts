import { expect, test } from "vitest";
import { askedPasses } from "../../language-server/analysis/passes/asked-passes.ts";
import { commands } from "../../language-server/cli/commands.ts";
import { codeIn, firstCells, linksOf, markdownFiles, proseOf, textOf } from "./markdown.ts";

interface Schema {
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

type Attributes = Readonly<Record<"launch" | "attach", { readonly properties: Readonly<Record<string, Schema>> }>>;

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly colors: readonly { readonly id: string }[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly default: unknown; readonly enum?: readonly string[] }>>;
    };
    readonly debuggers: readonly { readonly configurationAttributes: Attributes }[];
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly mac?: string; readonly when?: string }[];
  };
}

const { contributes } = JSON.parse(textOf("package.json")) as Manifest;
const settings = Object.entries(contributes.configuration.properties);
const guide = markdownFiles("extension/guide");
/** The guide, and what else users read. */
const pages = [...guide, "README.md", "language-server/cli/npm/README.md"];

test("the guide's index leads to every page", () => {
  const linked = new Set(linksOf(textOf("extension/guide/README.md")).map(([file]) => `extension/guide/${file}`));
  expect(guide.length).toBeGreaterThan(15);
  expect(guide.filter((page) => !linked.has(page) && page !== "extension/guide/README.md")).toEqual([]);
});

test("the page of settings has every setting with its default and its values", () => {
  const page = textOf("extension/guide/settings.md");
  const rows = [...page.matchAll(/^\| `(heatline\.\w+)`\s*\| `([^`]*)`\s*\| (.*) \|$/gm)];
  expect(rows.map(([, name, value]) => `${name} = ${value}`).toSorted()).toEqual(
    settings.map(([name, { default: value }]) => `${name} = ${JSON.stringify(value)}`).toSorted(),
  );
  const unnamed = rows.flatMap(([, name = "", , text = ""]) =>
    (contributes.configuration.properties[name]?.enum ?? []).filter((value) => !text.includes(`\`${value}\``)),
  );
  expect(unnamed).toEqual([]);
});

test("the page of settings has every attribute of a launch configuration, and no other", () => {
  const page = textOf("extension/guide/settings.md");
  const section = page.slice(page.indexOf("## Launch configurations"), page.indexOf("## Colours"));
  const { launch, attach } = contributes.debuggers[0]!.configurationAttributes;
  // VS Code's own.
  const known = [...Object.keys(launch.properties), "preLaunchTask"];
  const named = firstCells(section.slice(section.indexOf("| attribute"))).slice(1);
  expect(named.flatMap(codeIn).toSorted()).toEqual(known.toSorted());
  const attached = section.slice(section.indexOf('With `"request": "attach"`'));
  expect(Object.keys(attach.properties).filter((name) => !attached.includes(`\`${name}\``))).toEqual([]);
});

test("the page of loads has a row for every load tool, and that of passes one for every pass", () => {
  const tools = contributes.debuggers[0]!.configurationAttributes.launch.properties["load"]?.properties?.["tool"]?.enum ?? [];
  const rows = firstCells(textOf("extension/guide/load.md")).map((cell) => cell.split(" ")[0]);
  expect(tools.length).toBeGreaterThan(10);
  expect(tools.filter((tool) => !rows.includes(tool))).toEqual(["command", "manual"]);
  const passes = firstCells(textOf("extension/guide/explain.md")).map((cell) => cell.toLowerCase());
  expect(askedPasses.filter((kind) => !passes.includes(`_${kind}_`))).toEqual([]);
});

test("every name of Heatline's in the guide is a setting, a command, a colour or a file", () => {
  const files = ["heatline.budgets", "heatline.sarif", "heatline.js", "heatline.vsix", "heatline.load"];
  const { commands: ids, colors } = contributes;
  const known = new Set([...settings.map(([name]) => name), ...ids.map(({ command }) => command), ...colors.map(({ id }) => id), ...files]);
  const named = pages.flatMap((page) => [...textOf(page).matchAll(/(?<![\w.])heatline\.[A-Za-z]\w*/g)].map(([name]) => ({ page, name })));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

test("every command that the guide writes with Heatline's name is one", () => {
  const texts = JSON.parse(textOf("package.nls.json")) as Readonly<Record<string, string>>;
  const titles = new Set(contributes.commands.map(({ title }) => texts[title.slice(1, -1)]));
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\*\*Heatline: ([^*]+)\*\*/g)].map(([, title = ""]) => title.replaceAll(/\s+/g, " ")),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((title) => !titles.has(title))).toEqual([]);
});

/** As people write it: `Ctrl+Shift+F9`. */
function shownKey(key: string): string {
  return key
    .split("+")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("+");
}

test("the page of keys has every key, and no other; the guide names no key that does nothing", () => {
  const keys = contributes.keybindings.map(({ key }) => shownKey(key));
  const [everywhere = "", inViews = ""] = textOf("extension/guide/keys.md").split("## In a view");
  const rows = [...firstCells(everywhere), ...firstCells(inViews)].flatMap(codeIn);
  // A row says what its key does with Shift.
  expect(rows.toSorted()).toEqual(keys.filter((key) => !key.startsWith("Shift+Alt+")).toSorted());
  const known = new Set([...keys, ...contributes.keybindings.flatMap(({ mac }) => (mac === undefined ? [] : [shownKey(mac)]))]);
  const named = pages.flatMap((page) => codeIn(textOf(page)).filter((code) => /^(?:Ctrl|Cmd|Alt|Shift)\+[\w+]+$/.test(code)));
  expect(named.filter((key) => !known.has(key))).toEqual([]);
});

const optionsOf = new Map(commands.map(({ name, options }) => [name, new Set([...Object.keys(options), "help"])]));
const anyOption = new Set([...optionsOf.values()].flatMap((options) => [...options]));
/** Of other programs. */
const foreignOptions = new Set(
  ["prof", "cpu-prof", "inspect", "log-source-position", "preprocess", "perf-basic-prof", "cpusampler", "pprofDir", "write-ticks"].concat([
    "test-name-pattern",
    "grep",
    "summary-export",
    "watch",
    "prof-process",
    "help",
  ]),
);

/** Options of a command line or a part of one, with whose they are, if it says so. */
function optionsIn(code: string): readonly (readonly [command: string | undefined, option: string])[] {
  const [own = ""] = code.split(/ -- | #/);
  const [, command] = /^(?:npx )?(?:heatline )?([a-z-]+)/.exec(own) ?? [];
  const known = command !== undefined && optionsOf.has(command) ? command : undefined;
  if (known === undefined && !own.startsWith("--")) return [];
  return [...own.matchAll(/(?<![\w-])--([A-Za-z][\w-]*)/g)].map(([, option = ""]) => [known, option]);
}

test("every option that the guide names is one of its command", () => {
  const used = pages.flatMap((page) => {
    const lines = [...textOf(page).matchAll(/^(?:npx )?(heatline .*)$/gm)].map(([, line = ""]) => line);
    return [...lines, ...codeIn(textOf(page))].flatMap((code) => optionsIn(code).map(([command, option]) => ({ page, command, option })));
  });
  expect(used.length).toBeGreaterThan(250);
  const wrong = used.filter(({ command, option }) =>
    command === undefined ? !anyOption.has(option) && !foreignOptions.has(option) : optionsOf.get(command)?.has(option) !== true,
  );
  expect(wrong).toEqual([]);
});

test("the page of the command line names every command and option", () => {
  const page = textOf("extension/guide/command-line.md");
  expect(commands.filter(({ name }) => !page.includes(`heatline ${name}`)).map(({ name }) => name)).toEqual([]);
  const all = proseOf(page).slice(proseOf(page).indexOf("## Look at a part"));
  expect([...anyOption].filter((option) => !new RegExp(`--${option}(?![\\w-])`).test(all))).toEqual(["help"]);
});
