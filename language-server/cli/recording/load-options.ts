import type { LoadPlan, LoadRequest } from "../../analysis/load/load.ts";
import { numberOption, UsageError } from "../command.ts";
import { loadRecorder } from "../recorder.ts";
import { loadFrom, type RequestedLoad, sendingTools } from "../requested-load.ts";
import type { GivenSetup } from "../setup-option.ts";
import { readRegular } from "../../history/regular-file.ts";
import type { Bytes } from "../../analysis/units.ts";
import { reasonOf } from "../../analysis/failure-reason.ts";

const largest: Bytes = 64 * 1024;

/** `--header "Name: value"`, and `--header @FILE` with one of them in each line, which other users cannot read as they can our arguments. */
async function headersOf(given: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(given.map(async (text) => (text.startsWith("@") ? linesOf(text.slice(1)) : [text])));
  return texts.flat();
}

async function linesOf(file: string): Promise<readonly string[]> {
  try {
    const bytes = await readRegular(file, largest);
    if (bytes === undefined) throw new UsageError({ code: "command.oddHeaderFile", values: { file, kilobytes: largest / 1024 } });
    const lines = bytes.toString().split(/\r?\n/);
    return lines.filter((line) => line.trim() !== "");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new UsageError({ code: "command.noHeaderFile", values: { file, reason: reasonOf(error) } });
  }
}

/** For `parseArgs`, with `tokens`. */
export const loadOptions = {
  load: { type: "string", multiple: true },
  method: { type: "string" },
  header: { type: "string", multiple: true },
  body: { type: "string" },
  setup: { type: "string", multiple: true },
  "setup-body": { type: "string", multiple: true },
  "setup-per-connection": { type: "boolean", default: false },
  cookies: { type: "string", completes: ["setup", "answers", "none"] },
  connections: { type: "string" },
  duration: { type: "string" },
  warmup: { type: "string" },
  rate: { type: "string" },
  tool: { type: "string", completes: sendingTools },
  port: { type: "string" },
} as const;

type Given<Options> = {
  readonly [Name in keyof Options]?: Options[Name] extends { multiple: true }
    ? string[]
    : Options[Name] extends { type: "boolean" }
      ? boolean
      : string;
};

/** The load that the options ask for; undefined without one. */
export async function loadOf(values: Given<typeof loadOptions>, tokens: readonly OptionToken[]): Promise<RequestedLoad | undefined> {
  const duration = numberOption("duration", values.duration, 1, 3600);
  const header = await headersOf(values.header ?? []);
  const setup = await setupOf(tokens);
  const cookies = cookiesOf(values.cookies);
  const setupRuns = values["setup-per-connection"] === true ? "per-connection" : "once";
  if (values.load !== undefined) return loadFrom(values.load, { ...values, header, setup, cookies, setupRuns }, duration);
  if (values.port !== undefined) throw new UsageError({ code: "command.portWithoutLoad" });
  return undefined;
}

/** In their order, each with the body that follows it. */
async function setupOf(tokens: readonly OptionToken[]): Promise<readonly LoadRequest[]> {
  const given: GivenSetup[] = [];
  for (const { kind, name, value = "" } of tokens) {
    if (kind !== "option") continue;
    const last = given.at(-1);
    if (name === "setup") given.push({ text: value, body: undefined });
    else if (name === "setup-body") {
      if (last === undefined || last.body !== undefined) throw new UsageError({ code: "command.badSetup" });
      given[given.length - 1] = { ...last, body: value };
    }
  }
  if (given.length === 0) return [];
  // The reader of cURL commands comes with what records.
  const { setupRequests } = await loadRecorder();
  const found = await setupRequests(given);
  if ("problem" in found) throw new UsageError(found.problem);
  return found.requests;
}

interface OptionToken {
  readonly kind: string;
  readonly name?: string;
  readonly value?: string | undefined;
}

function cookiesOf(value: string | undefined): LoadPlan["cookies"] {
  if (value === undefined || value === "setup" || value === "answers" || value === "none") return value;
  throw new UsageError({ code: "command.badCookies", values: { value } });
}
