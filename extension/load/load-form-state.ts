import type { FirstResponse } from "../../language-server/analysis/load/first-response.ts";
import type { LoadPlan, LoadReport } from "../../language-server/analysis/load/load.ts";
import type { HotLineText, LoadFormState } from "../../webview/load/incoming.ts";
import { withOrigin } from "./load-plan.ts";

/** All events that change the load form. */
export type LoadFormEvent =
  /** `startedAt`: of an app that may come to listen. */
  | { readonly type: "appStarted"; readonly appName: string; readonly plan: LoadPlan; readonly startedAt?: number | undefined }
  /** `attached`: the app was already running, and may listen on no port. `heatAtEnd`: a recording shows nothing before its end. */
  | {
      readonly type: "ready";
      readonly origins: readonly string[];
      readonly attached?: boolean | undefined;
      readonly heatAtEnd?: boolean | undefined;
      /** Its recording from the first line goes on, until it is stopped. */
      readonly goesOn?: boolean | undefined;
      /** The app, or another one in its place, has just loaded its code. */
      readonly isOtherProcess?: boolean | undefined;
    }
  /** The app runs code from before this change. `file`: its name. */
  | { readonly type: "codeSaved"; readonly file: string }
  /** What runs is known, and whether it is older than its source. */
  | { readonly type: "build"; readonly stale: NonNullable<LoadFormState["ranBuild"]>["stale"] }
  /** What changes nothing else. */
  | { readonly type: "changed"; readonly to: Partial<Pick<LoadFormState, Plain>> }
  | { readonly type: "loadStarted"; readonly plan: LoadPlan }
  | { readonly type: "firstResponses"; readonly responses: readonly FirstResponse[] }
  | { readonly type: "proceeded" }
  | { readonly type: "recording"; readonly recording: boolean }
  /** Its app is started again for each pass of a run; once that `isOver`, as it was before. */
  | { readonly type: "explaining"; readonly isOver: boolean }
  | { readonly type: "loadEnded"; readonly report?: LoadReport | undefined; readonly error?: FormError | undefined }
  | ({ readonly type: "runShown" } & Result)
  /** The run that was explained is shown again, with its passes. */
  | ({ readonly type: "explainedShown" } & Result)
  | { readonly type: "appEnded" }
  /** The app has ended and no run will follow. */
  | { readonly type: "nothingRecorded" };

/** What the form shows of a run. */
interface Result {
  readonly hotLines: readonly HotLineText[];
  readonly selectionText: string;
  readonly report?: LoadReport | undefined;
}

type Plain = "plan" | "imported" | "foundTools" | "proposals" | "again" | "isComparable" | "error";
type FormError = NonNullable<LoadFormState["error"]>;

export function initialState(plan: LoadPlan): LoadFormState {
  return { phase: "idle", appName: "", appRunning: false, origins: [], plan, foundTools: [], proposals: [] };
}

/**
 * The form after an event. Recording starts with the app; once the app listens, the form waits for load (`ready`). A recording that starts
 * before any server is known is treated as that of a script, until the first server appears.
 */
export function nextState(state: LoadFormState, event: LoadFormEvent): LoadFormState {
  switch (event.type) {
    case "appStarted":
      return {
        phase: "starting",
        appName: event.appName,
        appRunning: true,
        origins: [],
        plan: event.plan,
        foundTools: state.foundTools,
        proposals: [],
        again: state.again,
        isComparable: state.isComparable,
        startedAt: event.startedAt,
      };
    case "ready":
      return onReady({ ...(event.isOtherProcess === true ? withoutChange(state) : state), heatAtEnd: event.heatAtEnd === true }, event);
    case "codeSaved":
      return state.appRunning ? { ...state, changedFile: event.file } : state;
    case "build":
      return state.appRunning ? { ...state, ranBuild: event.stale === undefined ? {} : { stale: event.stale } } : state;
    case "changed":
      return { ...state, ...event.to };
    case "loadStarted":
      return { ...withoutError(state), phase: "loading", plan: event.plan, imported: undefined, report: undefined };
    case "firstResponses":
      return state.phase === "loading" ? { ...state, phase: "asking", firstResponses: event.responses } : state;
    case "proceeded":
      return state.phase === "asking" ? { ...withoutQuestion(state), phase: "loading" } : state;
    case "recording":
      return onRecording(state, event.recording);
    case "explaining":
      return onExplaining(state, event.isOver);
    case "loadEnded":
      return onLoadEnded(state, event.report, event.error);
    case "runShown":
      return withResult(state, event, "done");
    case "explainedShown":
      return onExplainedShown(state, event);
    case "appEnded":
      return onAppEnded(state);
    case "nothingRecorded":
      return { ...state, phase: state.phase === "done" ? "done" : "idle" };
  }
}

