import { expect, test } from "vitest";
import type { Profile } from "../../language-server/analysis/profile/profile.ts";
import type { RecordedScript } from "../../language-server/history/scripts/script-reader.ts";
import { keepScripts } from "../../language-server/history/scripts/run-scripts.ts";

/** A script that counts how often its text is read. */
function counting(script: { readonly url: string; readonly name?: string; readonly sourceMapUrl?: string }): {
  readonly script: RecordedScript;
  readonly asked: () => number;
} {
  let asked = 0;
  return {
    script: {
      url: script.url,
      name: script.name,
      sourceMapUrl: script.sourceMapUrl ?? "",
      get text() {
        asked += 1;
        return "work();";
      },
    },
    asked: () => asked,
  };
}

function kept(script: RecordedScript) {
  const profile = { scripts: { url: [script.url], hash: [""] } } as unknown as Profile;
  return keepScripts([{ profile, scripts: [script] }], []);
}

test("the text of a script in an opened profile is created only when requested", async () => {
  const { script, asked } = counting({ url: "/nowhere/app.js", name: "0:3" });
  const { profiles, scripts, texts, unread } = await kept(script);
  expect(asked()).toBe(0);
  expect(profiles[0]?.scripts.hash).toEqual(["0:3"]);
  expect(scripts).toEqual([{ url: "/nowhere/app.js", hash: "0:3", mapHash: "", mapBase: "" }]);
  expect(texts.size).toBe(0);
  expect(unread.get("0:3")?.text).toBe("work();");
});

test("a stored run has every text, by its hash", async () => {
  const { script, asked } = counting({ url: "/nowhere/app.js" });
  const { profiles, texts, unread } = await kept(script);
  expect(asked()).toBeGreaterThan(0);
  expect([...texts.values()]).toEqual(["work();"]);
  expect(profiles[0]?.scripts.hash).toEqual([...texts.keys()]);
  expect(unread.size).toBe(0);
});

test("a text with a map, or whose types Node may have stripped, is read at once", async () => {
  for (const { script, asked } of [
    counting({ url: "/nowhere/app.js", name: "0:0", sourceMapUrl: "app.js.map" }),
    counting({ url: "/nowhere/app.ts", name: "0:0" }),
  ]) {
    const { texts, unread } = await kept(script);
    expect(asked()).toBeGreaterThan(0);
    expect([texts.size, unread.size]).toEqual([1, 0]);
  }
});
