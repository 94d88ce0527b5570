import type { SignIn } from "../../../analysis/load/first-response.ts";
import { type LoginForm, loginForm } from "../../../analysis/load/setup/page-form.ts";
import { firstResponseLimitMs } from "../await-response.ts";
import type { TargetedRequest } from "../request-target.ts";
import { type HttpResponse, sendRequest, ifFailed } from "../send-request.ts";
import type { SetupSession } from "./setup-session.ts";

/** What the set-up requests gave before. */
export type Obtained = Pick<SetupSession, "cookieNames" | "values" | "isSent">;

type How = Omit<SignIn, "isAfterSetup" | "values" | "cookies">;

const unknown: How = { by: "request", page: "", method: "POST", action: "", user: "", password: "", hidden: [] };
/** Not `authors`. */
const asksToSignIn = /log-?_?in|sign-?_?in|sso(?![a-z])|auth(?!or)/i;

/**
 * How to sign in, if the response asks for it: 401 or 403, a redirect to a path with login, signin, sso or auth, or a page with a password field. The
 * page to which a redirect leads is fetched once, from the same server only.
 */
export async function signInHint(
  request: TargetedRequest,
  response: HttpResponse,
  obtained: Obtained | undefined,
  signal: AbortSignal,
): Promise<SignIn | undefined> {
  const how = await howToSignIn(request, response, signal);
  if (how === undefined) return undefined;
  const { cookieNames: cookies = [], values = [], isSent = false } = obtained ?? {};
  return { ...how, isAfterSetup: isSent, values: [...values], cookies: [...cookies] };
}

async function howToSignIn(request: TargetedRequest, response: HttpResponse, signal: AbortSignal): Promise<How | undefined> {
  const { status, location } = response;
  const here = new URL(request.path, request.origin);
  if (status === 401 && /(?:^|,)\s*basic\b/i.test(response.headers["www-authenticate"] ?? "")) return { ...unknown, by: "basic" };
  if (status < 300 || status === 401 || status === 403) {
    const found = formOf(response, here);
    return found ?? (status < 300 ? undefined : unknown);
  }
  if (status >= 400 || !URL.canParse(location, here.href)) return undefined;
  const to = new URL(location, here);
  if (!asksToSignIn.test(to.pathname)) return undefined;
  if (to.origin !== here.origin) return unknown;
  const page: TargetedRequest = { method: "GET", path: to.pathname + to.search, origin: to.origin, headers: {}, body: "" };
  const shown = await sendRequest(page, signal, firstResponseLimitMs).catch(ifFailed);
  return (shown && formOf(shown, to)) ?? { ...unknown, page: page.path };
}

function formOf({ text, headers }: HttpResponse, page: URL): How | undefined {
  if (!/html/i.test(headers["content-type"] ?? "")) return undefined;
  const form = loginForm(text);
  if (form === undefined) return undefined;
  const target = actionOf(form, page);
  const path = page.pathname + page.search;
  // A script sends what has no names, and a form of another server is not the app's.
  if (target === undefined || form.password === "") return { ...unknown, page: path };
  const { method, user, password, hidden } = form;
  return { by: "form", page: path, method, action: target, user, password, hidden: [...hidden] };
}

function actionOf({ action }: LoginForm, page: URL): string | undefined {
  if (!URL.canParse(action, page.href)) return undefined;
  const url = new URL(action, page);
  return url.origin === page.origin ? url.pathname + url.search : undefined;
}
