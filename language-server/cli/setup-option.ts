import { readRegular } from "../history/regular-file.ts";
import { type CurlProblem, curlRequest, isCurl } from "../analysis/load/curl/curl.ts";
import type { LoadRequest } from "../analysis/load/load.ts";
import { reasonOf } from "../analysis/failure-reason.ts";
import type { Bytes } from "../analysis/units.ts";
import type { CommandText } from "../texts/command-text.ts";
import { UsageError } from "./command.ts";

/** A set-up request as it is given: `--setup`, and the `--setup-body` after it. */
export interface GivenSetup {
  readonly text: string;
  readonly body: string | undefined;
}

const largest: Bytes = 1024 * 1024;
const web = {
  parseUrl: (text: string) => (URL.canParse(text) ? new URL(text) : undefined),
  base64: (text: string) => Buffer.from(text).toString("base64"),
};

/** The requests of `--setup`: `METHOD /path`, a cURL command line, or `@FILE` with either, each after `NAME=` where it has a name. */
export async function setupRequests(given: readonly GivenSetup[]): Promise<{ readonly requests: readonly LoadRequest[] } | BadSetup> {
  try {
    return { requests: await requestsOf(given) };
  } catch (error) {
    if (error instanceof UsageError) return { problem: error.coded };
    throw error;
  }
}

/** A value, since an error of this bundle is of a class of its own. */
interface BadSetup {
  readonly problem: CommandText;
}

async function requestsOf(given: readonly GivenSetup[]): Promise<readonly LoadRequest[]> {
  const requests: LoadRequest[] = [];
  for (const { text, body } of given) {
    const [, name, rest = ""] = /^(?:([A-Za-z_][\w-]*)=)?([^]*)$/.exec(text) ?? [];
    // oxlint-disable-next-line no-await-in-loop -- in order, so that the first bad one is reported
    const request = requestFrom(await textOf(rest), body === undefined ? undefined : await textOf(body));
    requests.push(name === undefined ? request : { ...request, name });
  }
  return requests;
}

function requestFrom(written: string, body: string | undefined): LoadRequest {
  const text = written.trim();
  if (!isCurl(text)) return plainRequest(text, body);
  const found = curlRequest(text, web);
  if ("code" in found) throw curlError(found);
  const { request, origin, leftOut } = found;
  if (leftOut.length > 0) throw new UsageError({ code: "command.setupOption", values: { options: leftOut.join(", ") } });
  return { ...request, path: origin + request.path, ...(body === undefined ? {} : { body }) };
}

function plainRequest(text: string, body: string | undefined): LoadRequest {
  const [, method = body === undefined ? "GET" : "POST", path = ""] = /^(?:([A-Za-z]+)\s+)?((?:\/|https?:\/\/)\S*)$/.exec(text) ?? [];
  if (path === "") throw new UsageError({ code: "command.badSetup" });
  return { method: method.toUpperCase(), path, headers: body === undefined ? {} : { "content-type": typeOf(body) }, body: body ?? "" };
}

function typeOf(body: string): string {
  if (/^\s*[[{]/.test(body)) return "application/json";
  return /^[\w.%+[\]-]+=/.test(body) ? "application/x-www-form-urlencoded" : "text/plain";
}

function curlError(problem: CurlProblem): UsageError {
  switch (problem.code) {
    case "curl-option":
      return new UsageError({ code: "command.setupOption", values: { options: problem.value } });
    case "curl-quote":
    case "curl-no-url":
    case "curl-address":
      return new UsageError({ code: "command.badSetup" });
  }
}

async function textOf(given: string): Promise<string> {
  if (!given.startsWith("@")) return given;
  const file = given.slice(1);
  try {
    const bytes = await readRegular(file, largest);
    if (bytes === undefined) throw new UsageError({ code: "command.oddSetupFile", values: { file, kilobytes: largest / 1024 } });
    return bytes.toString().trim();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new UsageError({ code: "command.noSetupFile", values: { file, reason: reasonOf(error) } });
  }
}
