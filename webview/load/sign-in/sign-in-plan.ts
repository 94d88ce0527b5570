import type { SignIn } from "../../../language-server/analysis/load/first-response.ts";
import type { LoadPlan, LoadRequest } from "../../../language-server/analysis/load/load.ts";
import { step } from "../../../language-server/analysis/load/setup/answer-values.ts";

/** What a user enters to sign in by a request. */
export interface EnteredSignIn {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly sendAs: "json" | "form";
  readonly userField: string;
  readonly user: string;
  readonly passwordField: string;
  readonly password: string;
}

/** Names of our set-up requests: those of a plan that have them are replaced. */
const pageName = "loginPage";
const loginName = "login";

/** The plan with set-up requests that sign in first; a page's form is fetched before, for its cookie and what it fills in. */
export function withSignIn(plan: LoadPlan, { by, page, hidden }: SignIn, entered: EnteredSignIn): LoadPlan {
  const isForm = by === "form" && page !== "";
  const first: LoadRequest[] = isForm ? [{ method: "GET", path: page, headers: {}, body: "", name: pageName }] : [];
  const login = loginRequest(entered, isForm ? hidden : []);
  const others = plan.setup.filter(({ name, ...each }) => name !== pageName && name !== loginName && !isSame(each, login));
  return { ...plan, setup: [...first, { ...login, name: loginName }, ...others] };
}

function isSame(one: Pick<LoadRequest, "method" | "path">, other: Pick<LoadRequest, "method" | "path">): boolean {
  return one.method === other.method && one.path === other.path;
}

function loginRequest(entered: EnteredSignIn, hidden: readonly string[]): LoadRequest {
  const { method, path, sendAs, userField, user, passwordField, password } = entered;
  const fields = [[userField, user] as const, [passwordField, password] as const].filter(([name]) => name !== "");
  if (sendAs === "json")
    return { method, path, headers: { "content-type": "application/json" }, body: JSON.stringify(Object.fromEntries(fields)) };
  const filled = hidden.map((name) => `${encodeURIComponent(name)}={{${pageName}${step(name)}}}`);
  const form = [...filled, ...fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)].join("&");
  if (method === "GET") return { method, path: `${path}${path.includes("?") ? "&" : "?"}${form}`, headers: {}, body: "" };
  return { method, path, headers: { "content-type": "application/x-www-form-urlencoded" }, body: form };
}

/** The plan whose requests bear a value, such as `{{login.token}}`. */
export function withBearer(plan: LoadPlan, value: string): LoadPlan {
  const others = (headers: LoadRequest["headers"]): LoadRequest["headers"] =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "authorization"));
  return {
    ...plan,
    requests: plan.requests.map((each) => ({ ...each, headers: { ...others(each.headers), authorization: `Bearer ${value}` } })),
  };
}

/** Tokens first: by their names, then the longest texts. */
export function likelyTokens(values: SignIn["values"]): SignIn["values"] {
  const rank = ({ text, kind, length }: SignIn["values"][number]): number =>
    (kind === "text" ? 0 : 4) + (/token|jwt|bearer/i.test(text) && !/refresh/i.test(text) ? 0 : 2) + (length >= 16 ? 0 : 1);
  return values.toSorted((one, other) => rank(one) - rank(other));
}
