import { beforeAll, expect, test } from "vitest";
import { frameAt, flame, locateFrame } from "../../../language-server/protocol/flame.ts";
import { hotFunctions } from "../../../language-server/protocol/hot-functions.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

const early = "export function work(n) {\n  return n * 7;\n}\n";
const late = `// changed\n\n${early.replace("7", "9")}`;
const files = { "job.mjs": late, "what?now.mjs": early };

async function shownRun() {
  const app = await makeApp(files);
  const run = await drawRun(app, {
    scripts: {
      "job.mjs?t=1": { text: early, isFile: false },
      "job.mjs?t=2": { text: late, isFile: true },
      "job.mjs?t=3": { text: late, isFile: true },
      [`file://${app.folder}/what%3Fnow.mjs?t=4`]: { text: early, isFile: true },
    },
    threads: [
      `40 | job.mjs?t=1 work@1:20 2:2
       20 | job.mjs?t=2 work@3:20 4:2
       30 | job.mjs?t=3 work@3:20 4:2
       10 | file://${app.folder}/what%3Fnow.mjs?t=4 work@1:20 2:2`,
    ],
  });
  const client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  return { app, client };
}

test("of the texts that were imported from a file, the file's own has heat in the editor, and no other", async () => {
  const { app, client: opened } = await shownRun();
  await using client = opened;
  await client.open(app.uri("job.mjs"), late);
  const heat = await client.heat(app.uri("job.mjs"));
  expect(heat.map(({ line, text }) => `${line + 1} ${text}`)).toEqual(["4 50.0 % self · 50.0 % total"]);
  await client.open(app.uri("what?now.mjs"), early);
  expect((await client.heat(app.uri("what?now.mjs"))).map(({ line }) => line + 1)).toEqual([2]);
});

test("every text leads to the file, and from its row to its own frame in the flame graph", async () => {
  const { app, client: opened } = await shownRun();
  await using client = opened;
  const { rows } = await client.request(hotFunctions, { query: { rankBy: "self", groupBy: "function" }, limit: 10 });
  expect(rows.map(({ place, share }) => [place, share])).toEqual([
    ["job.mjs?t=2:4", 0.5],
    // Line 2 ran in the earlier text, which is line 4 of the file.
    ["job.mjs?t=1:4", 0.4],
    ["what?now.mjs:2", 0.1],
  ]);
  expect(rows.map(({ location }) => location?.uri.replaceAll("%3F", "?"))).toEqual(
    ["job.mjs", "job.mjs", "what?now.mjs"].map((file) => `file://${app.path(file)}`),
  );
  const graph = await client.request(flame, {});
  const fileOf = async (row: number): Promise<string | undefined> => {
    const reference = rows[row]?.reference;
    const found = reference === undefined ? null : await client.request(frameAt, reference);
    return found === null ? undefined : graph.profile.shared.frames[found.frame]?.file;
  };
  expect(await Promise.all([0, 1, 2].map(fileOf))).toEqual(["job.mjs?t=2", "job.mjs?t=1", "what?now.mjs"].map((file) => app.path(file)));
  const places = await Promise.all(graph.profile.shared.frames.map((_, frame) => client.request(locateFrame, { frame })));
  const found = places.map((place, frame) => [graph.profile.shared.frames[frame]?.file, place?.uri.replaceAll("%3F", "?")]);
  expect(Object.fromEntries(found)).toEqual({
    [app.path("job.mjs?t=1")]: `file://${app.path("job.mjs")}`,
    [app.path("job.mjs?t=2")]: `file://${app.path("job.mjs")}`,
    [app.path("what?now.mjs")]: `file://${app.path("what?now.mjs")}`,
  });
});
