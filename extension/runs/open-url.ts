import * as vscode from "vscode";
import { urlProblem } from "../../language-server/analysis/profile-url.ts";
import type { RegisterCommand } from "../commands.ts";
import { mayContact, confirm } from "../screen/notifications.ts";
import { askSecret, askText } from "../screen/picks.ts";
import { withPatientProgress } from "../screen/progress.ts";
import { proxyVariables } from "../settings.ts";
import { UserError } from "../user-error.ts";
import type { Guard } from "../errors.ts";
import { reportOpened } from "./open-profile.ts";
import type { SummaryActions } from "./run-summary.ts";
import type { ShownRun } from "./shown-run.ts";

const hostsKey = "heatline.confirmedProfileHosts";
const lastUrlKey = "heatline.lastProfileUrl";

type Storage = Pick<vscode.ExtensionContext, "workspaceState" | "secrets">;

/** *Open Profile from URL…*: fetches a profile from a pprof endpoint or a file server, and shows it like a run. `folder` keeps its file. */
export function registerOpenUrl(
  register: RegisterCommand,
  shownRun: ShownRun,
  folder: string,
  storage: Storage,
  actions: SummaryActions,
  guard: Guard,
): vscode.Disposable {
  return register("heatline.openProfileUrl", async (argument) => {
    const text = typeof argument === "string" ? argument : await askUrl(storage.workspaceState);
    if (text === undefined) return;
    const url = parse(text);
    if (url === undefined) throw new UserError(vscode.l10n.t("No profile can be fetched from there."), example());
    if (!(await mayFetch(url, storage.workspaceState))) return;
    const shown = await fetched(url, shownRun, folder, storage.secrets);
    if (shown === undefined) return;
    // A URL with a secret is not remembered.
    if (shown.profile.name?.endsWith(url.search) === true) await storage.workspaceState.update(lastUrlKey, url.href);
    await reportOpened(shown.summary, shown.profile, shownRun, actions, guard);
  });
}

function askUrl(memory: vscode.Memento): Thenable<string | undefined> {
  return askText({
    title: vscode.l10n.t("Open Profile from URL"),
    prompt: vscode.l10n.t("A pprof endpoint, or a profile on a server"),
    value: memory.get(lastUrlKey, ""),
    problem: (value) => (parse(value) === undefined ? example() : undefined),
  });
}

/** Undefined if no profile can be fetched from it. */
function parse(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return urlProblem(url) === undefined ? url : undefined;
}

function example(): string {
  return vscode.l10n.t("Enter an http or https URL without a user name, such as http://localhost:6060/debug/pprof/profile?seconds=10.");
}

/** Once per host; a host that is confirmed for https is asked about again for http. */
function mayFetch({ protocol, hostname }: URL, memory: vscode.Memento): Promise<boolean> {
  return mayContact(hostname, { memory, key: hostsKey, name: `${protocol}//${hostname}` }, () =>
    confirm(
      vscode.l10n.t("Fetch a profile from {0}, which is not this machine?", hostname),
      protocol === "http:"
        ? vscode.l10n.t(
            "The connection is not encrypted: others on the network can read and change the profile, and read a token that you send. Heatline asks once per host.",
          )
        : vscode.l10n.t("A server that records on request is slower meanwhile. Heatline asks once per host."),
      vscode.l10n.t("Fetch"),
    ),
  );
}

/**
 * Fetches and shows one profile; the Authorization header that its server wants is asked for, and kept in VS Code's secret storage. Undefined if the
 * user gives no login.
 */
async function fetched(
  { href, host, origin, pathname }: URL,
  shownRun: ShownRun,
  folder: string,
  secrets: vscode.SecretStorage,
): ReturnType<ShownRun["showUrl"]> {
  const fetch = (authorization: string | undefined): ReturnType<ShownRun["showUrl"]> => {
    const given = authorization === undefined ? {} : { authorization };
    const params = { url: href, folder, plainHttp: true, proxies: proxyVariables(), ...given };
    return withPatientProgress(vscode.l10n.t("Heatline: fetching {0}…", host + pathname), (token) => shownRun.showUrl(params, token));
  };
  // With the scheme: a token for https is not sent without encryption.
  const secretKey = `heatline.profileAuthorization ${origin}`;
  const known = await secrets.get(secretKey);
  let shown = await fetch(known);
  for (let isFirst = known === undefined; shown === undefined; isFirst = false) {
    const given = await askLogin(host, isFirst);
    if (given === undefined) return undefined;
    shown = await fetch(given);
    if (shown !== undefined) await secrets.store(secretKey, given);
  }
  return shown;
}

function askLogin(host: string, isFirst: boolean): Thenable<string | undefined> {
  return askSecret({
    title: isFirst ? vscode.l10n.t("{0} requires a login", host) : vscode.l10n.t("{0} refused the login", host),
    prompt: vscode.l10n.t("Value of the Authorization header, such as Bearer TOKEN. It is kept in VS Code's secret storage."),
    problem: (value) =>
      /^[\t\x20-\x7E\x80-\xFF]*\S[\t\x20-\x7E\x80-\xFF]*$/.test(value)
        ? undefined
        : vscode.l10n.t("Enter it on one line, without special characters."),
  });
}
