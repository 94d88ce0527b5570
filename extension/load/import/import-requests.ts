import path from "node:path";
import { Worker } from "node:worker_threads";
import * as vscode from "vscode";
import { toolAbilities } from "../../../language-server/analysis/load/load-tools.ts";
import { type LoadPlan, type LoadRequest, weightOf } from "../../../language-server/analysis/load/load.ts";
import { referencesIn } from "../../../language-server/analysis/load/setup/setup-references.ts";
import { sameServer } from "../../../webview/load/fields/origins.ts";
import type { ImportedRequests } from "../../../webview/load/incoming.ts";
import { withPatientProgress } from "../../screen/progress.ts";
import { pickMany, pickOne } from "../../screen/picks.ts";
import { UserError } from "../../user-error.ts";
import { candidatesOf, isOwn } from "./choose-server.ts";
import { failureOf, noteText, type WordsOf } from "./import-texts.ts";
import type { Imported, ImportedServer, ImportFailure } from "./imported.ts";

/** A separate bundle, loaded for the first import. */

const mebibyte = 1024 * 1024;
/** HAR files hold the responses, too. */
const largestFile = 32 * mebibyte;
/** Of the worker that reads a file: three times what the largest file needs. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 };
/** More would not fit a list, nor a short load. */
const mostRequests = 100;

interface Surroundings {
  /** The app's own. */
  readonly origins: readonly string[];
  /** The app's, in which body files must be. */
  readonly folder: string | undefined;
  readonly wordsOf: WordsOf;
}

/** Undefined if the user cancelled. Rejects with a UserError for a file without requests to send. */
export async function importRequests(
  uri: vscode.Uri,
  plan: LoadPlan,
  { origins, folder, wordsOf }: Surroundings,
): Promise<{ readonly plan: LoadPlan; readonly imported: ImportedRequests } | undefined> {
  const name = path.posix.basename(uri.path);
  const read = await readFile(uri, name);
  if (read === undefined) return undefined;
  const own = [...origins, ...(URL.canParse(plan.baseUrl) ? [new URL(plan.baseUrl).origin] : [])];
  const notes = read.notes.map((note) => noteText(note, wordsOf));
  const server = await chooseServer(read, own, notes);
  if (server === undefined) return undefined;
  const found = inFolder(server.requests, path.dirname(uri.fsPath), folder, notes);
  if (found.length === 0) throw new UserError(vscode.l10n.t("{0} has no request that a load can send.", name), notes.slice(0, 3).join(" "));
  const signsIn = setupOf(found);
  const requests = await chooseRequests(
    found.filter((each) => !signsIn.includes(each)),
    name,
    notes,
  );
  if (requests === undefined || requests.length === 0) return undefined;
  const setup = signsIn.map(alone);
  const [first] = requests;
  const tool = toolFor(plan, requests);
  const asked = server.asked.filter((each) => requests.some((request) => request.path.includes(each)));
  const summary = [
    requests.length === 1
      ? vscode.l10n.t("1 request from {0}.", name)
      : vscode.l10n.t("{0} requests from {1}, listed in “More”.", requests.length, name),
    ...(setup.length === 0
      ? []
      : [vscode.l10n.t("Sent before the load, as others use their answers: {0}.", setup.map((each) => each.name).join(", "))]),
    ...(tool === plan.tool ? [] : [vscode.l10n.t("The load tool is autocannon now, which can send them.")]),
    ...(server.origin === "" || sameServer(server.origin, plan.baseUrl)
      ? []
      : [vscode.l10n.t("The load goes to {0}, not to {1}.", plan.baseUrl, server.origin)]),
    ...(asked.length === 0 ? [] : [vscode.l10n.t("Replace {0} with values that exist.", asked.join(", "))]),
  ].join(" ");
  const all = first !== undefined && requests.length === 1 ? [alone(first)] : requests;
  const kept = plan.setup.filter((each) => setup.every((other) => other.name !== each.name));
  return {
    plan: { ...plan, tool, requests: all.map(withoutName), setup: [...kept, ...setup] },
    imported: { summary, leftOut: notes, asked },
  };
}

async function readFile(uri: vscode.Uri, name: string): Promise<Imported | undefined> {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > largestFile) {
    throw new UserError(
      vscode.l10n.t("{0} has {1} MB; Heatline imports up to {2} MB.", name, Math.ceil(size / mebibyte), largestFile / mebibyte),
      vscode.l10n.t("Record fewer requests, or export the file without the responses' contents."),
    );
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  const read = await withPatientProgress(vscode.l10n.t("Importing {0}", name), (token) => inWorker(name, bytes, token));
  if (read !== undefined && "code" in read) throw failureOf(read, name);
  return read;
}

