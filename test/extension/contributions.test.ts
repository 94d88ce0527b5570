import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import type { ExtensionContext } from "vscode";
import { startFeatures } from "../../extension/features.ts";
import { activate } from "../../extension/main.ts";
import { serverSettings } from "../../extension/settings.ts";
import { StatusItem } from "../../extension/status-item.ts";
import { manifest } from "./manifest.ts";
import { Uri, commands, debug, lm, window, workspace } from "./vscode.ts";

vi.mock("vscode", () => import("./vscode.ts"));

const { activationEvents, contributes } = manifest;
for (const [name, { default: value }] of Object.entries(contributes.configuration.properties))
  workspace.settings.set(name.replace("heatline.", ""), value);

function fakeContext(): ExtensionContext {
  const memory = new Map<string, unknown>();
  const context = {
    subscriptions: [],
    workspaceState: {
      get: (key: string, otherwise?: unknown) => memory.get(key) ?? otherwise,
      update: (key: string, value: unknown) => Promise.resolve(memory.set(key, value)),
    },
    storageUri: undefined,
    globalStorageUri: Uri.file("/storage"),
    extensionUri: Uri.file("/extension"),
    extension: { packageJSON: manifest },
    asAbsolutePath: (file: string) => `/extension/${file}`,
  };
  return context as unknown as ExtensionContext;
}

function activated(): Disposable {
  const context = fakeContext();
  activate(context);
  return { [Symbol.dispose]: () => context.subscriptions.forEach((each) => void each.dispose()) };
}

const contributed = contributes.commands.map(({ command }) => command).sort();

test("activation registers exactly the commands that package.json contributes", () => {
  {
    using _heatline = activated();
    expect([...commands.registered.keys()].sort()).toEqual(contributed);
  }
  expect(commands.registered.size).toBe(0);
});

test("activation registers exactly the tools and MCP servers that package.json contributes", () => {
  {
    using _heatline = activated();
    expect([...lm.tools.keys()]).toEqual(contributes.languageModelTools.map(({ name }) => name));
    expect([...lm.providers.keys()]).toEqual(contributes.mcpServerDefinitionProviders.map(({ id }) => id));
  }
  expect(lm.tools.size + lm.providers.size).toBe(0);
});

test("a Node project activates the extension through its package.json, any other workspace after startup", () => {
  const atStart = activationEvents.filter((event) => !/^on(?:Debug|WebviewPanel)/.test(event));
  expect(atStart).toEqual(["workspaceContains:package.json", "onStartupFinished"]);
});

test("no feature is loaded before the first use of one", async () => {
  using _heatline = activated();
  expect(window.createOutputChannel).not.toHaveBeenCalled();
  expect(debug.registered).toEqual([]);
  await commands.registered.get("heatline.showLog")?.();
  expect(window.createOutputChannel).toHaveBeenCalledOnce();
  expect(debug.registered).toEqual([contributes.debuggers[0]?.type]);
  await commands.registered.get("heatline.showLog")?.();
  expect(window.createOutputChannel).toHaveBeenCalledOnce();
});

test("every command has a feature that implements it", () => {
  const tree = { view: window.createTreeView() };
  const frame = {
    context: fakeContext(),
    runsOfWorkspace: undefined,
    runsFolder: Uri.file("/storage/runs"),
    agents: async () => ({ onDidChangeRuns: () => undefined }),
    status: new StatusItem(),
    hotFunctions: tree,
    runs: tree,
    slowestRequests: tree,
    imports: tree,
  };
  const features = startFeatures(frame as unknown as Parameters<typeof startFeatures>[0]);
  expect([...features.commands.keys()].sort()).toEqual(contributed);
  features.dispose();
  expect(features.commands.size).toBe(0);
});

test("every menu entry and key binding refers to a contributed command", () => {
  const known = new Set<string>(contributed);
  const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map(({ command }) => command);
  expect(used.filter((command) => !known.has(command))).toEqual([]);
});

/** Of the extension's sources. */
async function sourceText(): Promise<string> {
  const root = path.resolve(import.meta.dirname, "../../extension");
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith(".ts"));
  return (await Promise.all(files.map((file) => readFile(path.join(root, file), "utf8")))).join("");
}

test("every contributed setting is read, and no other", async () => {
  const read = new Set([...(await sourceText()).matchAll(/\bsetting\("(\w+)"\)/g)].map((match) => `heatline.${match[1]}`));
  expect([...read].sort()).toEqual(Object.keys(contributes.configuration.properties).sort());
});

test("every command that the sources run or offer is contributed", async () => {
  const uses = /(?:executeCommand\(|command: |link\(|"\), |commands = \[(?:"heatline\.\w+", )*)"(heatline\.\w+)"/g;
  const used = new Set([...(await sourceText()).matchAll(uses)].map(([, command = ""]) => command));
  const known = [
    "heatline.goToHottestLine",
    "heatline.measureAgain",
    "heatline.profileScript",
    "heatline.openProfile",
    "heatline.showRunDetails",
  ];
  expect([...used]).toEqual(expect.arrayContaining(known));
  expect([...used].filter((command) => !contributed.includes(command))).toEqual([]);
});

test("the server gets a share, not a percentage", () => {
  expect(serverSettings().threshold).toBe(0.01);
});

test("the former name of a setting's value is still accepted", () => {
  workspace.settings.set("heatBy", "charged");
  try {
    expect(serverSettings().heatBy).toBe("withLibraries");
  } finally {
    workspace.settings.set("heatBy", "withLibraries");
  }
});

test("for a command that fails the message says what to do", async () => {
  using _heatline = activated();
  await commands.registered.get("heatline.startLoad")?.();
  expect(window.shown.at(-1)).toBe(
    "No app is ready for a load run. Start one with “Profile Current App” and wait until it listens on a port.",
  );
  workspace.isTrusted = false;
  for (const id of ["heatline.profileCurrentApp", "heatline.profileScript", "heatline.profileTest"]) {
    window.shown.length = 0;
    await commands.registered.get(id)?.();
    expect(window.shown.at(-1)).toContain("In Restricted Mode Heatline runs no code.");
  }
  workspace.isTrusted = true;
});
