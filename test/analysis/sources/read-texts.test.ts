import { expect, test } from "vitest";
import { analysed } from "../costs/drawn-costs.ts";
import { profileOfStacks } from "../drawn-profile.ts";

/** How often the text of a script is asked for, if this many of its functions ran. */
function reads(functions: number): number {
  const drawn = profileOfStacks(Array.from({ length: functions }, (_, row) => [`f${row}@app.js:${row + 2}:1`]));
  const url = "file:///app/node_modules/tool/tool.js";
  let count = 0;
  analysed(
    { ...drawn, scripts: { url: [url], hash: ["text"] } },
    {},
    {
      scripts: [{ url, hash: "text", mapHash: "", mapBase: "" }],
      textOf: () => {
        count++;
        return "";
      },
    },
  );
  return count;
}

test("a script's text is read equally often however many functions of it ran", () => {
  expect(reads(200)).toBe(reads(2));
});
