import { startedByProcess } from "../../analysis/builds/started-programs.ts";
import { entriesOf } from "../../history/builds/launched-entries.ts";
import { buildCommandText } from "../../history/builds/build-command.ts";
import { findStaleBuild, type StaleBuild } from "../../history/builds/stale-build.ts";
import type { Problem } from "../../analysis/profile/profile.ts";
import type { AppTree } from "../app/app-tree.ts";

/** What the app's processes were started from. */
export interface RanBuild {
  /** As `findStaleBuild` takes them. */
  readonly entries: readonly string[];
  /** Undefined if what runs is up to date, or compiles by itself. */
  readonly stale: StaleBuild | undefined;
  /** The commands that build it, in one line; "" if none is known. */
  readonly command: string;
}

type Tree = Pick<AppTree, "reports" | "listener">;

/** Looks whether what the app runs is older than its source: once its processes are known, and again before each load. */
export class BuildCheck {
  readonly #tree: () => Tree;
  readonly #folder: string;
  readonly #report: (ran: RanBuild) => void;
  #seen = "";
  #last: Promise<RanBuild | undefined> = Promise.resolve(undefined);

  /** `folder`: where the app was started. `report` is called after each look that found what runs. */
  constructor(tree: () => Tree, folder: string, report: (ran: RanBuild) => void) {
    this.#tree = tree;
    this.#folder = folder;
    this.#report = report;
  }

  /** More may be known of the app. Looks again if another program runs, or listens. */
  changed(): void {
    const { reports, listener } = this.#tree();
    const seen = `${[...new Set(reports.map(({ argv }) => argv.join(" ")))].join("\n")}\n${listener?.pid ?? ""}`;
    if (seen === this.#seen || reports.length === 0) return;
    this.#seen = seen;
    void this.look();
  }

  /** Resolves when it has been reported. */
  async look(): Promise<void> {
    const before = this.#last;
    this.#last = before.then(() => this.#look());
    await this.#last;
  }

  /** What is to be said about a run that ends now. */
  async problems(): Promise<readonly Problem[]> {
    const stale = (await this.#last)?.stale;
    return stale === undefined ? [] : [{ code: "build.ranOld", values: { output: stale.output, source: stale.source }, count: 1 }];
  }

  async #look(): Promise<RanBuild | undefined> {
    const entries = await this.#entries();
    if (entries.length === 0) return undefined;
    const stale = await findStaleBuild(entries, this.#folder);
    const ran = { entries, stale, command: stale === undefined ? "" : buildCommandText(stale.commands, this.#folder) };
    this.#report(ran);
    return ran;
  }

  async #entries(): Promise<readonly string[]> {
    const started = this.#tree().reports.map(({ argv, cwd }) => ({ ...startedByProcess(argv), folder: cwd ?? this.#folder }));
    if (started.some(({ compiles }) => compiles)) return [];
    const found = await Promise.all(started.flatMap(({ parts, folder }) => parts.map((part) => entriesOf(part, folder))));
    return [...new Set(found.flat())];
  }
}
