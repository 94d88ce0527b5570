import * as vscode from "vscode";
import { type AskedPass, askedPasses, isMarkedPass } from "../../language-server/analysis/passes/asked-passes.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import type { Location } from "../../language-server/protocol/place.ts";
import { passFindings } from "../../language-server/protocol/explain/pass-findings.ts";
import { runs } from "../../language-server/protocol/run-list.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { AgainParts } from "../again/again-parts.ts";
import type { Subject } from "../again/measurement.ts";
import { noteReading } from "../commands.ts";
import type { AdapterEvents } from "../debug-adapter/messages.ts";
import { quietSession } from "../debug/quiet-session.ts";
import type { ProfiledApp } from "../debug/session-events.ts";
import { mayLoad } from "../load/load-plan.ts";
import { showPlace } from "../runs/shown-run.ts";
import { inform } from "../screen/notifications.ts";
import { withNotifiedProgress } from "../screen/progress.ts";
import { UserError } from "../user-error.ts";
import { costText, passRefusal, progressText, passAbout } from "./explain-words.ts";
import { hasOtherSpeed, passesIn, passName, passSpeed } from "./pass-words.ts";
import { pickTicked } from "../screen/picks.ts";

const key = "heatline.explainOffered";
/** Of a workspace. */
const most = 50;

/** Offers to explain a run once for each app, as only some users want it. */
export class ExplainOffer {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** Whether to offer it with this run. True once for an app. */
  async take({ name, hasMostlyWaited, passes, pass }: RunSummary): Promise<boolean> {
    const offered = this.#memory.get<readonly string[]>(key, []);
    if (!hasMostlyWaited || passes.length > 0 || pass !== undefined || offered.includes(name)) return false;
    await this.#memory.update(key, [name, ...offered].slice(0, most));
    return true;
  }
}

interface PassQuestion {
  /** Of the run. */
  readonly name: string;
  /** Why it cannot run; undefined if it can. */
  readonly refusal: (pass: AskedPass) => string | undefined;
  /** What so many passes take. */
  readonly cost: (passes: number) => string;
}

/** The list of passes with what each does; those of requests are ticked. Those that cannot run here say why and cannot be ticked. Undefined if the user wants none. */
async function pickPasses({ name, refusal, cost }: PassQuestion): Promise<readonly AskedPass[] | undefined> {
  const { t } = vscode.l10n;
  const items = askedPasses.map((pass) => ({ pass, refused: refusal(pass) }));
  const drawn = items.map(({ pass, refused }) => ({ pass, refused, label: passName(pass), detail: refused ?? passAbout(pass) }));
  const able = drawn.filter(({ refused }) => refused === undefined);
  const others = { heading: t("cannot run here"), items: drawn.filter(({ refused }) => refused !== undefined) };
  const summary = (ticked: readonly object[]): string => (able.length === 0 ? t("No pass can run for this run.") : cost(ticked.length));
  const picked = await pickTicked(able, others, {
    placeHolder: t("What to measure to explain “{0}”", name),
    isTicked: ({ pass }) => isMarkedPass(pass),
    summary,
  });
  return picked?.map(({ pass }) => pass);
}

type SubjectOf = (summary: RunSummary) => Promise<Subject | undefined>;

/** Asks for the passes of the shown run, has the app's session measure them, and shows the run with what they found. */
export async function explain(parts: AgainParts, subjectOf: SubjectOf): Promise<void> {
  const { shownRun, picker } = parts;
  picker.mustBeTrusted();
  const { t } = vscode.l10n;
  const summary = await ownerOf(await shownRun.mustBeShown(), parts);
  const subject = await subjectOf(summary);
  const folder = await folderOf(summary, parts);
  if (subject === undefined || folder === undefined) {
    throw new UserError(t("Heatline does not know how {0} was started.", summary.name), t("Start one with “Profile Current App”."));
  }
  const { measured } = subject;
  const running = parts.sessions.running(measured.key);
  const passes = await pickPasses({
    name: summary.name,
    refusal: (pass) => passRefusal(pass, subject),
    cost: (count) => (subject.plan === undefined ? "" : costText(count, subject.plan, summary.load, running !== undefined)),
  });
  if (passes === undefined || subject.plan === undefined || !(await mayLoad(subject.plan, parts.memory))) return;
  const asked = { folder, passes, plan: subject.plan };
  const outcome = await withNotifiedProgress(t("Explaining {0}", measured.name), (token, say) =>
    new Explanation(parts, subject, say, token).measure(asked),
  );
  // Also those that were measured before it was cancelled, or failed.
  const isAny = outcome.written.length > 0;
  const explained = isAny ? await shownRun.show(folder) : summary;
  if (outcome.app !== undefined) parts.loadModel.showExplained(outcome.app, explained);
  if (isAny) void parts.guard(() => reportFindings(folder, outcome.written, parts));
  if (outcome.error !== undefined) throw new UserError(outcome.error.message, outcome.error.remedy);
}

/** Of a pass, the run that it is of. */
export async function ownerOf(summary: RunSummary, { shownRun }: Pick<AgainParts, "shownRun">): Promise<RunSummary> {
  return summary.pass === undefined ? summary : shownRun.show(summary.pass.of);
}

/** Undefined if it is not one of the saved runs. */
export async function folderOf({ id }: RunSummary, { server }: AgainParts): Promise<string | undefined> {
  return (await server.request(runs, {})).runs.find((run) => run.id === id)?.folder;
}