/** Undefined if it was cancelled. */
function inWorker(name: string, bytes: Uint8Array, token: vscode.CancellationToken): Promise<Imported | ImportFailure | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(__dirname, "requests-worker.js"), { workerData: { name, bytes }, resourceLimits });
    const cancelling = token.onCancellationRequested(() => void worker.terminate());
    worker.once("message", (read: Imported | ImportFailure) => resolve(read));
    worker.once("error", (error) => {
      if ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve({ code: "out-of-memory" });
      else reject(error);
    });
    worker.once("exit", () => {
      cancelling.dispose();
      resolve(undefined);
    });
  });
}

/** The app's own server, else the one that the user chooses; requests to the others are reported in `notes`. */
async function chooseServer({ servers }: Imported, own: readonly string[], notes: string[]): Promise<ImportedServer | undefined> {
  const candidates = candidatesOf(servers, own);
  const [only = noServer] = candidates;
  const chosen = candidates.length > 1 ? await pickServer(candidates) : only;
  for (const server of servers)
    if (chosen !== undefined && !isOwn(server, own) && server.origin !== chosen.origin)
      notes.push(vscode.l10n.t("Left out because they go to {0}: {1}.", server.origin, server.requests.length));
  return chosen;
}

const noServer: ImportedServer = { origin: "", requests: [], asked: [] };

async function pickServer(candidates: readonly ImportedServer[]): Promise<ImportedServer | undefined> {
  const items = candidates.map((server) => ({
    label: server.origin,
    description: vscode.l10n.t("{0} requests", server.requests.length),
    server,
  }));
  return (await pickOne(items, { title: vscode.l10n.t("Which server's requests should be imported?") }))?.server;
}

async function chooseRequests(found: readonly LoadRequest[], name: string, notes: string[]): Promise<readonly LoadRequest[] | undefined> {
  const kept = found.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, mostRequests);
  const shown = found.filter((each) => kept.includes(each));
  if (shown.length < found.length)
    notes.push(vscode.l10n.t("Left out beyond the {0} most frequent ones: {1}.", mostRequests, found.length - shown.length));
  if (shown.length === 1) return shown;
  const items = shown.map((request) => ({
    label: `${request.method} ${request.path}`,
    description: weightOf(request) === 1 ? "" : `×${weightOf(request)}`,
    picked: true,
    request,
  }));
  const picked = await pickMany(items, {
    title: vscode.l10n.t("Requests of {0}", name),
    placeHolder: vscode.l10n.t("The ticked ones replace the form's requests."),
  });
  return picked?.map(({ request }) => request);
}

/** Body files are named from the file's own folder there, and from the app's here. */
function inFolder(requests: readonly LoadRequest[], from: string, folder: string | undefined, notes: string[]): readonly LoadRequest[] {
  return requests
    .filter(({ bodyFile }) => bodyFile === undefined || isInside(path.resolve(from, bodyFile), folder, bodyFile, notes))
    .map((request) =>
      request.bodyFile === undefined || folder === undefined
        ? request
        : { ...request, bodyFile: path.relative(folder, path.resolve(from, request.bodyFile)).replaceAll("\\", "/") },
    );
}

function isInside(file: string, folder: string | undefined, written: string, notes: string[]): boolean {
  const rest = folder === undefined ? ".." : path.relative(folder, file);
  const inside = rest !== ".." && !rest.startsWith(`..${path.sep}`) && !path.isAbsolute(rest);
  if (!inside) notes.push(vscode.l10n.t("{0} is not in the app's folder, so it cannot be sent.", written));
  return inside;
}

function toolFor({ tool }: LoadPlan, requests: readonly LoadRequest[]): LoadPlan["tool"] {
  const { sendsRequests, severalRequests } = toolAbilities[tool];
  return sendsRequests && (severalRequests || requests.length === 1) ? tool : "autocannon";
}

/** Requests whose answers others use, in their order; the rest is the load. */
function setupOf(found: readonly LoadRequest[]): readonly LoadRequest[] {
  const used = new Set(
    found.flatMap(({ path: at, headers, body }) =>
      referencesIn([at, ...Object.values(headers), body].join("\n")).map(({ request }) => request),
    ),
  );
  return found.filter((each) => each.name !== undefined && used.has(each.name));
}

/** Only set-up requests have names. */
function withoutName({ name: _name, ...request }: LoadRequest): LoadRequest {
  return request;
}

function alone({ weight: _weight, ...request }: LoadRequest): LoadRequest {
  return request;
}
