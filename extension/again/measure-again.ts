import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { changedCode } from "../../language-server/protocol/stale-build.ts";
import { runs } from "../../language-server/protocol/run-list.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { setContext } from "../commands.ts";
import type { ProfiledApp } from "../debug/session-events.ts";
import { warn } from "../screen/notifications.ts";
import { withNotifiedProgress } from "../screen/progress.ts";
import { UserError } from "../user-error.ts";
import type { AgainParts } from "./again-parts.ts";
import { keptArguments, type MeasuredRun, MeasuredRuns } from "./measured-runs.ts";
import { Measurement, type Subject } from "./measurement.ts";
import { explain, ownerOf } from "../explain/explain.ts";
import { measureSavings } from "../imports/measure-savings.ts";
import type { AgainOffer } from "../../webview/load/incoming.ts";
import { reloading, startableApp, startableFromStart, startableStarts } from "./startable-app.ts";
import path from "node:path";

/** Several files are saved at once, and a build writes many. */
const pauseMs = 100;

/** Calls `look` after code was saved in an editor, or written by another program. */
function onCodeSaved(look: () => void): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, pauseMs);
  };
  const files = vscode.workspace.createFileSystemWatcher("**/*.{js,cjs,mjs,jsx,ts,cts,mts,tsx,vue,svelte,astro}");
  return vscode.Disposable.from(
    files,
    files.onDidChange(later),
    files.onDidCreate(later),
    files.onDidDelete(later),
    vscode.workspace.onDidSaveTextDocument(later),
    { dispose: () => clearTimeout(timer) },
  );
}

/** What is offered for edited files of a run: its button says what is left to the user. */
function offerOf(subject: Subject, files: readonly string[], app: AppNow): AgainOffer {
  return { label: labelOf(subject), about: savedText(files), help: helpOf(subject, app) };
}

/** `stale`: it runs, and its build is older than its source. */
type AppNow = "stopped" | "running" | "stale";

function labelOf({ measured: { attached, course } }: Subject): string {
  const { t } = vscode.l10n;
  if (attached !== undefined) return t("Wait for Restart");
  return course === "byHand" ? t("Measure by Hand") : t("Measure Again");
}

/** `files`: at least one. */
function savedText([first = "", ...others]: readonly string[]): string {
  const name = path.basename(first);
  return others.length === 0
    ? vscode.l10n.t("{0} was saved since this run.", name)
    : vscode.l10n.t("{0} and {1} more files were saved since this run.", name, others.length);
}

function helpOf({ measured: { attached, course, test }, reloading }: Subject, app: AppNow): string {
  const { t } = vscode.l10n;
  if (attached !== undefined) return t("You restart the app; Heatline attaches to it again, measures it and compares.");
  if (course === "byHand") return t("Heatline restarts the app; you send the same requests and stop the recording.");
  if (test !== undefined) return t("Runs the test again and compares.");
  if (course === "alone") return t("Runs it again and compares.");
  if (app === "stale") return t("Builds and restarts the app, sends the same load and compares.");
  if (app === "stopped") return t("Starts the app, sends the same load and compares.");
  return reloading === undefined
    ? t("Restarts the app, sends the same load and compares.")
    : t("Waits for the new code, sends the same load and compares.");
}

/** A bundle of its own: offers to measure the shown run again once its code was edited and saved, and does so on request. */
export class MeasureAgain implements vscode.Disposable {
  readonly #parts: AgainParts;
  readonly #measured: MeasuredRuns;
  /** By the key of the app. */
  readonly #sessions = new Map<string, vscode.DebugSession>();
  readonly #subscriptions: vscode.Disposable;
  #looks = 0;
  #measuring: Promise<void> | undefined;

  constructor(parts: AgainParts) {
    this.#parts = parts;
    this.#measured = new MeasuredRuns(parts.memory);
    const { sessions, shownRun, loadModel, guard } = parts;
    const look = (): void => void guard(() => this.look());
    const current = loadModel.app;
    if (current !== undefined) this.#sessions.set(current.key, current.session);
    this.#subscriptions = vscode.Disposable.from(
      shownRun.onDidChange(look),
      sessions.onDidStart((app) => {
        this.#sessions.set(app.key, app.session);
        look();
      }),
      sessions.onDidEnd(look),
      sessions.onDidReceive(({ app, event }) => {
        if (event.name === "heatline.runWritten") void guard(() => this.#keep(app, event.body.id));
        if (event.name === "heatline.ready") look();
      }),
      onCodeSaved(look),
    );
    look();
  }

