import type { FirstResponse, SignIn } from "../../language-server/analysis/load/first-response.ts";
import type { LoadRequest } from "../../language-server/analysis/load/load.ts";
import { button } from "../controls/button.ts";
import { element, smallPrint } from "../element.ts";
import type { LoadFormState, RequestProposal } from "./incoming.ts";
import { loadFigures, units } from "./load-figures.ts";
import { requestProposals } from "./request-proposals.ts";
import type { ChosenRequest, Context, Screen } from "./screen-context.ts";
import { obtainedParts, signInView } from "./sign-in/sign-in-view.ts";
import type { Translate } from "../texts.ts";
import { isLoopback } from "../../language-server/analysis/load/socket-address.ts";

const ownOrigin = /^https?:\/\/[^/?#]*/i;

/** `requests` by the scheme that their server speaks; undefined if it speaks that of the plan, or if one of several names its own. */
export function byOtherScheme(
  { doubt, firstLine: origin }: Pick<FirstResponse, "doubt" | "firstLine">,
  requests: readonly LoadRequest[],
): ChosenRequest | undefined {
  const [first] = requests;
  if (doubt !== "scheme" || first === undefined) return undefined;
  const { method, path } = first;
  if (!requests.some((each) => ownOrigin.test(each.path))) return { method, path, baseUrl: origin };
  return requests.length > 1 ? undefined : { method, path: path.replace(ownOrigin, origin) };
}

/** Shows doubtful first responses and asks for another request or to start the load anyway. */
export function askingView(state: LoadFormState, context: Context, head: HTMLElement): Screen {
  const { t, locale, post, choose } = context;
  const format = loadFigures(locale, units(t));
  const change = (): void => post({ type: "cancelLoad" });
  const start = button({ label: t("Start Anyway"), look: "secondary", icon: "play", onClick: () => post({ type: "proceedLoad" }) });
  start.classList.add("worded");
  const take = (request: ChosenRequest): void => {
    choose(request);
    change();
  };
  const responses = state.firstResponses ?? [];
  const [first] = state.plan.requests;
  /** Only a plan's single request can be replaced by another one. */
  const alone = state.plan.requests.length === 1 && responses.length === 1 && hasOwnDoubt(responses[0]) ? first : undefined;
  const [scheme] = responses.flatMap((each) => [...schemeButton(each, state.plan.requests, t, take), ...toolButton(each, state, t, take)]);
  const signIn = responses.find((each) => each.signIn !== undefined)?.signIn;
  const signing = signIn === undefined ? undefined : signInSection(signIn, state, context);
  const back = button({ label: t("Change Request"), look: (scheme ?? signing) ? "secondary" : "primary", icon: "back", onClick: change });
  back.classList.add("worded");
  const others = requestProposals(t, take);
  const propose = (all: readonly RequestProposal[]): void =>
    others.show(all.filter(({ method, path }) => alone !== undefined && (method !== alone.method || path !== alone.path)));
  propose(state.proposals);
  return {
    element: element(
      "section",
      { class: "stack", "aria-label": t("The load has not started") },
      head,
      element("h2", {}, t("The load has not started")),
      ...responses.map((response) => {
        const target = alone && redirectOf(response, alone, state.plan.baseUrl);
        const use =
          target === undefined ? [] : [button({ label: t("Use {0}", target.path), look: "secondary", onClick: () => take(target) })];
        return responseView(response, t, format.latency(response.milliseconds), use);
      }),
      ...(signing === undefined ? [] : [signing.element]),
      smallPrint(t("Each request was sent once to see what the app answers. “Start Anyway” does not repeat it or the setup requests.")),
      others.element,
    ),
    bar: [...(scheme ? [scheme] : []), ...(signing?.bar ?? []), back, start],
    primary: scheme ?? signing?.first ?? back,
    propose,
  };
}

/** *Sign In First* opens the fields in its place, and its button becomes the one that sends them. */
function signInSection(
  signIn: SignIn,
  { plan, proposals }: LoadFormState,
  { t, post }: Context,
): { readonly element: HTMLElement; readonly bar: readonly HTMLElement[]; readonly first: HTMLElement } {
  const surroundings = { plan, proposals, t, post };
  const fields = signInView(signIn, surroundings);
  // Basic needs no set-up: that was for something else.
  const isAgain = signIn.isAfterSetup && signIn.by !== "basic";
  const obtained = isAgain ? obtainedParts(signIn, surroundings) : [];
  const section = element("div", { class: "response sign-in" }, ...obtained);
  section.hidden = obtained.length === 0;
  fields.submit.hidden = true;
  // Not the first of the bar, but its main action once the fields are open.
  fields.submit.classList.add("worded");
  const open = button({
    label: isAgain ? t("Sign In Again") : t("Sign In First"),
    look: isAgain && signIn.values.length > 0 ? "secondary" : "primary",
    icon: "key",
    onClick: () => {
      section.append(fields.element);
      section.hidden = false;
      open.hidden = true;
      fields.submit.hidden = false;
      fields.focus();
    },
  });
  return { element: section, bar: [open, fields.submit], first: section.querySelector<HTMLElement>(".proposal") ?? open };
}

function redirectOf({ doubt, firstLine }: FirstResponse, { method, path }: LoadRequest, baseUrl: string): ChosenRequest | undefined {
  const to = doubt === "redirect" ? redirectedPath(firstLine, path, baseUrl) : undefined;
  return to === undefined ? undefined : { method, path: to };
}

function schemeButton(
  response: FirstResponse,
  requests: readonly LoadRequest[],
  t: Translate,
  take: (request: ChosenRequest) => void,
): readonly HTMLElement[] {
  const request = byOtherScheme(response, requests);
  if (request === undefined) return [];
  const name = response.firstLine.startsWith("https:") ? "HTTPS" : "HTTP";
  return [button({ label: t("Use {0}", name), look: "primary", onClick: () => take(request) })];
}

/** For a server that answers only HTTP/2, where a tool for it is installed. */
function toolButton(
  { doubt }: FirstResponse,
  { plan, foundTools }: LoadFormState,
  t: Translate,
  take: (request: ChosenRequest) => void,
): readonly HTMLElement[] {
  const [first] = plan.requests;
  if (doubt !== "http2" || first === undefined || !foundTools.includes("h2load")) return [];
  const { method, path } = first;
  return [button({ label: t("Use {0}", "h2load"), look: "primary", onClick: () => take({ method, path, tool: "h2load" }) })];
}

/** Whether it is about the request, and not about how the server is spoken to. */
function hasOwnDoubt(response: FirstResponse | undefined): boolean {
  return response?.doubt !== "scheme" && response?.doubt !== "http2";
}

/** `origin`: by the scheme that its server speaks. */
function schemeText(origin: string, t: Translate): string {
  const host = origin.replace(/^https?:\/\//, "");
  return origin.startsWith("https:") ? t("{0} answers HTTPS, not HTTP.", host) : t("{0} answers HTTP, not HTTPS.", host);
}

function responseView(
  { doubt, request, status, reason, firstLine }: FirstResponse,
  t: Translate,
  time: string,
  actions: readonly HTMLElement[],
): HTMLElement {
  const explanations: Readonly<Record<FirstResponse["doubt"], string>> = {
    scheme: schemeText(firstLine, t),
    http2: t(
      "{0} answers only HTTP/2, which this load tool does not speak. Use h2load (of nghttp2), or let the server answer HTTP/1.1, too.",
      firstLine.replace(/^https?:\/\//, ""),
    ),
    failed: status === undefined ? t("No response came.") : t("The response began but was not complete."),
    status: t("A load would measure this error response."),
    redirect: firstLine === "" ? t("A load would measure this redirect.") : t("A load would measure this redirect to {0}.", firstLine),
    empty: t("The response has no body, so there may be nothing to measure."),
    "sign-in": t("This page asks for a password. A load would measure it."),
  };
  const answer = doubt === "failed" || doubt === "scheme" ? [String(status ?? ""), reason] : [`${status ?? ""} ${reason}`.trim()];
  const quote = doubt === "status" && firstLine !== "" ? [element("code", { class: "quote" }, firstLine)] : [];
  return element(
    "div",
    { class: "response" },
    element("strong", {}, request),
    element("p", { class: "answer" }, [...answer, time].filter((part) => part !== "").join(" · ")),
    ...quote,
    smallPrint(explanations[doubt]),
    ...actions,
  );
}

/** The path and query to which a redirect of `path` leads; undefined if it leads to another server, or back to `path`. */
export function redirectedPath(location: string, path: string, baseUrl: string): string | undefined {
  if (location === "" || !URL.canParse(path, baseUrl)) return undefined;
  const from = new URL(path, baseUrl);
  if (!URL.canParse(location, from)) return undefined;
  const to = new URL(location, from);
  const isSameHost = to.hostname === from.hostname || (isLoopback(to.hostname) && isLoopback(from.hostname));
  const target = to.pathname + to.search;
  if (!isSameHost || to.port !== from.port || to.protocol !== from.protocol || target === from.pathname + from.search) return undefined;
  return target;
}
