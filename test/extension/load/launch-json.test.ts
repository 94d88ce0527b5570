import { expect, test } from "vitest";
import { saveLoad, writtenIn } from "../../../extension/load/launch-json.ts";

const configuration = { type: "heatline", request: "launch", name: "shop", program: "${workspaceFolder}/shop.js" };

test("a missing or empty file gets the configuration with its load", () => {
  const expected = `{
  "version": "0.2.0",
  "configurations": [
    {
      "type": "heatline",
      "request": "launch",
      "name": "shop",
      "program": "\${workspaceFolder}/shop.js",
      "load": {
        "tool": "wrk",
        "path": "/a"
      }
    }
  ]
}
`;
  for (const text of [undefined, " \n"]) {
    const edit = saveLoad(text, configuration, { tool: "wrk", path: "/a" });
    expect(edit).toMatchObject({ text: expected, name: "shop", offset: expected.indexOf('"load"') });
  }
});

test("the load of the configuration is changed key by key; comments, other configurations and layout stay", () => {
  const text = `{
\t// ours
\t"configurations": [
\t\t{ "type": "node", "name": "shop" },
\t\t{
\t\t\t"name": "shop", "type": "heatline", // the app
\t\t\t"load": {
\t\t\t\t// many
\t\t\t\t"connections": 50,
\t\t\t\t"path": "/a", // the slow one
\t\t\t\t"method": "POST",
\t\t\t},
\t\t},
\t],
}
`;
  const edit = saveLoad(text, configuration, { connections: 20, path: "/a", tool: "ab" });
  const expected = text.replace('"connections": 50', '"connections": 20').replace('"method": "POST"', '"tool": "ab"');
  expect("text" in edit && edit.text).toBe(expected);
});

test("another configuration with the same name keeps it, and ours gets a different one", () => {
  const text = '{ "configurations": [{ "type": "node", "name": "shop" }] }';
  const edit = saveLoad(text, configuration, { path: "/" });
  expect(edit).toMatchObject({ name: "shop (Heatline)" });
  const again = saveLoad("text" in edit ? edit.text : "", { ...configuration, name: "shop (Heatline)" }, { path: "/b" });
  const parsed = JSON.parse("text" in again ? again.text : "") as { configurations: readonly unknown[] };
  expect(parsed.configurations).toEqual([
    { type: "node", name: "shop" },
    { ...configuration, name: "shop (Heatline)", load: { path: "/b" } },
  ]);
});

test.each([
  ['{\n  "configurations": [\n    { "name": }\n  ]\n}', 3],
  ["[]", 1],
  ['{\n"configurations": 3 }', 2],
])("%j is not changed; the line of the error is reported", (text, badLine) => {
  expect(saveLoad(text, configuration, {})).toEqual({ badLine });
});

test("what the file has for a configuration is read as it is written, its variables not filled in", () => {
  const text = `{ "configurations": [ // ours
    { "type": "node", "name": "shop", "env": { "KEY": "\${env:KEY}" } },
    { "type": "heatline", "name": "blog", "load": { "path": "/?t=\${env:T}" } },
  ] }`;
  expect(writtenIn(text, "shop")["env"]).toEqual({ KEY: "${env:KEY}" });
  expect(writtenIn(text, "blog")["load"]).toEqual({ path: "/?t=${env:T}" });
  expect([
    writtenIn(text, "none"),
    writtenIn(undefined, "shop"),
    writtenIn("{", "shop"),
    writtenIn('{"configurations":3}', "shop"),
  ]).toEqual([{}, {}, {}, {}]);
});
