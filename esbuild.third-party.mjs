// What the bundles hold of others: asked by esbuild.config.mjs, written to out/THIRD-PARTY-NOTICES.txt.
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

/**
 * @typedef {object} ThirdParty
 * @property {string} name
 * @property {string} version
 * @property {string} license as SPDX names it
 * @property {string} text of the licence
 */

/** Packages that are published without their licence's text: where the same text of the same holder is, or the standard text. */
const textElsewhere = new Map([
  ["@microsoft/fast-element", "node_modules/@vscode/webview-ui-toolkit/LICENSE"],
  ["@microsoft/fast-foundation", "node_modules/@vscode/webview-ui-toolkit/LICENSE"],
  ["@microsoft/fast-web-utilities", "node_modules/@vscode/webview-ui-toolkit/LICENSE"],
  ["@vscode/l10n", "node_modules/@vscode/webview-ui-toolkit/LICENSE"],
]);

/** What speedscope's published script holds; versions are in its package.json. */
const inSpeedscope = {
  aphrodite: "MIT",
  jfrview: "MIT",
  jszip: "MIT OR GPL-3.0",
  pako: "MIT AND Zlib",
  preact: "MIT",
  protobufjs: "BSD-3-Clause",
  "source-map": "BSD-3-Clause",
  "uint8array-json-parser": "MIT",
};

/**
 * The packages that the bundles hold, by the input files of their metafiles; always with speedscope, which is copied. Fails for one whose licence
 * has no text, or that runs code when it is installed.
 * @param {readonly string[]} inputs
 * @returns {Promise<readonly ThirdParty[]>}
 */
export async function thirdParties(inputs) {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
  const folders = new Set(["node_modules/speedscope"]);
  for (const input of inputs) {
    const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (folder !== undefined) folders.add(folder);
  }
  const found = [];
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    const text = await licenseText(folder, name);
    if (text === "") throw new Error(`The text of the licence of ${name} is missing: add it to esbuild.third-party.mjs.`);
    if (packages[folder]?.hasInstallScript === true) throw new Error(`${name} is bundled, and runs code when it is installed.`);
    found.push({ name, version, license: license ?? "see below", text });
  }
  return found;
}

/**
 * All of them: first a list, then the licences.
 * @param {readonly ThirdParty[]} parties
 */
export async function notices(parties) {
  const { devDependencies } = JSON.parse(await readFile("node_modules/speedscope/package.json", "utf8"));
  const inner = Object.entries(inSpeedscope).map(([name, license]) => {
    if (devDependencies[name] === undefined) throw new Error(`speedscope no longer uses ${name}: see esbuild.third-party.mjs.`);
    return `  ${name} ${devDependencies[name]} (${license})`;
  });
  const list = parties.flatMap(({ name, version, license }) => [
    `${name} ${version} (${license})`,
    ...(name === "speedscope" ? inner : []),
  ]);
  const head = `Heatline holds these packages, none of which runs code when it is installed. What is indented is part of speedscope's own script.\n\n${list.join("\n")}`;
  const texts = parties.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}`);
  return `${[head, ...texts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/**
 * @param {string} folder
 * @param {string} name
 */
async function licenseText(folder, name) {
  const file = (await readdir(folder)).find((entry) => /^(un)?licen[sc]e/i.test(entry));
  const elsewhere = textElsewhere.get(name);
  if (file === undefined && elsewhere === undefined) return "";
  return (await readFile(file === undefined ? elsewhere : path.join(folder, file), "utf8")).trim();
}