  /** Measures the shown run again that often, and compares. */
  async measure(times: number): Promise<void> {
    const { shownRun, picker } = this.#parts;
    if (this.#measuring !== undefined) return;
    picker.mustBeTrusted();
    const { t } = vscode.l10n;
    const summary = await ownerOf(await shownRun.mustBeShown(), this.#parts);
    const subject = await this.#subjectOf(summary);
    if (subject === undefined) {
      throw new UserError(t("Heatline does not know how {0} was started.", summary.name), t("Start one with “Profile Current App”."));
    }
    await vscode.workspace.saveAll(false);
    const { announcements } = this.#parts;
    // The comparison, which is made once, is what there is to say.
    announcements.arePaused = true;
    try {
      this.#measuring = shownRun.keepSelection(() => this.#measureShown(summary, subject, times));
      await this.#measuring;
    } finally {
      this.#measuring = undefined;
      announcements.arePaused = false;
    }
  }

  /** Measures the shown run as passes of it, which the user chooses. */
  async explain(): Promise<void> {
    if (this.#measuring !== undefined) return;
    this.#measuring = explain(this.#parts, (summary) => this.#subjectOf(summary));
    try {
      await this.#measuring;
    } finally {
      this.#measuring = undefined;
    }
  }

  /** Measures what other ways to start the app of the shown run save. */
  async measureSavings(): Promise<void> {
    if (this.#measuring !== undefined) return;
    this.#measuring = measureSavings(this.#parts, (summary) => this.#subjectOf(summary));
    try {
      await this.#measuring;
    } finally {
      this.#measuring = undefined;
    }
  }

  async #measureShown(before: RunSummary, subject: Subject, times: number): Promise<void> {
    const { server } = this.#parts;
    const isChanged = (await server.request(changedCode, {})).length > 0;
    const measured = await withNotifiedProgress(labelOf(subject), async (token, say) => {
      const all: RunSummary[] = [];
      for (let turn = 1; turn <= times; turn++) {
        const of = times === 1 ? "" : `${turn}/${times} · `;
        const run = await this.#measureNew(subject, (text) => say(`${of}${text}`), token);
        if (run === undefined) return undefined;
        all.push(run);
      }
      return all;
    });
    // The shown run is one more of the same code.
    if (measured !== undefined) await this.#compare(before, isChanged || times === 1 ? measured : [before, ...measured]);
    const newest = measured?.at(-1);
    // Not awaited: the notification may never be clicked.
    if (newest !== undefined) void this.#parts.guard(() => this.#parts.announce(newest));
  }

  /** A server that compiles on request has loaded the new code with the first load at the latest. */
  async #measureNew(subject: Subject, say: (text: string) => void, token: vscode.CancellationToken): Promise<RunSummary | undefined> {
    const run = await new Measurement(subject, this.#parts, say, token).run();
    if (run === undefined || subject.reloading !== "inPlace") return run;
    const changed = await this.#parts.server.request(changedCode, {});
    return changed.length === 0 ? run : await new Measurement(subject, this.#parts, say, token).run();
  }

  /** With the earlier run that is like it, or else the one that was shown. `measured`: one or more of the same code, the newest last. */
  async #compare(before: RunSummary, measured: readonly RunSummary[]): Promise<void> {
    const { server, compare } = this.#parts;
    const [changed, { runs: all }] = await Promise.all([server.request(changedCode, {}), server.request(runs, {})]);
    if (changed.length > 0) void warn(vscode.l10n.t("The app did not run the new code. {0}", savedText(changed)));
    const folders = measured.flatMap(({ id }) => all.find((run) => run.id === id)?.folder ?? []);
    const next = all.find(({ id }) => id === measured.at(-1)?.id);
    const first = all.find(({ id }) => id === measured[0]?.id);
    const shown = all.find(({ id }) => id === before.id);
    const baseFolder = (measured[0] === before ? this.#baseOf(before) : undefined) ?? first?.baseline;
    if (next === undefined) return;
    const more = { next: folders.filter((folder) => folder !== next.folder) };
    if (baseFolder !== undefined) return compare.pair({ newFolder: next.folder, baseFolder, more });
    if (shown !== undefined) await compare.pair({ newFolder: next.folder, baseFolder: shown.folder });
  }

  /** What a run is being compared with. */
  #baseOf({ id }: RunSummary): string | undefined {
    const { comparison } = this.#parts.compare;
    return comparison?.next.id === id ? comparison.base.folder : undefined;
  }

  /** Finds out whether there is something to measure again or to compare, and offers it. */
  async look(): Promise<void> {
    const { shownRun, server, loadModel } = this.#parts;
    const look = ++this.#looks;
    const { summary } = shownRun;
    if (summary?.live === true) return;
    const [changed, list] =
      summary === undefined ? [[], undefined] : await Promise.all([server.request(changedCode, {}), server.request(runs, {})]);
    const again = summary && (await this.#offerFor(summary, changed));
    if (look !== this.#looks) return;
    const isComparable = list?.runs.some(({ id, baseline }) => id === summary?.id && baseline !== undefined) === true;
    const { state } = loadModel;
    if (isDeepStrictEqual([again, isComparable], [state.again, state.isComparable === true])) return;
    loadModel.offer(again, isComparable);
    setContext("heatline.again", again !== undefined);
    setContext("heatline.comparable", isComparable);
  }

  /** `changed`: files of the run. Code that the app loaded may have had no sample: it runs with what it loaded at its start. */
  async #offerFor(summary: RunSummary, changed: readonly string[]): Promise<AgainOffer | undefined> {
    const { loadModel, sessions } = this.#parts;
    const running = sessions.running(this.#measured.of(summary.id)?.key ?? "");
    const old = running !== undefined && running === loadModel.app ? loadModel.state.changedFile : undefined;
    if (changed.length === 0 && old === undefined) return undefined;
    const subject = await this.#subjectOf(summary);
    if (subject === undefined) return undefined;
    const isStale = loadModel.state.ranBuild?.stale !== undefined && running === loadModel.app;
    const now = running === undefined ? "stopped" : isStale ? "stale" : "running";
    if (changed.length > 0) return offerOf(subject, changed, now);
    return old === undefined || subject.reloading === "inPlace" ? undefined : offerOf(subject, [old], now);
  }

  /** Undefined if nothing starts it again, such as a profile of another tool. */
  async #subjectOf(summary: RunSummary): Promise<Subject | undefined> {
    if (summary.recorder === "import" || summary.pass !== undefined) return undefined;
    const kept = this.#measured.of(summary.id) ?? guessed(summary);
    const isFromStart = summary.listenedAtMs !== undefined;
    const measured: MeasuredRun =
      summary.load !== undefined ? { ...kept, course: "load" } : isFromStart ? { ...kept, course: "alone" } : kept;
    const { loadModel, picker } = this.#parts;
    const startable = summary.startup !== undefined ? startableStarts : isFromStart ? startableFromStart : startableApp;
    const app =
      measured.attached === undefined ? await startable(measured, picker, this.#sessions.get(measured.key)) : attachedApp(measured);
    if (app === undefined) return undefined;
    const open = loadModel.plans.of(planKey(summary.id), undefined);
    const plan = open && (await loadModel.plans.whole(planKey(summary.id), open));
    return { measured, app, plan, reloading: isFromStart ? undefined : await reloading(app), pids: summary.threads.map(({ pid }) => pid) };
  }

  /** How the run was made, to make it again. */
  async #keep(app: ProfiledApp, run: string): Promise<void> {
    const { loadModel } = this.#parts;
    if (app !== loadModel.app) return;
    const { phase, plan, origins } = loadModel.state;
    const { configuration } = app.session;
    const { request, host, port, test, program, runtimeArgs, args, cwd } = configuration as Readonly<Record<string, unknown>>;
    const attached = request === "attach" ? { host: String(host), port: Number(port) } : undefined;
    const course = phase === "loading" ? "load" : attached === undefined && origins.length === 0 ? "alone" : "byHand";
    const measured: MeasuredRun = {
      run,
      key: app.key,
      name: app.name,
      course,
      attached,
      args: app.key.startsWith("bin:") ? keptArguments(args) : undefined,
      test: test === undefined ? undefined : { test, program, runtimeArgs, args, cwd },
    };
    const forgotten = await this.#measured.keep(measured);
    if (course === "load") await loadModel.plans.keep(planKey(run), plan, undefined);
    for (const each of forgotten) await loadModel.plans.forget(planKey(each));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

function planKey(run: string): string {
  return `run:${run}`;
}

/** Of a run from before runs were kept with what made them. */
function guessed({ id, name, load, end }: RunSummary): MeasuredRun {
  return { run: id, key: "", name, course: load !== undefined ? "load" : end === "exited" ? "alone" : "byHand" };
}

function attachedApp({ key, name, attached }: MeasuredRun): Subject["app"] {
  return {
    folder: vscode.workspace.workspaceFolders?.[0],
    configuration: { type: "heatline", request: "attach", name, ...attached, appKey: key },
  };
}
