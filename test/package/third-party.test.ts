import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { notices, thirdParties } from "../../esbuild.third-party.mjs";

interface Lock {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}

test("every bundled package is listed with its licence and licence text, including those inside speedscope", async () => {
  const inputs = ["@microsoft/fast-element", "@vscode/l10n", "valibot"].map((name) => `node_modules/${name}/a.js`);
  const text = await notices(await thirdParties([...inputs, "language-server/lsp/main.ts"]));
  const [list = "", ...licences] = text.split(/^-{80}$/m);
  expect(list).toMatch(/^@microsoft\/fast-element \d[\d.]* \(MIT\)$/m);
  expect(list).toMatch(/^speedscope .*\n {2}aphrodite \d[\d.]* \(MIT\)$/m);
  expect(licences.map((each) => each.trim().split("\n", 1)[0]?.replace(/ .*/, ""))).toEqual([
    "@microsoft/fast-element",
    "@vscode/l10n",
    "speedscope",
    "valibot",
  ]);
  for (const licence of licences) expect(licence.trim().split("\n").length).toBeGreaterThan(10);
});

test("the build fails if a bundled package has no licence text, or runs code when it is installed", async () => {
  await expect(thirdParties(["node_modules/esbuild/lib/main.js"])).rejects.toThrow(
    "esbuild is bundled, and runs code when it is installed",
  );
});

test("only known tools, and one package of a sample, run code during installation", async () => {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8")) as Lock;
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(scripted.map(([folder]) => folder.replace(/^.*node_modules\//, "")).toSorted()).toEqual([
    "@vscode/vsce-sign",
    "esbuild",
    "keytar",
    "sharp",
  ]);
});
