import { createHash } from "node:crypto";
import * as v from "valibot";
import { readRun } from "../../history/run-store.ts";
import { checkRunsFolder } from "../../history/runs-folder.ts";
import type { LoadDefaults } from "../../analysis/load/load.ts";
import { standingOf, standingText, newestBefore } from "../../analysis/compare/before/standing.ts";
import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import { localised } from "../../texts/localised.ts";
import { headOf, headSchema } from "../answer/head.ts";
import { page, pageFacts, runHandle } from "../answer/page.ts";
import { quoted } from "../answer/figures.ts";
import { givenLoad, loadFrom } from "../measuring/given-load.ts";
import { configurationIn, scriptIn, type Startable, testIn, whatCanStart } from "../measuring/startable.ts";
import type { RootList } from "../runs/roots.ts";
import type { Session } from "../session.ts";
import { hotLineRow, hotLineRows } from "./hot-lines.ts";
import { Refusal, type ToolCall, type ToolDefinition } from "./tool.ts";

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(400));
const input = v.strictObject({
  script: v.optional(v.pipe(word, v.description("A script of package.json, such as start."))),
  configuration: v.optional(v.pipe(word, v.description("The name of a Node.js configuration in .vscode/launch.json."))),
  test: v.optional(v.pipe(word, v.description("A test file of node:test, Vitest, Jest or Mocha."))),
  testName: v.optional(v.pipe(word, v.description("One test of that file, by its title."))),
  command: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(2000))),
      v.minLength(1),
      v.maxLength(100),
      v.description('A program and its arguments, such as ["node", "app.js"]. Only where the user allows it.'),
    ),
  ),
  folder: v.optional(v.pipe(word, v.description("Folder of the package.json, or of the command. Default: the project's."))),
  root: v.optional(v.pipe(word, v.description("Which project folder, if there are several."))),
  load: v.optional(givenLoad),
  port: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(65_535),
      v.description("If the app listens on several ports: the one to load."),
    ),
  ),
  startup: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        "Profile how it starts: again and again, each time from its first line until it listens or ends, as one run. Not with a load, seconds or a test. heatline_imports then says which import costs what.",
      ),
    ),
  ),
  seconds: v.optional(
    v.pipe(
      v.number(),
      v.minValue(1),
      v.maxValue(600),
      v.description("Without a load: how long to record a program that does not end by itself."),
    ),
  ),
});
type Input = v.InferOutput<typeof input>;

