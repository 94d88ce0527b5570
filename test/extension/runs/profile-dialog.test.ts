import { expect, test, vi } from "vitest";
import { importerList, knownFiles } from "../../../language-server/analysis/importers/importer-list.ts";
import { readFormats } from "../../../esbuild.light-formats.mjs";
import { manifest } from "../manifest.ts";
import { env, window } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { pickProfile } = await import("../../../extension/runs/profile-dialog.ts");
const { wordsOf } = await import("../../../extension/words.ts");

interface Dialog {
  readonly title: string;
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

async function dialog(): Promise<Dialog> {
  const opened: Dialog[] = [];
  Object.assign(window, { showOpenDialog: (options: Dialog) => Promise.resolve(void opened.push(options)) });
  await pickProfile({ expect: () => Promise.reject(new Error("no server")) }, wordsOf);
  return opened[0] as Dialog;
}

test("the dialog names the format of every importer, once, and shows its files", async () => {
  const { title, filters } = await dialog();
  expect(title).toMatch(/^Open a profile: \.cpuprofile, 0x ticks, .*, V8 log \(node --prof\), or \.gz of any$/);
  for (const { name, extensions } of importerList) {
    expect(title.split(name === "Firefox profile" ? "Firefox or samply profile" : name).length).toBe(name === "V8 log" ? 3 : 2);
    expect(filters["Profiles"]).toEqual(expect.arrayContaining([...extensions, "gz"]));
  }
});

test("the dialog names formats in the language of the editor", async () => {
  env.language = "zh-cn";
  try {
    expect((await dialog()).title).toContain(".cpuprofile、0x 的采样数据、austin 采样、");
  } finally {
    env.language = "en";
  }
});

test("the Explorer offers to open the files that importers list: if not, node test/extension/runs/write-menu.mjs writes it", () => {
  const menu = manifest.contributes.menus["explorer/context"];
  expect(menu?.map(({ command, when }) => [command, when])).toEqual([
    ["heatline.openProfile", `resourceScheme == file && resourceFilename =~ /${knownFiles}/`],
  ]);
});

test.each([
  ["a.cpuprofile", true],
  ["a.cpuprofile.gz", true],
  ["Trace-20261130T1.json", true],
  ["node_trace.1.log", true],
  ["isolate0x1-12-v8.log", true],
  ["ticks.json", true],
  ["x.otlp", true],
  ["x.pb.gz", true],
  ["package.json", false],
  ["server.log", false],
  ["x.pb", false],
])("the name %s says that it is a profile: %s", (name, isKnown) => {
  expect(new RegExp(knownFiles).test(name)).toBe(isKnown);
});

test("the bundle of the dialog carries what the importers say, as it is in the sources", async () => {
  const { formatNames, fileExtensions, knownFiles: known } = await readFormats();
  const list = await import("../../../language-server/analysis/importers/importer-list.ts");
  expect({ formatNames, fileExtensions, knownFiles: known }).toEqual({
    formatNames: list.formatNames,
    fileExtensions: list.fileExtensions,
    knownFiles: list.knownFiles,
  });
});
