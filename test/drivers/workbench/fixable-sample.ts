import { readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { putInPlace, type RecordedSample } from "../../samples/recorded-sample.ts";
import { repository } from "../../workbench/installation.mjs";
import { ScratchFolder } from "./scratch-folder.ts";

/** A sample's `before` as a user's own app, with the fix available. */
export class FixableSample implements AsyncDisposable {
  /** The file a user would open. */
  readonly folder: string;
  /** Names of the app's own source files, without folders. */
  readonly files: readonly string[];
  /** The files that the fix edits. */
  readonly editedFiles: readonly string[];
  readonly #sample: string;
  readonly #copy: ScratchFolder | undefined;

  private constructor(sample: string, sources: readonly Source[], copy?: ScratchFolder) {
    this.#sample = sample;
    this.#copy = copy;
    this.folder = path.join(sample, "app");
    this.files = sources.map(({ name }) => name);
    this.editedFiles = sources.filter(({ isEdited }) => isEdited).map(({ name }) => name);
  }

  /** A separate copy without recordings. */
  static async copy(name: string): Promise<FixableSample> {
    const copy = await ScratchFolder.copyOf(path.join(repository, "samples", name));
    const sample = new FixableSample(copy.path, await sourcesOf(copy.path), copy);
    await rename(path.join(copy.path, "before"), sample.folder);
    return sample;
  }

  /** The copy with both recordings; the app's folder is reset to its state before the fix. */
  static async recorded(recorded: RecordedSample): Promise<FixableSample> {
    await putInPlace(recorded, "before");
    return new FixableSample(recorded.folder, await sourcesOf(recorded.folder));
  }

  /** Overwrites the app's files with those of `after`. */
  async fix(): Promise<void> {
    await putInPlace({ folder: this.#sample, app: this.folder }, "after");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#copy?.[Symbol.asyncDispose]();
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
