import { assert, json, nat, property } from "fast-check";
import { expect, test } from "vitest";
import { oneByteJson } from "../../language-server/opening/one-byte-json.ts";

test("letters beyond Latin-1 become escapes, and nothing else changes", () => {
  expect(oneByteJson('{"naïve": "a\\\\b"}')).toBe('{"naïve": "a\\\\b"}');
  expect(oneByteJson('"数 \\\\据 😀 é"')).toBe('"\\u6570 \\\\\\u636e \\ud83d\\ude00 é"');
});

test("JSON means the same, wherever it is cut", () => {
  assert(
    property(json({ stringUnit: "binary" }), nat(), (text, cut) => {
      const at = cut % (text.length + 1);
      expect(JSON.parse(oneByteJson(text.slice(0, at)) + oneByteJson(text.slice(at)))).toEqual(JSON.parse(text));
    }),
  );
});

test("what is not JSON does not become JSON", () => {
  expect(() => JSON.parse(oneByteJson('"\\数"'))).toThrow(SyntaxError);
  expect(() => JSON.parse(oneByteJson("[数]"))).toThrow(SyntaxError);
});
