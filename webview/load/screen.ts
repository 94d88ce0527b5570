import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import { button, relabel } from "../controls/button.ts";
import { progressRing } from "../controls/tabs.ts";
import { element, smallPrint } from "../element.ts";
import type { AgainOffer, LoadFormState } from "./incoming.ts";
import { askingView } from "./asking.ts";
import { type PlanForm, planForm } from "./form.ts";
import { listeningPlace } from "./fields/origins.ts";
import { progressView } from "./progress.ts";
import { recordingView } from "./recording.ts";
import { compareButton, resultView } from "./result.ts";
import type { Context, Screen } from "./screen-context.ts";
import type { Translate } from "../texts.ts";

/** The spinner appears only after this time: where the CPU draws frames, animating it delays what is awaited. */
const ringAfterMs = 1500;

type Phase = LoadFormState["phase"];

const screens: Readonly<Record<Phase, (state: LoadFormState, context: Context) => Screen>> = {
  idle,
  starting: (state, context) =>
    waiting(context.t("Starting {0}…", state.appName), context.t("The load form opens as soon as the app listens on a port."), [
      stopApp(context),
    ]),
  ready,
  asking: (state, context) => askingView(state, context, appHead(state)),
  loading: (state, context) => progressView(context, appHead(state), heatAtEnd(state, context.t)),
  recording: (state, context) =>
    recordingView(state, context, appHead(state), [...oldCode(state, context.t), ...heatAtEnd(state, context.t)], stopApp(context)),
  explaining: (state, context) =>
    waiting(
      context.t("Measuring {0} again to explain its run…", state.appName),
      context.t("It is restarted for each pass. A notification shows how far it is and has a button to cancel."),
      [stopApp(context)],
    ),
  saving: (_, context) => waiting(context.t("Saving and analysing the run…"), "", []),
  done,
};

export function screenOf(state: LoadFormState, context: Context): Screen {
  return screens[state.phase](state, context);
}

/** The app's name and where it is listening. */
function appHead(state: LoadFormState): HTMLElement {
  const ports = [...new Set(state.origins.map(listeningPlace))];
  return element(
    "header",
    { class: "app" },
    element("h1", { title: state.appName }, state.appName),
    element("span", { class: "ports", title: state.origins.join("\n") }, ports.join("  ")),
  );
}

/** For screen readers, on a screen without the app's name. */
function heading(): HTMLElement {
  return element("h1", { class: "spoken" }, "Heatline");
}

/** A hint if the recording shows no heat before its end. */
function heatAtEnd(state: LoadFormState, t: Translate): readonly HTMLElement[] {
  return state.heatAtEnd === true
    ? [smallPrint(t("Recorded through the inspector, which gives no live heat: the lines are coloured when the recording ends."))]
    : [];
}

function still(parts: readonly HTMLElement[], bar: readonly HTMLElement[]): Screen {
  return { element: element("div", { class: "stack" }, ...parts), bar, primary: bar[0] };
}

function idle(state: LoadFormState, context: Context): Screen {
  const profile = profileApp(context, "big");
  const result = state.report || (state.hotLines ?? []).length > 0 ? [resultView(state, context)] : [];
  if (state.again !== undefined) {
    return still([heading(), ...savedSince(state), ...result], [again(state.again, context), profileApp(context, "secondary")]);
  }
  const compare = state.isComparable === true && result.length === 0 ? [compareButton(context)] : [];
  return still(
    [heading(), element("p", {}, context.t("Starts your app, sends it load and shows where its CPU time goes, line by line.")), ...result],
    [profile, ...compare],
  );
}

function waiting(message: string, help: string, actions: readonly HTMLElement[]): Screen {
  const status = element("div", { class: "waiting", role: "status" }, element("p", {}, message));
  const timer = setTimeout(() => status.prepend(progressRing(message)), ringAfterMs);
  const screen = still([heading(), status, ...(help === "" ? [] : [smallPrint(help)])], actions);
  return { ...screen, primary: undefined, dispose: () => clearTimeout(timer) };
}

function ready(state: LoadFormState, context: Context): Screen {
  const { start, form } = startableForm(state, context, context.t("Start Load"));
  return {
    ...still([appHead(state), ...oldCode(state, context.t), ...signedIn(state, context), form.element], startBar(state, context, start)),
    focusPath: () => form.focusPath(),
    choose: (request) => form.choose(request),
    follow: (plan) => form.follow(plan),
    propose: (all) => form.propose(all),
  };
}

function done(state: LoadFormState, context: Context): Screen {
  const head = state.appName === "" ? [] : [appHead(state)];
  if (!state.appRunning) {
    const bar = [...(state.again === undefined ? [] : [again(state.again, context)]), profileApp(context, "secondary")];
    return still([...head, ...savedSince(state), resultView(state, context)], bar);
  }
  const { start, form } = startableForm(state, context, context.t("Start Load Again"));
  const settings = element("details", { class: "part settings" }, element("summary", {}, context.t("Load settings")), form.element);
  settings.open = state.imported !== undefined;
  return {
    ...still(
      [...head, ...oldCode(state, context.t), resultView(state, context), ...signedIn(state, context), settings],
      startBar(state, context, start),
    ),
    follow: (plan) => form.follow(plan),
    propose: (all) => form.propose(all),
  };
}

