import type { SignIn } from "../../../language-server/analysis/load/first-response.ts";
import type { LoadPlan } from "../../../language-server/analysis/load/load.ts";
import { button } from "../../controls/button.ts";
import { dropdown } from "../../controls/choices.ts";
import { oneLineField, passwordField, textField, type Field } from "../../controls/text-fields.ts";
import { element } from "../../element.ts";
import type { RequestProposal } from "../incoming.ts";
import type { FromLoadForm } from "../outgoing.ts";
import type { LoadText } from "../text.ts";
import { likelyTokens, withBearer, withSignIn } from "./sign-in-plan.ts";

/** Values to choose from, before the rest is behind a summary. */
const mostValues = 5;

interface Surroundings {
  readonly plan: LoadPlan;
  readonly proposals: readonly RequestProposal[];
  readonly text: LoadText;
  readonly post: (message: FromLoadForm) => void;
}

/** Fields to sign in with, or, after set-up requests were answered, the values that the load can send. */
export interface SignInView {
  readonly element: HTMLElement;
  /** Signs in and starts the load. */
  readonly submit: HTMLElement;
  focus(): void;
}

export function signInView(signIn: SignIn, surroundings: Surroundings): SignInView {
  return signIn.by === "basic" ? basicView(surroundings) : requestView(signIn, surroundings);
}

/** After a set-up the app still asks: what its answers gave, as a list to choose from. */
export function obtainedParts({ values, cookies }: SignIn, { plan, text, post }: Surroundings): readonly HTMLElement[] {
  const said = [text.stillAsks, cookies.length === 0 ? text.noCookie : text.gotCookies(cookies.join(", "))].join(" ");
  const help = element("p", { class: "help", role: "status" }, said);
  const ranked = likelyTokens(values);
  if (ranked.length === 0) return [help];
  const rows = ranked.map((value) => {
    const take = element(
      "button",
      { type: "button", class: "proposal" },
      element("span", { class: "proposed" }, value.text.replaceAll(/^\{\{|\}\}$/g, "")),
      element("span", { class: "from" }, text.valueKind(value.kind, value.length)),
    );
    take.addEventListener("click", () => post({ type: "signIn", plan: withBearer(plan, value.text) }));
    return element("li", {}, take);
  });
  const list = (some: readonly HTMLElement[]): HTMLElement =>
    element("ul", { class: "proposals", "aria-label": text.sendAsBearer }, ...some);
  const more = rows.slice(mostValues);
  return [
    help,
    element("p", { class: "field-label" }, text.sendAsBearer),
    list(rows.slice(0, mostValues)),
    ...(more.length === 0 ? [] : [element("details", { class: "part" }, element("summary", {}, text.more), list(more))]),
  ];
}

function basicView({ plan, text, post }: Surroundings): SignInView {
  const user = textField({ label: text.userName, value: "", onInput: () => user.setProblem(undefined) });
  const password = passwordField({ label: text.password, value: "", onInput: () => undefined });
  const send = (): void => {
    if (user.value === "") return missing(user, text);
    post({ type: "signIn", plan, login: { user: user.value, password: password.value } });
  };
  return view([user.element, password.element, element("p", { class: "help" }, text.basicHelp)], user, text, send);
}

function requestView(signIn: SignIn, { plan, proposals, text, post }: Surroundings): SignInView {
  const isForm = signIn.by === "form";
  const path = textField({
    label: text.signInPath,
    value: isForm ? signIn.action : guessedPath(signIn, proposals),
    onInput: () => path.setProblem(undefined),
  });
  const sendAs = dropdown(
    text.sendAs,
    [
      { value: "json", text: "JSON" },
      { value: "form", text: text.sendAsForm },
    ],
    isForm ? "form" : "json",
    () => undefined,
  );
  const field = (label: string, value: string): Field => {
    const made = textField({ label, value, onInput: () => made.setProblem(undefined) });
    return made;
  };
  const userField = field(text.userField, isForm ? signIn.user : "username");
  const passwordName = field(text.passwordField, isForm ? signIn.password : "password");
  const user = field(text.userName, "");
  const password = passwordField({ label: text.password, value: "", onInput: () => password.setProblem(undefined) });
  const send = (): void => {
    if (!path.value.trim().startsWith("/")) return wrong(path, text.badSignInPath);
    if (password.value === "") return missing(password, text);
    const entered = {
      method: isForm ? signIn.method : ("POST" as const),
      path: path.value.trim(),
      sendAs: sendAs.value === "form" ? ("form" as const) : ("json" as const),
      userField: userField.value.trim(),
      user: user.value,
      passwordField: passwordName.value.trim(),
      password: password.value,
    };
    post({ type: "signIn", plan: withSignIn(plan, signIn, entered) });
  };
  const names = element(
    "details",
    { class: "part" },
    element("summary", {}, text.signInRequest),
    element("div", { class: "fields" }, ...(isForm ? [path.element] : []), sendAs.element, userField.element, passwordName.element),
  );
  const help = isForm ? text.formHelp(signIn.page) : text.requestHelp;
  return view(
    [element("p", { class: "help" }, help), ...(isForm ? [] : [path.element]), user.element, password.element, names],
    isForm ? user : path,
    text,
    send,
  );
}

/** A route by its name, else the path to which the app redirects. */
function guessedPath({ page }: SignIn, proposals: readonly RequestProposal[]): string {
  const likely = proposals.find(({ method, path }) => method === "POST" && /log-?_?in|sign-?_?in|auth(?!or)|session|token/i.test(path));
  return likely?.path ?? (page === "" ? "/login" : page);
}

function view(parts: readonly HTMLElement[], first: Field, text: LoadText, send: () => void): SignInView {
  const form = element("div", { class: "fields", role: "group", "aria-label": text.signInFirst }, ...parts);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.target as Element).matches(oneLineField)) send();
  });
  const submit = button({ label: text.signIn, look: "primary", icon: "play", onClick: send });
  return { element: form, submit, focus: () => first.focus() };
}

function missing(field: Field, text: LoadText): void {
  wrong(field, text.enterThis);
}

function wrong(field: Field, problem: string): void {
  field.setProblem(problem);
  field.element.closest("details")?.setAttribute("open", "");
  field.focus();
}
