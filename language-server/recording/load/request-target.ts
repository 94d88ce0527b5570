import type { LoadPlan, LoadRequest } from "../../analysis/load/load.ts";
import type { FilledRequest } from "../../analysis/load/setup/setup-references.ts";
import { connectPath, socketAddress, socketOrigin } from "../../analysis/load/socket-address.ts";
import { UserError } from "../../analysis/user-error.ts";
import { decodedUri } from "../../analysis/profile-url.ts";

/** A request whose server is known: `path` starts with a slash and has no host. */
export interface TargetedRequest extends FilledRequest, LoadServer {}

/** Where requests go. */
export interface LoadServer {
  readonly origin: string;
  /** Of a server on a Unix socket or named pipe, whose `origin` is only a name. */
  readonly socketPath?: string | undefined;
}

/** The plan's requests with their paths appended to the base URL. Throws a UserError for an invalid URL or several servers. */
export function targetRequests(plan: LoadPlan): readonly TargetedRequest[] {
  const requests = plan.requests.length === 0 ? [plainGet] : plan.requests;
  const targeted = requests.map((request) => targetRequest(request, plan.baseUrl));
  mustBeOneServer(targeted);
  return targeted;
}

/** Throws a UserError unless all requests go to the same server. */
export function mustBeOneServer(requests: readonly LoadServer[]): void {
  const servers = new Set(requests.map(serverName));
  if (servers.size > 1) throw new UserError("load.severalServers", { urls: [...servers].join(", ") });
}

/** One request with its path appended to the base URL; a full http(s) URL is used as it is. Throws a UserError for an invalid one. */
export function targetRequest(request: FilledRequest, baseUrl: string): TargetedRequest {
  const isFull = /^https?:\/\//i.test(request.path);
  const socket = isFull ? undefined : socketAddress(baseUrl);
  const base = socket === undefined ? baseUrl : socketOrigin(socket);
  const text = isFull ? request.path : `${base.replace(/\/+$/, "")}/${request.path.replace(/^\/+/, "")}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "")
    throw new UserError("load.badUrl", { url: text });
  const place = socket === undefined ? {} : { socketPath: socket.path };
  return { ...request, headers: withLogin(request.headers, url), origin: url.origin, path: url.pathname + url.search, ...place };
}

/** The name and the password of a URL are sent as browsers and curl do, unless the request has such a header. */
function withLogin(headers: LoadRequest["headers"], { username, password }: URL): LoadRequest["headers"] {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  return hasOwn || (username === "" && password === "") ? headers : { ...headers, authorization: basicOf(username, password) };
}

/** RFC 7617, of the parts of a URL. */
function basicOf(username: string, password: string): string {
  // As they are if their escapes are not valid.
  const login = [username, password].map((text) => decodedUri(text) ?? text).join(":");
  return `Basic ${Buffer.from(login).toString("base64")}`;
}

/** Where a server listens, for `net.connect`; a host is without the brackets of an IPv6 address. */
export function addressOf({
  origin,
  socketPath,
}: LoadServer): { readonly host: string; readonly port: number } | { readonly path: string } {
  if (socketPath !== undefined) return { path: connectPath(socketPath) };
  const { hostname, port, protocol } = new URL(origin);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port) };
}

/** What is sent to, with all that the path holds. */
export function urlOf({ origin, path }: TargetedRequest): string {
  return origin + path;
}

/** The path as it may be shown and kept: without what set-up requests obtained. */
function shownPath({ path, obtained }: FilledRequest): string {
  const written = obtained?.path;
  if (written === undefined) return path;
  return written.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/");
}

/** As a plan names it: its origin, or `unix:/run/app.sock`. */
export function serverName({ origin, socketPath }: LoadServer): string {
  return socketPath === undefined ? origin : `${origin.startsWith("https:") ? "https+" : ""}unix:${socketPath}`;
}

/** What is requested, as it may be shown and kept: `http://127.0.0.1:3000/test`, `unix:/run/app.sock:/test`. */
export function shownUrl(request: TargetedRequest): string {
  return serverName(request) + (request.socketPath === undefined ? "" : ":") + shownPath(request);
}

/** `GET /test`, or `GET /test (+2)` for a mix of three: it is stored, so it has no words of any language. */
export function labelRequests(requests: readonly FilledRequest[]): string {
  const [first = plainGet, ...others] = requests;
  return `${first.method} ${shownPath(first)}${others.length === 0 ? "" : ` (+${others.length})`}`;
}

const plainGet: LoadRequest = { method: "GET", path: "/", headers: {}, body: "" };
