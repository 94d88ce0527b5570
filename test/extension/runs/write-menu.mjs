// Has the Explorer's menu in package.json offer what importers list as their files: `node test/extension/runs/write-menu.mjs && npx prettier --write package.json`.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { readFormats } from "../../../esbuild.light-formats.mjs";

const manifest = path.resolve(import.meta.dirname, "../../../package.json");
const content = JSON.parse(await readFile(manifest, "utf8"));
const [item] = content.contributes.menus["explorer/context"];
item.when = `resourceScheme == file && resourceFilename =~ /${(await readFormats()).knownFiles}/`;
await writeFile(manifest, `${JSON.stringify(content, null, 2)}\n`);
