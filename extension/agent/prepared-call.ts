import * as v from "valibot";
import * as vscode from "vscode";
import { literalText } from "../screen/tree-row.ts";

const maybeText = v.fallback(v.optional(v.string()), undefined);
const request = v.object({ method: maybeText, path: maybeText });
const profileInput = v.object({
  script: maybeText,
  configuration: maybeText,
  test: maybeText,
  testName: maybeText,
  command: v.fallback(v.optional(v.array(v.string())), undefined),
  folder: maybeText,
  startup: v.fallback(v.optional(v.boolean()), undefined),
  load: v.fallback(
    v.optional(
      v.object({ ...request.entries, requests: v.fallback(v.optional(v.array(request)), undefined), seconds: v.optional(v.number()) }),
    ),
    undefined,
  ),
});
const exportInput = v.object({ format: maybeText, to: maybeText, run: maybeText });

const longestText = 300;
const mostRequests = 5;

/** What the user reads before a call, and while it runs. Nothing is checked here: the server does, and only some calls start or write something. */
export function preparedCall(name: string, input: unknown, mayRun: boolean): vscode.PreparedToolInvocation {
  const { t } = vscode.l10n;
  if (name === "heatline_profile") {
    const what = startedBy(input);
    return prepared(t("Profiling {0}", what.name), mayRun && [t("Let an agent start and profile this?"), [what.sentence, ...what.more]]);
  }
  if (name === "heatline_export") {
    const { format = "", to = "" } = readAs(exportInput, input);
    const sentence =
      to === ""
        ? t("Writes a run as {0} into a new file of the project.", cut(format))
        : t("Writes a run as {0} to the new file {1}.", cut(format), cut(to));
    return prepared(t("Exporting a run"), mayRun && [t("Let an agent write a file?"), [sentence]]);
  }
  return prepared(t("Reading what was measured"), false);
}

function prepared(message: string, question: false | readonly [title: string, lines: readonly string[]]): vscode.PreparedToolInvocation {
  const invocationMessage = literalText([message]);
  if (question === false) return { invocationMessage };
  const [title, lines] = question;
  return { invocationMessage, confirmationMessages: { title, message: literalText(lines) } };
}

interface Started {
  readonly name: string;
  readonly sentence: string;
  readonly more: readonly string[];
}

function startedBy(input: unknown): Started {
  const { t } = vscode.l10n;
  const { script, configuration, test, testName, command, folder, load, startup } = readAs(profileInput, input);
  const place = folder === undefined ? [] : [t("Folder: {0}", cut(folder))];
  const starts = startup === true ? [t("Starts it again and again, up to 100 times, to measure how it starts.")] : [];
  const more = [...place, ...starts, ...loadLines(load), t("Ends it after the measurement.")];
  const [kind] = Object.entries({ script, configuration, test, command }).flatMap(([key, value]) => (value === undefined ? [] : key));
  switch (kind) {
    case "script":
      return { name: cut(script), sentence: t("Starts the script “{0}” of package.json.", cut(script)), more };
    case "configuration":
      return { name: cut(configuration), sentence: t("Starts the launch configuration “{0}”.", cut(configuration)), more };
    case "test": {
      const tested = testName === undefined ? cut(test) : `${cut(test)}: ${cut(testName)}`;
      return { name: tested, sentence: t("Runs the test {0}, more than once if it is short.", tested), more };
    }
    case "command": {
      const line = cut(command?.join(" "));
      return { name: line, sentence: t("Runs the command {0}. Heatline asks again before it starts.", line), more };
    }
    default:
      return { name: t("an app"), sentence: t("The agent has not said what to start."), more: [] };
  }
}

function loadLines(load: v.InferOutput<typeof profileInput>["load"]): readonly string[] {
  const { t } = vscode.l10n;
  if (load === undefined) return [];
  const requests = (load.requests ?? [load]).map(({ method = "GET", path = "/" }) => `${cut(method)} ${cut(path)}`);
  const shown = [...requests.slice(0, mostRequests), ...(requests.length > mostRequests ? ["…"] : [])].join(", ");
  return [load.seconds === undefined ? t("Sends it requests: {0}", shown) : t("Sends it requests for {0} s: {1}", load.seconds, shown)];
}

function readAs<Schema extends v.GenericSchema>(schema: Schema, input: unknown): Partial<v.InferOutput<Schema>> {
  const read = v.safeParse(schema, input);
  return read.success ? read.output : {};
}

function cut(text = ""): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