/** A notice if a load would measure code from before a change. */
function oldCode(state: LoadFormState, t: Translate): readonly HTMLElement[] {
  const { changedFile, ranBuild } = state;
  const stale = ranBuild?.stale;
  if (stale !== undefined)
    return [
      codeNotice(
        t("{0} is older than {1}: build first.", stale.output, stale.source),
        t("The app runs an older build: a load would not measure what you have changed."),
      ),
    ];
  if (state.again !== undefined || changedFile === undefined) return savedSince(state);
  return [
    codeNotice(
      t("{0} was saved after the app started.", changedFile),
      t("The app still runs the old code unless it reloads by itself. Restart it to measure the change."),
    ),
  ];
}

function hasOldCode({ again, changedFile, ranBuild }: LoadFormState): boolean {
  return again !== undefined || changedFile !== undefined || ranBuild?.stale !== undefined;
}

/** What was saved since the shown run, and what measuring it again does. */
function savedSince({ again }: LoadFormState): readonly HTMLElement[] {
  return again === undefined ? [] : [codeNotice(again.about, again.help)];
}

function codeNotice(notice: string, help: string): HTMLElement {
  return element("div", { class: "response", role: "status" }, element("strong", {}, notice), smallPrint(help));
}

/** Whose password the load sends, and a way to forget it. */
function signedIn({ signedInAs }: LoadFormState, { t, post }: Context): readonly HTMLElement[] {
  if (signedInAs === undefined) return [];
  const out = button({ label: t("Sign Out"), look: "secondary", onClick: () => post({ type: "signOut" }) });
  return [element("div", { class: "response", role: "status" }, smallPrint(t("Signed in as {0}, until VS Code closes.", signedInAs)), out)];
}

/** After a change of the code, what measures it comes first. */
function startBar(state: LoadFormState, context: Context, start: HTMLElement): readonly HTMLElement[] {
  if (state.again !== undefined) return [again(state.again, context), start, stopApp(context)];
  if (!hasOldCode(state)) return [start, stopApp(context)];
  const { t, post } = context;
  if (state.ranBuild?.stale !== undefined) {
    const build = button({ label: t("Build and Restart"), look: "primary", icon: "restart", onClick: () => post({ type: "buildApp" }) });
    return [build, start, stopApp(context)];
  }
  const restart = button({ label: t("Restart App"), look: "primary", icon: "restart", onClick: () => post({ type: "restartApp" }) });
  return [restart, start, stopApp(context)];
}

/** A form with its start button, for a load run or for a recording without load. */
function startableForm(
  state: LoadFormState,
  { t, post, more }: Context,
  loadLabel: string,
): { readonly start: HTMLElement; readonly form: PlanForm } {
  const showLabel = (): void => relabel(start, form.tool === "manual" ? t("Start Recording") : loadLabel);
  const withPlan = (use: (plan: LoadPlan) => void): void => {
    const plan = form.submit();
    if (plan) return use(plan);
    form.element.closest("details")?.setAttribute("open", "");
    form.submit();
  };
  const submit = (): void => {
    if (form.tool === "manual") return post({ type: "startRecording" });
    withPlan((plan) => post({ type: "startLoad", plan }));
  };
  const save = button({
    label: t("Save to launch.json"),
    look: "secondary",
    icon: "save",
    onClick: () => withPlan((plan) => post({ type: "saveLoad", plan })),
  });
  const form = planForm(
    t,
    state.plan,
    { origins: state.origins, foundTools: state.foundTools, more, lastInMore: save, imported: state.imported },
    {
      edited: (plan) => post({ type: "planChanged", plan }),
      toolChanged: showLabel,
      submitted: submit,
      filled: () => start.focus(),
      importWanted: () => post({ type: "importRequests" }),
    },
  );
  form.propose(state.proposals);
  const start = button({ label: "", look: hasOldCode(state) ? "secondary" : "primary", icon: "play", onClick: submit });
  showLabel();
  return { start, form };
}

function again({ label, help }: AgainOffer, { post }: Context): HTMLElement {
  const made = button({ label, look: "primary", icon: "restart", onClick: () => post({ type: "measureAgain" }) });
  made.title = `${label}\n${help}`;
  return made;
}

function profileApp({ t, post }: Context, look: "big" | "secondary"): HTMLElement {
  return button({ label: t("Profile Current App"), look, icon: "flame", onClick: () => post({ type: "profileApp" }) });
}

function stopApp({ t, post }: Context): HTMLElement {
  return button({ label: t("Stop App"), look: "secondary", icon: "stop", onClick: () => post({ type: "stopApp" }) });
}
