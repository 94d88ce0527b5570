import { expect, test, vi } from "vitest";
import type { Range } from "../vscode-values.ts";
import type { PackageFacts } from "../../../language-server/starting/app-candidates.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { window, workspace } = await import("../vscode.ts");
const { binLine } = await import("../../../extension/app/package-scripts.ts");
const { chosenStartup, packageLenses } = await import("../../../extension/app/package-apps.ts");
const { startsText } = await import("../../../extension/runs/run-text.ts");

type Document = Parameters<typeof packageLenses>[0];

const text = `{
  "name": "shop",
  "bin": {
    "shop": "cli.js"
  },
  "scripts": {
    "start": "node server.js"
  }
}`;
const document = { getText: () => text, uri: { fsPath: "/shop/package.json" } } as unknown as Document;
const facts: PackageFacts = {
  folder: "/shop",
  name: "shop",
  scripts: { start: "node server.js" },
  bins: [{ name: "shop", file: "cli.js" }],
  packageManager: "npm",
};
const picker = { packagesAround: () => Promise.resolve([facts]), pick: () => Promise.resolve(undefined) };

test.each<[behaviour: string, text: string, line: number | undefined]>([
  ["the commands of a package have a line", text, 2],
  ["one that is called as its package, too", '{ "name": "a",\n "bin": "./a.js" }', 1],
  ["none, no line", '{ "name": "a", "bin": {} }', undefined],
  ["nor while the file is being written", '{ "bin": { "a": ', undefined],
])("%s", (_, written, line) => {
  expect(binLine(written)).toBe(line);
});

test("package.json has lenses for its scripts, and for the start of these and of its commands; none in Restricted Mode", () => {
  const shown = packageLenses(document).map(({ range, command }) =>
    [(range as unknown as Range).lines[0], command?.title, command?.command].join(" "),
  );
  expect(shown).toEqual([
    "5 $(flame) Profile heatline.profileScript",
    "5 $(flame) Profile Start-Up heatline.profileStartup",
    "2 $(flame) Profile Start-Up heatline.profileStartup",
  ]);
  workspace.isTrusted = false;
  expect(packageLenses(document)).toEqual([]);
  workspace.isTrusted = true;
});

test("for a command the arguments are asked; its start is recorded", async () => {
  window.shown.length = 0;
  window.typed.push("build --name 'my shop' --token s3cr3tV4lue99");
  const app = await chosenStartup(picker, { folder: "/shop", isCommand: true });
  expect(app?.configuration).toMatchObject({
    program: "/shop/cli.js",
    args: ["build", "--name", "my shop", "--token", "s3cr3tV4lue99"],
    startup: {},
  });
  expect([app?.name, app?.configuration.name]).toEqual(Array(2).fill("shop · shop …"));
  expect(window.shown.slice(0, 2)).toEqual(["shop · shop", "Arguments"]);
});

test("a single option is in its name", async () => {
  window.typed.push("--help");
  expect((await chosenStartup(picker, { folder: "/shop", isCommand: true }))?.name).toBe("shop · shop --help");
});

test("whoever asks for no arguments starts nothing", async () => {
  expect(await chosenStartup(picker, { folder: "/shop", isCommand: true })).toBeUndefined();
});

test("a script is started as it is", async () => {
  const app = await chosenStartup(picker, { folder: "/shop", script: "start" });
  expect(app?.configuration).toMatchObject({ runtimeExecutable: "npm", runtimeArgs: ["run", "start"], startup: {} });
});

test("a command whose file is not there is named", async () => {
  const unbuilt = { ...picker, packagesAround: () => Promise.resolve([{ ...facts, bins: [] }]) };
  await expect(chosenStartup(unbuilt, { folder: "/shop", isCommand: true })).rejects.toThrow(
    "None of the files that “bin” in /shop/package.json names is there.",
  );
});

test("starts are reported with what one takes", () => {
  expect(startsText({ starts: 12, eachMs: 310, marginMs: 4 })).toBe("12 starts, 310 ± 4 ms each");
  expect(startsText({ starts: 9, eachMs: 1310, marginMs: 120 })).toBe("9 starts, 1.3 ± 0.1 s each");
  expect(startsText({ starts: 1, eachMs: 1310 })).toBe("1 start, 1.3 s");
});