export const profileTool: ToolDefinition<typeof input, Session> = {
  name: "heatline_profile",
  title: "Profile",
  description:
    "Starts a script, launch configuration or test of the project under Heatline's recorder, sends it a load of HTTP requests if it is a server or starts it again and again if asked for its start-up, ends it, and answers with the hot lines of its code. Takes the length of the load and a few seconds. Profile the same again after a change, then heatline_compare.",
  input,
  output: v.object({
    ...headSchema,
    mark: v.optional(v.string()),
    comparesWith: v.optional(v.string()),
    rows: v.array(hotLineRow),
    ...pageFacts,
  }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  isLong: true,
  async ready(given, call, session) {
    const roots = await session.roots.of(call);
    await startableOf(given, roots);
    if (given.load !== undefined) loadFrom(given.load);
    await session.recorder.mustBeFree(session.stored.folderFor(roots.root(given.root).folder));
    if (given.command !== undefined) await mayRun(given.command, call, session);
  },
  run: async (given, call, session) => {
    const roots = await session.roots.of(call);
    const root = roots.root(given.root);
    const { name, launch, load } = await startableOf(given, roots);
    const runsFolder = session.stored.folderFor(root.folder);
    await checkRunsFolder(runsFolder);
    const folder = await session.recorder.record(
      {
        name,
        launch,
        runsFolder,
        workspaceFolders: roots.namedFolders,
        load: loadOf(given, load),
        port: given.port,
        startup: given.startup,
        seconds: given.seconds,
      },
      call,
    );
    const run = await readRun(folder);
    const opened = await session.opened({ folder, run }, roots, call);
    const facts = (await session.stored.list(roots)).map((each) => each.run);
    const text = standingText(standingOf(run, facts), (share) => `${(share * 100).toFixed(0)} %`);
    const mark = text === undefined ? undefined : localised(text, "en");
    const before = newestBefore(run, facts);
    const head = headOf(opened);
    const rows = await hotLineRows(opened, "attributed");
    const [first] = rows;
    const next =
      before !== undefined
        ? `heatline_compare says whether it is faster than ${runHandle(before.id)}.`
        : run.startup !== undefined
          ? "heatline_imports says what loading each module costs."
          : first === undefined
            ? "heatline_advice says what the run shows."
            : `heatline_line at ${JSON.stringify(first.data["at"])} says what is costly there.`;
    return page(rows, undefined, {
      // Its cursor is one of heatline_hot_lines.
      question: ["hotLines", opened.handle, "attributed"],
      head: [
        head.line,
        ...(mark === undefined ? [] : [`Not to be relied on: ${mark}.`]),
        "Hot lines, attributed time in % of the busy time (± is a 95 % interval):",
      ],
      facts: {
        ...head.facts,
        ...(mark === undefined ? {} : { mark }),
        ...(before === undefined ? {} : { comparesWith: runHandle(before.id) }),
      },
      empty: "No line of own code was busy.",
      next,
    });
  },
};

async function startableOf(given: Input, roots: RootList): Promise<Startable> {
  const { script, configuration, test, testName, command } = given;
  const root = roots.root(given.root);
  const folder = given.folder === undefined ? root.folder : await roots.resolve(given.folder);
  const chosen = [script, configuration, test, command].filter((each) => each !== undefined);
  if (chosen.length !== 1)
    throw new Refusal(`Say what to profile by one of script, configuration, test and command. ${await whatCanStart(folder, root)}`);
  if (given.startup === true && [test, given.load, given.seconds].some((each) => each !== undefined))
    throw new Refusal("A start has no load, seconds or test of its own: leave them out, or startup.");
  if (testName !== undefined && test === undefined) throw new Refusal("testName goes with test, the file that it is in.");
  if (script !== undefined) return await scriptIn(folder, root, script);
  if (configuration !== undefined) return await configurationIn(root, roots, configuration);
  if (test !== undefined) return await testIn(await roots.resolve(test), root, testName);
  const [program = "", ...args] = command ?? [];
  return {
    name: `${roots.label(folder) || root.name} · ${command?.join(" ") ?? ""}`,
    launch: { cwd: folder, runtimeExecutable: program, runtimeArgs: args },
  };
}

/** The agent's load; without requests of its own those of the project. */
function loadOf({ load, seconds, startup }: Input, own: LoadDefaults | undefined): LoadDefaults | undefined {
  if (startup === true) return undefined;
  if (load === undefined) return seconds === undefined ? own : undefined;
  const given = loadFrom(load);
  return load.path === undefined && load.requests === undefined ? { ...own, ...given } : given;
}

/** A command of the agent's own may be anything: the user says yes once to each, or when the server is started. */
async function mayRun(command: readonly string[], call: ToolCall, { allowsCommands }: Session): Promise<void> {
  if (allowsCommands) return;
  const shown = shownCommand(command);
  const key = `run-${createHash("sha256").update(JSON.stringify(command)).digest("hex").slice(0, 16)}`;
  const isAllowed = await call.ask({ key, text: `Heatline is to run this command and profile it: ${shown}. Allow it?` });
  if (isAllowed === true) return;
  throw new Refusal(
    isAllowed === false
      ? `The user did not allow ${shown}.`
      : `The command ${shown} is not run: the client cannot ask the user. Use a script, a launch configuration or a test, or have the user start the server with --allow-commands.`,
  );
}

/** A longer one is not asked about: the user must see all of what is run. */
const longestCommand = 1000;

/** All of it, as one would type it; what could be taken for another word is in quotes. Throws a Refusal for one that cannot be shown whole. */
function shownCommand(command: readonly string[]): string {
  const words = command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
  if (words.length > longestCommand || harmless(words) !== words)
    throw new Refusal(
      `The command cannot be shown to the user whole: it has more than ${longestCommand} characters, or some that are not seen. Put it into a script of package.json.`,
    );
  return quoted(words, longestCommand);
}
