import type * as vscode from "vscode";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { AppPicker } from "../app/app-picker.ts";
import type { Builds } from "../build/builds.ts";
import type { Compare } from "../compare/compare.ts";
import type { Sessions } from "../debug/session-events.ts";
import type { Guard } from "../errors.ts";
import type { LoadFormModel } from "../load/load-form-model.ts";
import type { Announcements } from "../runs/run-summary.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import type { ServerLink } from "../server-link.ts";

/** What *Measure Again*, which is a bundle of its own, gets from the others. */
export interface AgainParts {
  readonly memory: vscode.Memento;
  readonly server: ServerLink;
  readonly sessions: Sessions;
  readonly shownRun: ShownRun;
  readonly loadModel: LoadFormModel;
  readonly picker: AppPicker;
  readonly compare: Compare;
  readonly builds: Builds;
  readonly announcements: Announcements;
  /** Sums a new run up in a notification. */
  readonly announce: (summary: RunSummary) => Promise<void>;
  /** Selects a run in the *Runs* view, with its passes open beneath it. */
  readonly revealRun: (folder: string) => Promise<void>;
  readonly guard: Guard;
}
