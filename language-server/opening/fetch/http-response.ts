import type { Agent as HttpAgent, AgentOptions, IncomingMessage, RequestOptions } from "node:http";
import { shownUrl } from "../../analysis/masking/masked-url.ts";
import { isUserError, UserError } from "../../analysis/user-error.ts";
import { isThisMachine } from "../../platform/this-machine.ts";
import { withoutStop } from "../../texts/coded-text.ts";
import { shortened } from "../../analysis/shortened.ts";
import { urlProblem } from "../../analysis/profile-url.ts";

const mostRedirects = 5;
const redirects: readonly unknown[] = [301, 302, 303, 307, 308];
/** Maximum length of the reason that a server gives for an error. */
const mostReason = 200;

/** As of Node 22.21 and 24.5, whose option the types lack; earlier versions ignore it and use no proxy. */
type ProxyAgent = new (options: AgentOptions & { readonly proxyEnv?: NodeJS.ProcessEnv }) => HttpAgent;

/**
 * The successful response of a URL, after redirects. Redirects are followed only on the URL's host; the header is sent only to its origin
 * or, on default ports, to the same host over https. `proxies` has HTTP_PROXY, HTTPS_PROXY and NO_PROXY, also in lower case. Rejects with a
 * UserError, or with Node's error if nothing answers.
 */
export async function openResponse(
  url: URL,
  authorization: string | undefined,
  signal: AbortSignal,
  proxies: NodeJS.ProcessEnv,
): Promise<IncomingMessage> {
  let at = url;
  for (let followed = 0; ; followed++) {
    const response = await get(at, isSafeFor(at, url) ? authorization : undefined, signal, proxies);
    const { statusCode = 0, headers } = response;
    if (!redirects.includes(statusCode) || headers.location === undefined) return await mustSucceed(response, url, authorization);
    response.destroy();
    if (followed === mostRedirects) throw new UserError("url.redirectsTooOften", { name: shownUrl(url), limit: mostRedirects });
    at = redirected(at, headers.location, url);
  }
}

/** Whether the fetch failed because the server wants an Authorization header, or another one. */
export function wantsLogin(error: unknown): boolean {
  return isUserError(error) && ["url.noLogin", "url.badLogin"].includes(error.coded.code);
}

/** Whether the header may be sent to `at`: on the same origin or, on default ports, on the same host over https. */
function isSafeFor(at: URL, url: URL): boolean {
  return at.origin === url.origin || (at.hostname === url.hostname && url.port === "" && at.port === "" && at.protocol === "https:");
}

function redirected(from: URL, location: string, url: URL): URL {
  const name = shownUrl(url);
  if (!URL.canParse(location, from.href)) throw new UserError("url.badRedirect", { name });
  const to = profileUrl(new URL(location, from).href);
  const values = { name, other: shownUrl(to) };
  if (to.hostname !== url.hostname) throw new UserError("url.redirectsElsewhere", values);
  if (to.protocol === "http:" && from.protocol === "https:") throw new UserError("url.redirectsUnencrypted", values);
  return to;
}

/**
 * Not `fetch`: it gives up after five minutes without a byte, although a server may record for longer, and it cannot accept the self-signed
 * certificate of a developer's server on this machine. This machine is never asked by a proxy, which may be another one.
 */
async function get(url: URL, authorization: string | undefined, signal: AbortSignal, proxies: NodeJS.ProcessEnv): Promise<IncomingMessage> {
  const isHere = isThisMachine(url.hostname);
  const headers = {
    accept: "*/*",
    "accept-encoding": "identity",
    "user-agent": "heatline",
    ...(authorization === undefined ? {} : { authorization }),
  };
  const isSecure = url.protocol === "https:";
  // Loaded on demand, as most profiles are files.
  const { Agent, request } = isSecure ? await import("node:https") : await import("node:http");
  const OwnAgent: ProxyAgent = Agent;
  const options: RequestOptions & { readonly rejectUnauthorized: boolean } = {
    agent: new OwnAgent(isHere ? {} : { proxyEnv: proxies }),
    headers,
    signal,
    rejectUnauthorized: !isHere,
  };
  return await new Promise((resolve, reject) => {
    // The listener stays: errors after the response, which the response reports too, would otherwise be uncaught.
    request(url, options).once("response", resolve).on("error", reject).end();
  });
}

async function mustSucceed(response: IncomingMessage, url: URL, authorization: string | undefined): Promise<IncomingMessage> {
  const { statusCode = 0, statusMessage = "" } = response;
  if (statusCode >= 200 && statusCode < 300) return response;
  const name = shownUrl(url);
  if (statusCode === 401 || statusCode === 403) {
    response.destroy();
    throw new UserError(authorization === undefined ? "url.noLogin" : "url.badLogin", { name, status: statusCode });
  }
  const status = `${statusCode} ${statusMessage}`.trim();
  const reason = await reasonIn(response);
  throw reason === "" ? new UserError("url.status", { name, status }) : new UserError("url.statusBecause", { name, status, reason });
}

/** The first line of a plain text, in which profilers say why they cannot record; "" for any other response. */
async function reasonIn(response: IncomingMessage): Promise<string> {
  if (!(response.headers["content-type"] ?? "").startsWith("text/plain")) {
    response.destroy();
    return "";
  }
  let text = "";
  // Leaving the loop destroys the response.
  for await (const piece of response.setEncoding("utf8") as AsyncIterable<string>) {
    text += piece;
    if (text.length > mostReason) break;
  }
  return shortened(withoutStop(text.trim().split(/[\r\n]/)[0] ?? ""), mostReason);
}

/** A URL that a profile can be fetched from. Throws a UserError for any other text. */
export function profileUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const problem = urlProblem(url);
  if (url === undefined || problem !== undefined) throw new UserError(problem ?? "url.invalid");
  return url;
}
