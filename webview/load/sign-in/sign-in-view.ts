import type { SignIn } from "../../../language-server/analysis/load/first-response.ts";
import type { LoadPlan } from "../../../language-server/analysis/load/load.ts";
import { button } from "../../controls/button.ts";
import { dropdown } from "../../controls/choices.ts";
import { oneLineField, passwordField, textField, type Field } from "../../controls/text-fields.ts";
import { element, smallPrint } from "../../element.ts";
import type { RequestProposal } from "../incoming.ts";
import type { FromLoadForm } from "../outgoing.ts";
import type { Translate } from "../../texts.ts";
import { likelyTokens, withBearer, withSignIn } from "./sign-in-plan.ts";

/** Values to choose from, before the rest is behind a summary. */
const mostValues = 5;

interface Surroundings {
  readonly plan: LoadPlan;
  readonly proposals: readonly RequestProposal[];
  readonly t: Translate;
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
export function obtainedParts({ values, cookies }: SignIn, { plan, t, post }: Surroundings): readonly HTMLElement[] {
  const said = [
    t("The setup requests were answered, but the app still asks to sign in."),
    cookies.length === 0 ? t("They set no cookie.") : t("The load sends the cookies {0}.", cookies.join(", ")),
  ].join(" ");
  const help = element("p", { class: "help", role: "status" }, said);
  const ranked = likelyTokens(values);
  if (ranked.length === 0) return [help];
  const rows = ranked.map((value) => {
    const take = element(
      "button",
      { type: "button", class: "proposal" },
      element("span", { class: "proposed" }, value.text.replaceAll(/^\{\{|\}\}$/g, "")),
      element("span", { class: "from" }, kindText(value, t)),
    );
    take.addEventListener("click", () => post({ type: "signIn", plan: withBearer(plan, value.text) }));
    return element("li", {}, take);
  });
  const list = (some: readonly HTMLElement[]): HTMLElement =>
    element("ul", { class: "proposals", "aria-label": t("Send a value of the answer as a Bearer token") }, ...some);
  const more = rows.slice(mostValues);
  return [
    help,
    element("p", { class: "field-label" }, t("Send a value of the answer as a Bearer token")),
    list(rows.slice(0, mostValues)),
    ...(more.length === 0 ? [] : [element("details", { class: "part" }, element("summary", {}, t("More")), list(more))]),
  ];
}

function kindText({ kind, length }: SignIn["values"][number], t: Translate): string {
  if (kind === "text") return t("text of {0} characters", length);
  return kind === "number" ? t("number") : t("yes or no");
}

function basicView({ plan, t, post }: Surroundings): SignInView {
  const user = textField({ label: t("User"), value: "" });
  const password = passwordField({ label: t("Password"), value: "" });
  const send = (): void => {
    if (user.value === "") return missing(user, t);
    post({ type: "signIn", plan, login: { user: user.value, password: password.value } });
  };
  return view(
    [
      user.element,
      password.element,
      smallPrint(
        t("Sent with each request as Basic authorization. Heatline keeps it in memory until VS Code closes, and writes it nowhere."),
      ),
    ],
    user,
    t,
    send,
  );
}

function requestView(signIn: SignIn, { plan, proposals, t, post }: Surroundings): SignInView {
  const isForm = signIn.by === "form";
  const path = textField({ label: t("Sign-in path"), value: isForm ? signIn.action : guessedPath(signIn, proposals) });
  const sendAs = dropdown(
    t("Send as"),
    [
      { value: "json", text: "JSON" },
      { value: "form", text: t("Form") },
    ],
    isForm ? "form" : "json",
    () => undefined,
  );
  const userField = textField({ label: t("Name of the user field"), value: isForm ? signIn.user : "username" });
  const passwordName = textField({ label: t("Name of the password field"), value: isForm ? signIn.password : "password" });
  const user = textField({ label: t("User"), value: "" });
  const password = passwordField({ label: t("Password"), value: "" });
  const send = (): void => {
    if (!path.value.trim().startsWith("/")) return wrong(path, t("Enter a path like /login."));
    if (password.value === "") return missing(password, t);
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
    element("summary", {}, t("Sign-in request")),
    element("div", { class: "fields" }, ...(isForm ? [path.element] : []), sendAs.element, userField.element, passwordName.element),
  );
  const help = isForm
    ? t("Fills in the form of {0}, then starts the load with the cookies that the app sets.", signIn.page)
    : t("Sent once, then the load starts with the cookies that the app sets, or asks for a value of its answer.");
  return view([smallPrint(help), ...(isForm ? [] : [path.element]), user.element, password.element, names], isForm ? user : path, t, send);
}

/** A route by its name, else the path to which the app redirects. */
function guessedPath({ page }: SignIn, proposals: readonly RequestProposal[]): string {
  const likely = proposals.find(({ method, path }) => method === "POST" && /log-?_?in|sign-?_?in|auth(?!or)|session|token/i.test(path));
  return likely?.path ?? (page === "" ? "/login" : page);
}

function view(parts: readonly HTMLElement[], first: Field, t: Translate, send: () => void): SignInView {
  const form = element("div", { class: "fields", role: "group", "aria-label": t("Sign In First") }, ...parts);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.target as Element).matches(oneLineField)) send();
  });
  const submit = button({ label: t("Sign In"), look: "primary", icon: "play", onClick: send });
  return { element: form, submit, focus: () => first.focus() };
}

function missing(field: Field, t: Translate): void {
  wrong(field, t("Enter a value."));
}

function wrong(field: Field, problem: string): void {
  field.setProblem(problem);
  field.element.closest("details")?.setAttribute("open", "");
  field.focus();
}
