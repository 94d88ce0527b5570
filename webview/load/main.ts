import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import { oneRow, afterPresses } from "../controls/presses.ts";
import { registerControls } from "../controls/register.ts";
import { element } from "../element.ts";
import { connect } from "../host.ts";
import { toLoadForm, type LoadFormState, type ToLoadForm } from "./incoming.ts";
import type { FromLoadForm } from "./outgoing.ts";
import "../base.css";
import "./styles/page.css";
import "./styles/requests.css";
import "./styles/figures.css";
import "./styles/hot-lines.css";
import { moreMemory, planText } from "./more-section.ts";
import { screenOf } from "./screen.ts";
import type { ChosenRequest, Screen } from "./screen-context.ts";
import { pageTexts } from "../texts.ts";

registerControls();
const locale = document.documentElement.lang;
const t = pageTexts();
const errorBox = element("div", { class: "error", role: "alert", hidden: "" });
const place = element("div", {});
const bar = element("footer", { class: "action-bar button-row" });
oneRow(bar);
const root = document.querySelector("main") ?? document.body;
root.append(element("div", { class: "content" }, errorBox, place), bar);

let shown: LoadFormState | undefined;
let screen: Screen | undefined;
/** A request chosen on a screen without a form, to be filled into the next form. */
let chosen: ChosenRequest | undefined;
/**
 * Plans that the form has held, oldest first, so that a late echo of an edit from the extension does not rebuild the form while the user
 * types.
 */
let formPlans: string[] = [];
const whenReleased = afterPresses();
const host = connect<ToLoadForm, FromLoadForm>(toLoadForm, receive);
const more = moreMemory(host);
host.post({ type: "ready" });

function receive(message: ToLoadForm): void {
  if (message.type === "progress") return screen?.progress?.(message.progress);
  if (message.type === "live") return screen?.live?.(message.hottest);
  if (message.type === "loop") return screen?.loop?.(message.busiest);
  whenReleased(() => show(message.state));
}

function show(state: LoadFormState): void {
  const before = shown;
  shown = state;
  showError(shown.error);
  if (before && !needsRebuild(before, shown)) {
    screen?.propose?.(shown.proposals);
    return follow(before, shown);
  }
  const focused = screen?.primary !== undefined && screen.primary === document.activeElement;
  rebuild(shown);
  if (focused && shown.phase === before?.phase) screen?.primary?.focus();
  if (shown.phase === before?.phase) return;
  if (shown.phase === "asking") screen?.primary?.focus();
  if (shown.phase === "ready") enterForm(before?.phase === "asking");
  else if (shown.phase !== "asking") chosen = undefined;
}

function enterForm(toChange: boolean): void {
  const request = chosen;
  chosen = undefined;
  if (request !== undefined) screen?.choose?.(request);
  else if (toChange) screen?.focusPath?.();
  else screen?.primary?.focus();
}

function rebuild(state: LoadFormState): void {
  screen?.dispose?.();
  formPlans = [planText(state.plan)];
  screen = screenOf(state, { t, locale, post, more, choose: (request) => (chosen = request) });
  place.replaceChildren(screen.element);
  bar.replaceChildren(...screen.bar);
  bar.hidden = screen.bar.length === 0;
}

function post(message: FromLoadForm): void {
  if ("plan" in message) formPlans.push(planText(message.plan));
  host.post(message);
}

/** Shows the request that the extension found since. */
function follow({ plan: before }: LoadFormState, { plan }: LoadFormState): void {
  const now = planText(plan);
  if (formPlans.includes(now) || now === planText(before)) return;
  formPlans = [now];
  screen?.follow?.(plan);
}

/**
 * Whether anything changed besides the error, which has its own place, the proposals, the plan's first method and path, and a plan that the
 * form already holds.
 */
function needsRebuild(before: LoadFormState, now: LoadFormState): boolean {
  const rest = ({ error: _error, plan: _plan, proposals: _proposals, ...each }: LoadFormState): string => JSON.stringify(each);
  if (rest(before) !== rest(now)) return true;
  const plan = planText(now.plan);
  const showsForm = now.phase === "ready" || now.phase === "done";
  const echoed = formPlans.lastIndexOf(plan);
  if (echoed > 0) formPlans = formPlans.slice(echoed);
  return showsForm && echoed < 0 && planText(withoutRequest(now.plan)) !== planText(withoutRequest(before.plan));
}

function withoutRequest(plan: LoadPlan): LoadPlan {
  const [first, ...others] = plan.requests;
  return first === undefined ? plan : { ...plan, requests: [{ ...first, method: "GET", path: "/" }, ...others] };
}

function showError(error: LoadFormState["error"]): void {
  errorBox.hidden = error === undefined;
  errorBox.replaceChildren(...(error ? [element("strong", {}, error.message), element("span", {}, error.remedy)] : []));
}
