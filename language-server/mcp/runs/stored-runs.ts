import path from "node:path";
import { listRuns, type StoredRun } from "../../history/run-store.ts";
import { standingOf, isWorthless } from "../../analysis/compare/before/standing.ts";
import { runHandle } from "../answer/page.ts";
import { Refusal } from "../tools/tool.ts";
import type { RootList } from "./roots.ts";

/** The folder of runs in a project, as `heatline record` has it. */
const usualFolder = "heatline-runs";

/** The runs of the client's folders and those of the command line's `--runs`. They are read when asked: the editor and the command write some, too. */
export class StoredRuns {
  readonly #folders: readonly string[];

  /** `folders`: absolute paths of folders of runs. */
  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Where a new run of a root is written. */
  folderFor(root: string): string {
    return this.#folders[0] ?? path.join(root, usualFolder);
  }

  foldersOf(roots: RootList): readonly string[] {
    return [...new Set([...this.#folders, ...roots.folders.map((folder) => path.join(folder, usualFolder))])];
  }

  /** Newest first. */
  async list(roots: RootList): Promise<readonly StoredRun[]> {
    const found = (await Promise.all(this.foldersOf(roots).map((folder) => listRuns(folder)))).flat();
    const byId = [...new Map(found.map((each) => [each.run.id, each])).values()];
    return byId.toSorted((a, b) => b.run.startedAt.localeCompare(a.run.startedAt) || b.run.id.localeCompare(a.run.id));
  }

  /** By handle or id; without one the newest in which something was measured. Throws a Refusal if there is none. */
  async find(handle: string | undefined, roots: RootList): Promise<StoredRun> {
    const runs = await this.list(roots);
    if (handle === undefined) {
      const facts = runs.map(({ run }) => run);
      const newest = runs.find(({ run }) => !isWorthless(standingOf(run, facts)));
      if (newest !== undefined) return newest;
      throw new Refusal("Nothing was measured yet. Call heatline_profile with a script, a launch configuration or a test.");
    }
    const named = runs.filter(({ run: { id } }) => id === handle || runHandle(id) === handle);
    const [only, ...others] = named;
    if (only === undefined)
      throw new Refusal(
        `There is no run “${handle.slice(0, 100)}”: it was deleted, or is of another project. heatline_runs lists the runs.`,
      );
    if (others.length > 0)
      throw new Refusal(`“${handle}” stands for several runs: ${named.map(({ run }) => run.id).join(", ")}. Name one by its id.`);
    return only;
  }
}
