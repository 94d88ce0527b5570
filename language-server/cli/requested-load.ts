import { type LoadDefaults, planFrom, type LoadPlan, type LoadRequest, type LoadTool } from "../analysis/load/load.ts";
import { loadTools, toolAbilities } from "../analysis/load/load-tools.ts";
import { maskedUrls } from "../analysis/masking/masked-url.ts";
import { sendingProblems, sendingProblemText } from "../analysis/load/sending-problems.ts";
import { resolve } from "node:path";
import { socketAddress } from "../analysis/load/socket-address.ts";
import { numberOption, UsageError, wholeOption } from "./command.ts";

/** The load to send once the app's server is known; `port` is the one its URLs name, if any. */
export interface RequestedLoad {
  readonly port: number | undefined;
  /** The port, or the path of the socket, that `--port` names. */
  readonly wanted: string | undefined;
  /** The first one. */
  readonly request: LoadRequest;
  readonly isToolChosen: boolean;
  /** `tool`: in place of the default. */
  readonly planFor: (origin: string, tool?: LoadTool) => LoadPlan;
}

/** Programs that send the requests: a command line of one's own, and none at all, are for the editor. */
export const sendingTools = loadTools.filter((tool) => toolAbilities[tool].sendsRequests);

/** Throws a UsageError for options that make no valid load. */
export function loadFrom(
  urls: readonly string[],
  values: Readonly<Partial<Record<"method" | "body" | "connections" | "warmup" | "rate" | "tool" | "port", string>>> & {
    readonly header?: string[];
    readonly setup?: readonly LoadRequest[];
  } & Pick<LoadDefaults, "cookies" | "setupRuns">,
  durationSeconds: number | undefined,
): RequestedLoad {
  const headers = Object.fromEntries((values.header ?? []).map(headerFrom));
  const { method, body } = values;
  const requests: Partial<LoadRequest>[] = urls.map((url) => ({
    path: pathOf(url),
    headers,
    method: method ?? (body === undefined ? "GET" : "POST"),
    ...(body === undefined ? {} : { body }),
  }));
  const full = urls.filter((url) => !url.startsWith("/")).map((url) => new URL(url));
  const [first] = full;
  const other = full.find(({ origin }) => origin !== first?.origin);
  if (other !== undefined) throw new UsageError({ code: "command.oneServer", values: { other: other.origin, first: first?.origin ?? "" } });
  const connections = wholeOption("connections", values.connections, 1, 10_000);
  const warmupSeconds = numberOption("warmup", values.warmup, 0, 600);
  const ratePerSecond = numberOption("rate", values.rate, 0, 1_000_000);
  const tool = values.tool === undefined ? undefined : namedTool(values.tool);
  const { setup, cookies, setupRuns } = values;
  const optional = { setup, cookies, setupRuns, connections, durationSeconds, warmupSeconds, ratePerSecond };
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  const wanted = values.port === undefined ? undefined : placeFrom(values.port);
  if (wanted !== undefined && first !== undefined) throw new UsageError({ code: "command.portTwice", values: { url: first.origin } });
  const planFor = (origin: string, other = tool): LoadPlan =>
    planFrom({
      requests,
      ...given,
      baseUrl: first?.origin ?? origin,
      ...(other === undefined ? {} : { tool: other }),
    });
  const plan = planFor(wanted?.includes("/") === true ? `unix:${wanted}` : "http://127.0.0.1:1");
  const [problem] = sendingProblems(plan);
  if (problem !== undefined) throw new UsageError(sendingProblemText(problem));
  const [request] = plan.requests;
  if (request === undefined) throw new Error("A load has a request");
  const port = first === undefined ? undefined : Number(first.port || (first.protocol === "https:" ? 443 : 80));
  return { port, wanted, request, isToolChosen: tool !== undefined, planFor };
}

function namedTool(name: string): LoadTool {
  const found = sendingTools.find((tool) => tool === name);
  if (found === undefined) throw new UsageError({ code: "command.badTool", values: { value: name, tools: sendingTools.join(", ") } });
  return found;
}

/** A port, or the path of a socket; a pipe of Windows is one, too. */
function placeFrom(text: string): string {
  const path = socketAddress(text)?.path ?? (/[\\/]|\.sock(?:et)?$/.test(text) ? text : undefined);
  if (path !== undefined) return /^(?:@|[\\/]{2}[.?][\\/]pipe)/.test(path) ? path : resolve(path);
  return String(wholeOption("port", text, 1, 65_535) ?? "");
}

function pathOf(url: string): string {
  if (url.startsWith("/")) return url;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new UsageError({ code: "command.badLoad", values: { value: maskedUrls(url) } });
  const { pathname, search, hash, username, password, href } = new URL(url);
  // What sends it makes a header of its name and password.
  return username === "" && password === "" ? pathname + search : href.slice(0, href.length - hash.length);
}

function headerFrom(text: string): readonly [string, string] {
  const colon = text.indexOf(":");
  if (colon < 1) throw new UsageError({ code: "command.badHeader", values: { value: text } });
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}
