import { expect, test } from "vitest";
import { analysed } from "../costs/drawn-costs.ts";
import { profileOfStacks } from "../drawn-profile.ts";

interface Ran {
  readonly url: string;
  readonly hash: string;
  readonly isFile?: boolean;
  /** Name of its only function. */
  readonly func?: string;
}

/** The sources with the file whose lines they have, if that is not their path's: `a.mjs?t=1 of a.mjs`. */
function sourcesOf(ran: readonly Ran[], texts: Readonly<Record<string, string>> = {}): readonly string[] {
  const drawn = profileOfStacks(
    ran.map(({ func = "work" }, row) => [`${func}@app${row}.js:3:1`]),
    { starts: { early: 1, work: 3 } },
  );
  const profile = { ...drawn, scripts: { url: ran.map(({ url }) => url), hash: ran.map(({ hash }) => hash) } };
  const scripts = ran.map((each) => ({ mapHash: "", mapBase: "", ...each }));
  const { costs } = analysed(profile, texts, { scripts });
  return costs.sources.map(({ path, version }) => {
    const name = (file: string): string => file.slice(file.lastIndexOf("/") + 1);
    return `${name(path)}${version === undefined ? "" : version.isFile ? ` is ${name(version.file)}` : " apart"}`;
  });
}

const [plain, one, two] = ["file:///app/a.mjs", "file:///app/a.mjs?t=1", "file:///app/a.mjs?t=2#x"];

test.each<readonly [string, readonly Ran[], readonly string[]]>([
  [
    "equal texts are one source, the file",
    [
      { url: one, hash: "A", isFile: true },
      { url: two, hash: "A", isFile: true },
    ],
    ["a.mjs"],
  ],
  [
    "without a query, too",
    [
      { url: plain, hash: "A", isFile: true },
      { url: two, hash: "A", isFile: true },
    ],
    ["a.mjs"],
  ],
  [
    "of different texts each keeps its query, and the file's text has the lines",
    [
      { url: one, hash: "A", isFile: false },
      { url: two, hash: "B", isFile: true },
    ],
    ["a.mjs?t=1 apart", "a.mjs?t=2#x is a.mjs"],
  ],
  [
    "a later text has the file's lines, and the one without a query no longer has them",
    [
      { url: plain, hash: "A", isFile: false },
      { url: two, hash: "B", isFile: true },
    ],
    ["a.mjs apart", "a.mjs?t=2#x is a.mjs"],
  ],
  [
    "a text that a loader made of the file beside the file itself",
    [
      { url: plain, hash: "A", isFile: true },
      { url: "file:///app/a.mjs?raw", hash: "B", isFile: false },
    ],
    ["a.mjs", "a.mjs?raw apart"],
  ],
  ["a text that a loader made of the file alone", [{ url: "file:///app/a.mjs?raw", hash: "B", isFile: false }], ["a.mjs?raw apart"]],
  ["a file that is not on this machine", [{ url: one, hash: "A" }], ["a.mjs"]],
  [
    "two texts of a file that is not on this machine",
    [
      { url: one, hash: "A" },
      { url: two, hash: "B" },
    ],
    ["a.mjs?t=1 is a.mjs", "a.mjs?t=2#x apart"],
  ],
  ["a name that has a question mark", [{ url: "file:///app/a%3Ft=1.mjs", hash: "A" }], ["a?t=1.mjs"]],
  [
    "other URLs",
    [
      { url: "https://host/a.mjs?t=1", hash: "A" },
      { url: "https://host/a.mjs?t=2", hash: "A" },
    ],
    ["a.mjs?t=1", "a.mjs?t=2"],
  ],
])("a file that was imported with queries: %s", (_what, ran, sources) => {
  expect(sourcesOf(ran)).toEqual(sources);
});

test("a profile has no texts: functions that the file's text has elsewhere show that another text ran", () => {
  const ran = [
    { url: one, hash: "disk", func: "early" },
    { url: two, hash: "disk", func: "work" },
  ];
  expect(sourcesOf(ran, { disk: "// changed\n\nexport function work() {}\n" })).toEqual(["a.mjs?t=1 apart", "a.mjs?t=2#x is a.mjs"]);
});

test("of a file's several texts in source maps, those that a loader made keep their query", () => {
  const map = (source: string, content: string): string =>
    JSON.stringify({ version: 3, sources: [source], sourcesContent: [content], names: [], mappings: "AAAA;AACA;AACA" });
  const texts = {
    app: map("App.vue", "<script>\n1;\n2;\n</script>"),
    script: map("webpack://app/./App.vue?vue&type=script&lang=js", "<script>\n1;\n2;\n</script>"),
    style: map("App.vue?vue&type=style&index=0", "a {}\nb {}\nc {}"),
  };
  const profile = profileOfStacks([["one@app.js:3:1"], ["two@script.js:3:1"], ["three@style.js:3:1"]]);
  const scripts = Object.keys(texts).map((name) => {
    const url = `file:///app/${name}.js`;
    return { url, hash: `${name}.js`, mapHash: name, mapBase: url };
  });
  const { costs } = analysed(profile, texts, { scripts, exists: (path) => path === "/app/App.vue" });
  expect(costs.lines.map(({ source, line }) => `${costs.sources[source]?.path}:${line}`).toSorted()).toEqual([
    "/app/App.vue:3",
    "/app/App.vue?vue&type=style&index=0:3",
  ]);
});
