import { build } from "esbuild";
import { createRequire } from "node:module";
import path from "node:path";
import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";
import { languageClient } from "../../esbuild.language-client.mjs";
import { loadTool } from "../../esbuild.load-tool.mjs";
import { quickModules } from "../../esbuild.quick-modules.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);

/** Every name of `vscode` is some class. */
const vscode: object = new Proxy({}, { get: () => EventTarget });

async function bundled(contents: string, plugins: Parameters<typeof build>[0]["plugins"]): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node22",
    external: ["vscode"],
    logLevel: "silent",
    write: false,
    ...(plugins === undefined ? {} : { plugins }),
  });
  return outputFiles?.[0]?.text ?? "";
}

function evaluated(code: string): Readonly<Record<string, unknown>> {
  const module = { exports: {} };
  const run = runInThisContext(`(function (exports, require, module) {${code}\n})`) as (...given: readonly unknown[]) => void;
  run(module.exports, (name: string) => (name === "vscode" ? vscode : require(name)), module);
  return module.exports;
}

/** By modules of which both are exported again: no bundle that imports them can be built. */
const exportedTwice = ["createMessageConnection", "createProtocolConnection"];

/** What is there to be used: of classes the names of their methods, of enums and namespaces their values. */
function outline(value: unknown): unknown {
  if (typeof value === "function") {
    const prototype = (value as { readonly prototype?: object }).prototype ?? {};
    return [Object.getOwnPropertyNames(prototype), Object.keys(value).map((name) => [name, outline((value as never)[name])])];
  }
  if (typeof value === "object" && value !== null) return Object.entries(value).map(([name, inner]) => [name, outline(inner)]);
  return value;
}

test.each(["vscode-languageclient/node", "vscode-languageserver/node"])(
  "%s as ES modules has all that it has as CommonJS",
  async (name) => {
    const all = `export * from ${JSON.stringify(name)};`;
    const [quick, plain] = [evaluated(await bundled(all, [quickModules])), evaluated(await bundled(all, undefined))];
    const names = Object.keys(quick).toSorted();
    expect(names.length).toBeGreaterThan(300);
    expect([...names, ...exportedTwice].toSorted()).toEqual(Object.keys(plain).toSorted());
    for (const each of names) expect([each, outline(quick[each])]).toEqual([each, outline(plain[each])]);
  },
);

test("a module of VS Code or Node is the same object in each file that imports it", async () => {
  const text = await bundled('export * from "./extension/server-link.ts"; export * from "./extension/own-files.ts";', [quickModules]);
  expect(text).toContain('= require("vscode")');
  expect(text).not.toMatch(/\(require\("(?:vscode|node:\w+)"\)/);
});

test("the build fails if a package no longer has what is left out of it", async () => {
  await expect(bundled("", [languageClient])).rejects.toThrow("vscode-languageclient no longer has callHierarchy, codeAction,");
  await expect(bundled("", [loadTool])).rejects.toThrow("autocannon no longer has manager, multipart,");
});
