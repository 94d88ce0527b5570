import { isDeepStrictEqual } from "node:util";
import type * as vscode from "vscode";
import { maskedArguments } from "../../language-server/analysis/masking/masked-arguments.ts";
import type { InspectorPlace } from "../../language-server/platform/nodes/node-processes.ts";

const key = "heatline.measuredRuns";
/** Of a workspace: as many as it keeps runs by default, and some that are pinned. */
const most = 60;

/**
 * What a measurement takes besides starting the app. `load`: the same requests. `alone`: nothing, as it ends by itself (a script or a test).
 * `byHand`: its user drives it.
 */
type Course = "load" | "alone" | "byHand";

/** How a run was made. Nothing of it may be secret, as VS Code keeps it in the open. */
export interface MeasuredRun {
  /** Its id. */
  readonly run: string;
  /** Of its app, as in `App`. */
  readonly key: string;
  /** Of its app. */
  readonly name: string;
  readonly course: Course;
  /** Where the app's inspector is that was attached to. */
  readonly attached?: InspectorPlace | undefined;
  /** With which a command of a package was started; undefined if they may be secret. */
  readonly args?: readonly string[] | undefined;
  /** What starts a test: no other list has it. */
  readonly test?: Readonly<Record<string, unknown>> | undefined;
}

/** The newest measured runs of the workspace, also those of earlier sessions. */
export class MeasuredRuns {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  of(run: string): MeasuredRun | undefined {
    return this.#all().find((each) => each.run === run);
  }

  /** Resolves with the ids of those that are forgotten for it. */
  async keep(measured: MeasuredRun): Promise<readonly string[]> {
    const all = [measured, ...this.#all().filter(({ run }) => run !== measured.run)];
    await this.#memory.update(key, all.slice(0, most));
    return all.slice(most).map(({ run }) => run);
  }

  #all(): readonly MeasuredRun[] {
    const kept = this.#memory.get<unknown>(key);
    return Array.isArray(kept) ? kept.filter(isMeasured) : [];
  }
}

/** What of an app's arguments may be kept in the open: all or nothing. */
export function keptArguments(args: unknown): readonly string[] | undefined {
  if (!Array.isArray(args) || !args.every((each) => typeof each === "string")) return undefined;
  return isDeepStrictEqual(maskedArguments(args), args) ? args : undefined;
}

function isMeasured(kept: unknown): kept is MeasuredRun {
  return typeof kept === "object" && kept !== null && ["run", "key", "name", "course"].every((name) => name in kept);
}
