import { Emitter } from "vscode-languageserver/node";
import type { OpenParams } from "../../answers/run-answers.ts";
import type { ProfileParams } from "../../opening/requested-run.ts";
import { Cancelled } from "../cancelled.ts";
import { OpenRun } from "./open-run.ts";
import type { SourceFiles } from "./source-files.ts";
import type { Workers } from "./run-worker.ts";

/** Where a run is, or which one is wanted, and what of it is selected. */
export type Place = (
  | { readonly folder: string; readonly profile?: ProfileParams | undefined }
  | { readonly runsFolder: string; readonly alsoAgents?: boolean | undefined }
) &
  Pick<OpenParams, "kept">;

/** What the costs of a run depend on besides it. */
export type AnalysisSettings = Pick<OpenParams, "ownCode" | "pathMappings" | "sourceFolders">;

interface Surroundings {
  readonly workers: Workers;
  readonly sources: SourceFiles;
  /** At present. */
  readonly settings: () => AnalysisSettings;
  /** A run is shown that is not live. */
  readonly opened: (run: OpenRun) => void;
}

/** The run that is shown, if there is one, and how another one takes its place. */
export class ShownRun implements Disposable {
  readonly #surroundings: Surroundings;
  readonly #changed = new Emitter<void>();
  readonly onChanged = this.#changed.event;
  #run: OpenRun | undefined;
  #opening: AbortController | undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  get run(): OpenRun | undefined {
    return this.#run;
  }

  /** Another one will take its place, or the same one again. */
  get isOpening(): boolean {
    return this.#opening !== undefined;
  }

  /** The previous one stays until this one is ready; of several calls the last one wins. Null if there is no readable run. */
  async open(place: Place, live: boolean, signal: AbortSignal): Promise<OpenRun | null> {
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    try {
      const run = await this.#openByPresentSettings(place, live, AbortSignal.any([signal, opening.signal]));
      if (opening.signal.aborted) {
        run?.[Symbol.dispose]();
        throw new Cancelled();
      }
      if (run !== null) this.show(run);
      if (run?.live === false) this.#surroundings.opened(run);
      return run;
    } finally {
      if (this.#opening === opening) this.#opening = undefined;
    }
  }

  /** Opens the run that is shown again, if there is one. */
  async openAgain(): Promise<void> {
    const run = this.#run;
    if (run !== undefined) await this.open({ ...placeOf(run), kept: run.kept }, run.live, new AbortController().signal);
  }

  show(run: OpenRun | undefined): void {
    if (run === this.#run) return;
    this.#run?.[Symbol.dispose]();
    this.#run = run;
    this.#changed.fire();
  }

  close(): void {
    this.#opening?.abort();
    this.show(undefined);
  }

  /** Everything shown is out of date. */
  reportChanged(): void {
    this.#changed.fire();
  }

  [Symbol.dispose](): void {
    this.#opening?.abort();
    this.#run?.[Symbol.dispose]();
    this.#changed.dispose();
  }

  async #openByPresentSettings(place: Place, live: boolean, signal: AbortSignal): Promise<OpenRun | null> {
    const { workers, sources, settings } = this.#surroundings;
    const before = this.#run;
    const present = settings();
    // A span of one state is another part of the next one.
    const kept = place.kept ?? (before?.live === true ? { ...before.kept, spans: null } : undefined);
    const target = { params: { ...place, ...present, kept }, live };
    const run =
      before?.live === true || before?.hasOtherType(target.params) === true
        ? await before.openNext(target, signal)
        : await OpenRun.open(target, workers, sources, signal);
    if (run === null || isSameAnalysis(present, settings())) return run;
    run[Symbol.dispose]();
    return this.#openByPresentSettings({ ...placeOf(run), kept }, live, signal);
  }
}

/** Whether a run costs the same by both. */
export function isSameAnalysis(one: AnalysisSettings, other: AnalysisSettings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function placeOf({ view: { folder, run }, profile }: OpenRun): Place {
  return profile === undefined ? { folder } : { folder, profile: { ...profile, name: run.name } };
}
