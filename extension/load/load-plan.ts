import * as v from "valibot";
import * as vscode from "vscode";
import { issueReason } from "../../language-server/analysis/issue-reason.ts";
import { planProblemText } from "../../language-server/analysis/load/plan-problem-text.ts";
import { planProblems, problemKey } from "../../language-server/analysis/load/load-problems.ts";
import { writtenHosts } from "../../language-server/analysis/load/written-hosts.ts";
import { loadDefaultsSchema } from "../../language-server/analysis/load/load-schema.ts";
import { type LoadDefaults, type LoadPlan, planFrom } from "../../language-server/analysis/load/load.ts";
import { socketAddress, socketOrigin, isLoopback } from "../../language-server/analysis/load/socket-address.ts";
import { portOf } from "../../webview/load/fields/origins.ts";
import { UserError } from "../user-error.ts";
import { wordsOf } from "../words.ts";
import { ownAddresses } from "../../language-server/platform/this-machine.ts";
import { confirm } from "../screen/notifications.ts";

const hostsKey = "heatline.confirmedHosts";

/** Asks once per host before load is sent to another machine. */
export async function mayLoad(plan: LoadPlan, memory: vscode.Memento): Promise<boolean> {
  const confirmed = memory.get<readonly string[]>(hostsKey, []);
  const asked = foreignHosts(plan, ownAddresses()).filter((host) => !confirmed.includes(host));
  if (asked.length === 0) return true;
  const send = vscode.l10n.t("Send Load");
  const isConfirmed = await confirm(
    vscode.l10n.t("Send load to {0}, which is not this machine?", asked.join(", ")),
    vscode.l10n.t("Load can bring a server down. Send it only to machines that you are allowed to test. Heatline asks once per host."),
    send,
  );
  if (!isConfirmed) return false;
  await memory.update(hostsKey, [...confirmed, ...asked]);
  return true;
}

/** Load plans of the form: read from settings and adjusted to the app's server. */

/**
 * Validates the `load` of a launch configuration or of package.json's `heatline`. Throws a UserError that names the wrong key; `where`
 * names its source.
 */
export function parseLoadDefaults(value: unknown, where: string): LoadDefaults {
  const parsed = v.safeParse(loadDefaultsSchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const [key, reason] = [v.getDotPath(issue) ?? "load", wordsOf(issueReason(issue))];
    throw new UserError(vscode.l10n.t("The load settings of {0} have an error at “{1}”: {2}.", where, key, reason), "");
  }
  // What a tool must not have in its arguments, the form shows, and offers another tool.
  const [problem] = planProblems(planFrom(parsed.output));
  if (problem === undefined) return parsed.output;
  const key = problemKey(problem, parsed.output.requests === undefined);
  throw new UserError(vscode.l10n.t("The load settings of {0} have an error at “{1}”.", where, key), wordsOf(planProblemText(problem)));
}

/**
 * Points a plan for this machine at the app: at its first server on a port, or without one on a socket, unless the plan already names the port of another. Takes over scheme and
 * address of that server, but keeps names such as `localhost`. Plans for other machines are unchanged.
 */
export function withOrigin(plan: LoadPlan, origins: readonly string[]): LoadPlan {
  if (origins.length === 0 || origins.includes(plan.baseUrl)) return plan;
  const servers = origins.filter((origin) => socketAddress(origin) === undefined).map((origin) => new URL(origin));
  const [first] = servers;
  if (first === undefined) return withSocket(plan, origins);
  if (socketAddress(plan.baseUrl) !== undefined) return { ...plan, baseUrl: first.origin };
  const url = URL.parse(plan.baseUrl);
  if (url === null) return { ...plan, baseUrl: first.origin };
  if (!isLoopback(url.hostname)) return plan;
  const named = servers.filter((server) => portOf(server.href) === portOf(url.href));
  const [server = first] = named;
  if (named.some(({ origin }) => origin === url.origin)) return plan;
  const isName = /[a-z]/i.test(url.hostname) && !url.hostname.startsWith("[");
  const reached = new URL(server);
  if (isName) reached.hostname = url.hostname;
  return reached.origin === url.origin ? plan : { ...plan, baseUrl: reached.origin };
}

/** An app without a port. */
function withSocket(plan: LoadPlan, [socket]: readonly string[]): LoadPlan {
  const url = URL.parse(plan.baseUrl);
  return socket === undefined || (url !== null && !isLoopback(url.hostname)) ? plan : { ...plan, baseUrl: socket };
}

/**
 * Distinct hosts of a plan, including its command line, where they may have no scheme, that are not this machine. `addresses` are this machine's own besides loopback.
 * Throws a UserError for an invalid URL.
 */
export function foreignHosts(plan: LoadPlan, addresses: readonly string[]): readonly string[] {
  const written = plan.tool === "command" ? (plan.command ?? "").match(/https?:\/\/[^\s"'$]+/gi) : null;
  const paths = [...[...plan.setup, ...plan.requests].map(({ path }) => path), ...(written ?? [])];
  const socket = socketAddress(plan.baseUrl);
  const hosts = paths.map((path) => {
    const url = URL.parse(path, socket === undefined ? plan.baseUrl : socketOrigin(socket));
    if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url.hostname;
    throw new UserError(
      vscode.l10n.t("“{0}” with the address “{1}” is not a valid URL.", path, plan.baseUrl),
      vscode.l10n.t("Enter the address like http://127.0.0.1:3000 and the path like /orders."),
    );
  });
  if (plan.tool === "command") hosts.push(...writtenHosts(plan.command ?? ""));
  return [...new Set(hosts)].filter((host) => !isLoopback(host) && !addresses.includes(host.replace(/^\[|\]$/g, "")));
}
