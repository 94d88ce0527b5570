import { cp, readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { repository } from "../../workbench/installation.mjs";
import { ScratchFolder } from "./scratch-folder.ts";

/** A sample's `before` as a user's own app, with the fix at hand. */
export class FixableSample implements AsyncDisposable {
  /** What a user would open. */
  readonly folder: string;
  /** Names of the app's own source files, without their folders. */
  readonly files: readonly string[];
  /** Those of them that the fix edits. */
  readonly editedFiles: readonly string[];
  readonly #fixed: string;
  readonly #copy: ScratchFolder;

  private constructor(copy: ScratchFolder, sources: readonly Source[]) {
    this.#copy = copy;
    this.folder = path.join(copy.path, "app");
    this.#fixed = path.join(copy.path, "after");
    this.files = sources.map(({ name }) => name);
    this.editedFiles = sources.filter(({ isEdited }) => isEdited).map(({ name }) => name);
  }

  static async copy(name: string): Promise<FixableSample> {
    const copy = await ScratchFolder.copyOf(path.join(repository, "samples", name));
    const sample = new FixableSample(copy, await sourcesOf(copy.path));
    await rename(path.join(copy.path, "before"), sample.folder);
    return sample;
  }

  /** Overwrites the app's files by those of `after`. */
  async fix(): Promise<void> {
    await cp(this.#fixed, this.folder, { recursive: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#copy[Symbol.asyncDispose]();
  }
}

interface Source {
  readonly name: string;
  readonly isEdited: boolean;
}

async function sourcesOf(sample: string): Promise<readonly Source[]> {
  const all = await readdir(path.join(sample, "before"), { recursive: true });
  const files = all.filter((file) => /\.[jt]s$/.test(file) && !file.startsWith("dist"));
  return Promise.all(
    files.map(async (file) => {
      const [before, after] = await Promise.all(["before", "after"].map((variant) => readFile(path.join(sample, variant, file), "utf8")));
      return { name: path.basename(file), isEdited: before !== after };
    }),
  );
}
