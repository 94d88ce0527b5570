import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

/** The part of npm's `.cmd` files that makes Ctrl+C ask nothing: a jump after the script's end. wine's cmd.exe would end there. */
const goOn = "goto #_undefined_# 2>NUL || title %COMSPEC% & ";

/** Puts a program into an app's `node_modules/.bin` with npm's own code, as `npm install` does, without the part that wine cannot run. */
export async function addCommand(app: string, name: string, program: string): Promise<void> {
  const npm = path.join(path.dirname(process.execPath), "node_modules/npm/package.json");
  const writeShim = createRequire(npm)("cmd-shim") as (from: string, to: string) => Promise<void>;
  const bin = path.join(app, "node_modules/.bin");
  await mkdir(bin, { recursive: true });
  await writeShim(program, path.join(bin, name));
  await fitForWine(path.join(bin, `${name}.cmd`));
}

/** Takes the part that wine cannot run out of a `.cmd` file that npm wrote. */
export async function fitForWine(file: string): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!text.includes(goOn)) throw new Error(`npm makes other command scripts now: ${text}`);
  await writeFile(file, text.replace(goOn, ""));
}