/** Whether a load run or a recording can be started now. */
export function canStart(state: LoadFormState): boolean {
  return state.appRunning && (state.phase === "ready" || state.phase === "done");
}

type Ready = Extract<LoadFormEvent, { readonly type: "ready" }>;

function onReady(state: LoadFormState, { origins, attached = false, goesOn = false }: Ready): LoadFormState {
  const startedAt = origins.length > 0 || attached ? undefined : state.startedAt;
  const next = { ...state, origins, startedAt, plan: withOrigin(state.plan, origins) };
  const listensAtLast = state.origins.length === 0 && origins.length > 0;
  const waits = state.phase === "starting" || state.phase === "recording";
  if (attached) return state.phase === "starting" ? { ...next, phase: "ready" } : next;
  if (!listensAtLast || !waits || (goesOn && state.phase === "recording")) return next;
  // An app that was started again for the passes of a run: the form shows that run. It may be recorded from its first line.
  return { ...next, phase: state.hotLines !== undefined && state.report !== undefined ? "done" : "ready" };
}

/** During a load run, recording covers the measured part only; the load's own events say more. */
function onRecording(state: LoadFormState, recording: boolean): LoadFormState {
  if (recording) {
    const starts = state.phase === "starting" || state.phase === "ready" || state.phase === "done";
    return starts ? { ...withoutError(state), phase: "recording", report: state.phase === "starting" ? state.report : undefined } : state;
  }
  return state.phase === "recording" ? { ...state, phase: "saving" } : state;
}

function onExplaining(state: LoadFormState, isOver: boolean): LoadFormState {
  if (!state.appRunning) return state;
  const shown = state.phase === "done" || state.phase === "explaining" ? state : withoutResult(state);
  return { ...withoutChange(withoutError(shown)), phase: isOver ? "starting" : "explaining", origins: [] };
}

/** Once the app is over, or listens again; what the user has started meanwhile goes on. */
function onExplainedShown(state: LoadFormState, result: Result): LoadFormState {
  switch (state.phase) {
    case "asking":
    case "loading":
      return state;
    case "recording":
      // From its first line on, until it listens.
      return state.origins.length === 0 ? withResult(state, result, state.phase) : state;
    case "starting":
    case "saving":
    case "explaining":
      return withResult(state, result, state.phase);
    case "ready":
    case "idle":
    case "done":
      return withResult(state, result, "done");
  }
}

/** If a load failed before anything was measured, the app is ready for another attempt; otherwise the run follows. */
function onLoadEnded(state: LoadFormState, report: LoadReport | undefined, error: FormError | undefined): LoadFormState {
  if (state.phase !== "loading" && state.phase !== "asking" && state.phase !== "saving")
    return error === undefined ? state : { ...state, error };
  const next = { ...withoutQuestion(state), ...(error === undefined ? {} : { error }), report };
  return { ...next, phase: report === undefined ? (state.appRunning ? "ready" : "idle") : "saving" };
}

function onAppEnded(state: LoadFormState): LoadFormState {
  const ended = { ...withoutChange(withoutQuestion(state)), appRunning: false, origins: [] };
  switch (state.phase) {
    case "starting":
    case "asking":
    case "loading":
    case "recording":
    case "saving":
      return { ...ended, phase: "saving" };
    case "explaining":
    case "ready":
    case "idle":
      return { ...ended, phase: "idle" };
    case "done":
      return ended;
  }
}

function withResult(state: LoadFormState, { hotLines, selectionText, report }: Result, phase: LoadFormState["phase"]): LoadFormState {
  return { ...state, phase, hotLines, selectionText, report };
}

function withoutResult(state: LoadFormState): LoadFormState {
  const { hotLines: _lines, selectionText: _text, report: _report, ...rest } = state;
  return rest;
}

function withoutQuestion(state: LoadFormState): LoadFormState {
  const { firstResponses: _responses, ...rest } = state;
  return rest;
}

function withoutChange(state: LoadFormState): LoadFormState {
  const { changedFile: _file, ranBuild: _build, ...rest } = state;
  return rest;
}

function withoutError(state: LoadFormState): LoadFormState {
  const { error: _error, ...rest } = state;
  return rest;
}
