import { realpath, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { pathKey } from "../../platform/paths.ts";
import { ifRefused } from "../../platform/refusals.ts";
import { Refusal, type ToolCall } from "../tools/tool.ts";

/** A folder that the client works in; nothing outside of it is read or run. */
export interface Root {
  readonly name: string;
  /** Absolute, as the client names it: its runs are compared with those of the editor, which has that name, too. */
  readonly folder: string;
  /** With links resolved. */
  readonly real: string;
}

/** The client's folders: those of the command line, else those that it names, else the folder the server was started in. */
export class Roots {
  readonly #given: readonly string[];
  readonly #cwd: string;
  #found: Promise<readonly Root[]> | undefined;

  constructor(given: readonly string[], cwd: string) {
    [this.#given, this.#cwd] = [given, cwd];
  }

  forget(): void {
    this.#found = undefined;
  }

  async of(call: Pick<ToolCall, "roots">): Promise<RootList> {
    this.#found ??= this.#find(call);
    try {
      return new RootList(await this.#found);
    } catch (error) {
      this.#found = undefined;
      throw error;
    }
  }

  async #find(call: Pick<ToolCall, "roots">): Promise<readonly Root[]> {
    if (this.#given.length > 0) return await named(this.#given);
    const folders = (await call.roots())?.flatMap(({ uri }) => folderOf(uri)) ?? [];
    if (folders.length > 0) return await named(folders);
    const cwd = path.resolve(this.#cwd);
    if (cwd === path.resolve(os.homedir()) || cwd === path.parse(cwd).root)
      throw new Refusal(`No project folder is known: the server was started in ${cwd}. Start it as: heatline mcp --root FOLDER`);
    return await named([cwd]);
  }
}

export class RootList {
  readonly all: readonly Root[];

  constructor(all: readonly Root[]) {
    this.all = all;
  }

  get folders(): readonly string[] {
    return this.all.map(({ folder }) => folder);
  }

  /** By each of their names: Node.js resolves links in those of modules. */
  get namedFolders(): readonly string[] {
    return [...new Set(this.all.flatMap(({ folder, real }) => [folder, real]))];
  }

  /** Of an absolute path: relative to its root, with `/`, after the root's name where there are several; as it is outside of all. */
  label(file: string): string {
    const root = this.all.find(({ folder, real }) => isInside(file, folder) || isInside(file, real));
    if (root === undefined) return file;
    const inside = slashed(path.relative(isInside(file, root.folder) ? root.folder : root.real, file));
    return this.all.length === 1 ? inside : `${root.name}/${inside}`;
  }

  /** The absolute path that a label stands for. Throws a Refusal for one that leads out of the roots. */
  async resolve(label: string): Promise<string> {
    const candidates = path.isAbsolute(label) ? [label] : this.all.flatMap((root) => pathsIn(root, label, this.all.length > 1));
    for (const file of candidates) {
      const real = await realName(path.resolve(file));
      if (this.all.some((root) => isInside(real, root.real))) return path.resolve(file);
    }
    throw new Refusal(
      `“${label.slice(0, 200)}” is not in ${this.all.map(({ folder }) => folder).join(" or ")}. Nothing outside of it is read or run.`,
    );
  }

  /** The root of that name or folder; without one, the only root. Throws a Refusal that names them. */
  root(name: string | undefined): Root {
    const [only] = this.all;
    if (name === undefined && this.all.length === 1 && only !== undefined) return only;
    const found = this.all.find((each) => each.name === name || each.folder === name);
    if (found !== undefined) return found;
    const names = this.all.map((each) => `“${each.name}”`).join(", ");
    throw new Refusal(
      name === undefined
        ? `There are several project folders: say which by root: ${names}.`
        : `There is no project folder “${name.slice(0, 200)}”. Known: ${names}.`,
    );
  }
}

/** Names are those of the folders, longer where two would have one name. */
async function named(folders: readonly string[]): Promise<readonly Root[]> {
  for (const each of folders)
    if ((await stat(each).catch(ifRefused))?.isDirectory() !== true)
      throw new Refusal(`The project folder ${each} is not there, or is no folder.`);
  const found = await Promise.all(folders.map(async (each) => ({ folder: path.resolve(each), real: await realName(path.resolve(each)) })));
  const once = [...new Map(found.toReversed().map((each) => [each.real, each])).values()].toReversed();
  return once.map(({ folder, real }) => {
    const name = path.basename(folder);
    const others = once.filter((each) => each.folder !== folder && path.basename(each.folder) === name);
    return { folder, real, name: others.length === 0 ? name : slashed(path.join(path.basename(path.dirname(folder)), name)) };
  });
}

function folderOf(uri: string): string | [] {
  try {
    return fileURLToPath(uri);
  } catch {
    return [];
  }
}

/** With links resolved as far as the file's folders are there. */
async function realName(file: string): Promise<string> {
  const found = await realpath(file).catch(ifRefused);
  const parent = path.dirname(file);
  return found ?? (parent === file ? file : path.join(await realName(parent), path.basename(file)));
}

function pathsIn({ folder, name }: Root, label: string, isNamed: boolean): readonly string[] {
  const inside = path.join(folder, label);
  return isNamed && slashed(label).startsWith(`${name}/`) ? [path.join(folder, label.slice(name.length + 1)), inside] : [inside];
}

function isInside(file: string, folder: string): boolean {
  const [inner, outer] = [pathKey(file), pathKey(folder)];
  return inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}

function slashed(file: string): string {
  return file.split(path.sep).join("/");
}