/** What these passes found, and how fast the app was where that is more than runs differ by. */
async function reportFindings(folder: string, written: Outcome["written"], { server, revealRun }: AgainParts): Promise<void> {
  const { t } = vscode.l10n;
  const all = (await server.request(runs, {})).runs.find((run) => run.folder === folder)?.passes ?? [];
  const passes = passesIn(written, all);
  const { text, location } = await server.request(passFindings, { passes: passes.map(({ kind }) => kind) });
  const speeds = passes.filter(hasOtherSpeed).map((pass) => `${passName(pass.kind)}: ${passSpeed(pass)}`);
  const hasWaits = passes.some(({ kind }) => kind === "waits");
  const goTo = async (place: Location): Promise<void> => {
    noteReading();
    await showPlace(place);
  };
  const leads = [
    ...(location === null ? [] : [{ name: t("Go to Line"), go: () => goTo(location) }]),
    ...(hasWaits ? [{ name: t("Slowest Requests"), go: () => vscode.commands.executeCommand("heatline.showSlowestRequests") }] : []),
    { name: t("Show in Runs"), go: () => revealRun(folder) },
  ];
  const message = [text === "" ? t("The passes found nothing in your own code.") : text, ...speeds].join(" · ");
  const chosen = await inform(message, ...leads.map(({ name }) => name));
  await leads.find(({ name }) => name === chosen)?.go();
}

interface Outcome {
  /** Folders of the passes that were measured to their end. */
  readonly written: readonly string[];
  /** Whose code was measured again; undefined if it was not started. */
  readonly app?: ProfiledApp;
  readonly error?: AdapterEvents["heatline.explained"]["error"];
}

/** One request to the session of an app, which is started for it if none runs. */
class Explanation {
  readonly #parts: AgainParts;
  readonly #subject: Subject;
  readonly #say: (text: string) => void;
  readonly #token: vscode.CancellationToken;

  constructor(parts: AgainParts, subject: Subject, say: (text: string) => void, token: vscode.CancellationToken) {
    this.#parts = parts;
    this.#subject = subject;
    this.#say = say;
    this.#token = token;
  }

  async measure({ folder, passes, plan }: { folder: string; passes: readonly AskedPass[]; plan: LoadPlan }): Promise<Outcome> {
    const { sessions, loadModel } = this.#parts;
    const running = sessions.running(this.#subject.measured.key);
    const app = running ?? (await this.#started());
    if (app === undefined) return { written: [] };
    if (!(await this.#isReady(app))) {
      // Its user wants no passes of an app that runs for them alone.
      if (running === undefined) await vscode.debug.stopDebugging(app.session);
      return { written: [] };
    }
    const written: string[] = [];
    let stop = (): void => undefined;
    const over = new Promise<Outcome["error"]>((resolve) => {
      const listening = vscode.Disposable.from(
        sessions.onDidReceive(({ app: from, event }) => {
          if (from !== app) return;
          if (event.name === "heatline.passProgress") this.#say(progressText(event.body));
          if (event.name === "heatline.passWritten") written.push(event.body.folder);
          if (event.name === "heatline.explained") end(event.body.error);
        }),
        sessions.onDidEnd((ended) => {
          if (ended === app) end(undefined);
        }),
        this.#token.onCancellationRequested(() => void this.#parts.guard(() => sessions.request("heatline.cancelExplain", {}, app))),
      );
      const end = (error: Outcome["error"]): void => {
        listening.dispose();
        resolve(error);
      };
      stop = () => end(undefined);
    });
    const reached = loadModel.logins.added(loadModel.app === app ? loadModel.reaching(plan) : plan, app.key);
    try {
      await sessions.request("heatline.explain", { folder, passes, plan: reached, endsAfter: running === undefined }, app);
    } catch (error) {
      stop();
      throw error;
    }
    if (this.#token.isCancellationRequested) await sessions.request("heatline.cancelExplain", {}, app);
    const error = await over;
    return { written, app, ...(error === undefined ? {} : { error }) };
  }

  /** Undefined if VS Code does not start it, which VS Code has reported. */
  async #started(): Promise<ProfiledApp | undefined> {
    const { app, measured } = this.#subject;
    this.#say(vscode.l10n.t("Starting {0}…", measured.name));
    let started: ProfiledApp | undefined;
    const listening = this.#parts.sessions.onDidStart((each) => (started ??= each));
    try {
      return (await vscode.debug.startDebugging(app.folder, app.configuration, quietSession)) ? started : undefined;
    } finally {
      listening.dispose();
    }
  }

  /** Whether it listens; false if it ended, or the user has enough. */
  async #isReady(app: ProfiledApp): Promise<boolean> {
    const { loadModel, sessions } = this.#parts;
    const isLeft = (): boolean => this.#token.isCancellationRequested || sessions.running(app.key) !== app;
    const isReady = (): boolean => loadModel.app !== app || loadModel.state.origins.length > 0;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isLeft() && !isReady()) return;
        listening.dispose();
        resolve();
      };
      const events = [loadModel.onDidChange, sessions.onDidEnd, this.#token.onCancellationRequested];
      const listening = vscode.Disposable.from(...events.map((event: vscode.Event<unknown>) => event(look)));
      look();
    });
    return !isLeft();
  }
}
