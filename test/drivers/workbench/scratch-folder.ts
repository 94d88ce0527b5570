import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { cacheFolder } from "../../workbench/installation.mjs";

const scratch = path.join(cacheFolder, "scratch");

/** A temporary folder for one test, removed with it. It is inside the repository, so that packages resolve from it. */
export class ScratchFolder implements AsyncDisposable {
  readonly path: string;

  private constructor(folder: string) {
    this.path = folder;
  }

  /** An empty folder; the name appears in its path. */
  static async make(name: string): Promise<ScratchFolder> {
    await mkdir(scratch, { recursive: true });
    return new ScratchFolder(await mkdtemp(path.join(scratch, `${name}-`)));
  }

  /** A copy of a folder under the same name, for a test that edits or adds files. */
  static async copyOf(folder: string): Promise<ScratchFolder> {
    const copy = await ScratchFolder.make(path.basename(folder));
    await cp(folder, copy.path, { recursive: true, verbatimSymlinks: true });
    return copy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
