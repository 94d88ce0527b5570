import path from "node:path";
import type { Problem } from "../../analysis/profile/profile.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { maskedCommandLine } from "../../analysis/masking/masked-arguments.ts";
import { type FamilyProcess, findFamilyNodes } from "../../platform/nodes/family-nodes.ts";
import type { AppTree } from "./app-tree.ts";
import { packageManagerPattern } from "../in-app/command-lines.ts";
import { shortened } from "../../analysis/shortened.ts";
import { madeOnce } from "../../analysis/collections.ts";

const pauseMs: Milliseconds = 1000;
/** Looks in which a process must have been found: one that has just started has not reported itself yet. */
const leastLooks = 2;
const longestCommand = 120;

/**
 * Node processes of the app that nothing records, as they were started without its environment (`env -i`, sudo). Found by looking for them
 * while a window is open, so those that end within some two seconds are missed.
 */
export class UnreachedNodes {
  readonly #sessionFolder: string;
  readonly #tree: Pick<AppTree, "processes" | "reports">;
  readonly #found = new Map<number, { readonly commandLine: string; looks: number }>();
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> = Promise.resolve();

  constructor(sessionFolder: string, tree: Pick<AppTree, "processes" | "reports">) {
    this.#sessionFolder = sessionFolder;
    this.#tree = tree;
  }

  start(): void {
    this.stop();
    this.#found.clear();
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** What was found since the start, for the run. */
  async end(): Promise<readonly Problem[]> {
    this.stop();
    await this.#look;
    const reported = new Set(this.#tree.reports.map(({ pid }) => pid));
    return [...this.#found]
      .filter(([pid, { looks }]) => looks >= leastLooks && !reported.has(pid))
      .map(([pid, { commandLine }]) => ({ code: "app.unreachedNode", values: { pid, command: shown(commandLine) }, count: 1 }));
  }

  #schedule(): void {
    const timer = setTimeout(() => {
      this.#look = this.#lookOnce().then(() => (this.#timer === timer ? this.#schedule() : undefined));
    }, pauseMs);
    this.#timer = timer;
  }

  async #lookOnce(): Promise<void> {
    // What an app has started that we attach to is not recorded, wherever its environment is from.
    const ours = this.#tree.processes.filter(({ isOurs }) => isOurs).map(({ pid }) => pid);
    for (const { pid, commandLine } of (await findFamilyNodes(ours)).filter((each) => this.#isUnreached(each))) {
      madeOnce(this.#found, pid, () => ({ commandLine, looks: 0 })).looks += 1;
    }
  }

  /** Package managers are not part of the app; the recorder's arguments name the session's folder, and what has them is recorded. */
  #isUnreached({ commandLine }: FamilyProcess): boolean {
    const isPackageManager = commandLine.split(" ").some((word) => new RegExp(packageManagerPattern).test(path.basename(word)));
    return !isPackageManager && !commandLine.includes(this.#sessionFolder);
  }
}

function shown(commandLine: string): string {
  return shortened(maskedCommandLine(commandLine), longestCommand);
}
