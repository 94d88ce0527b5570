import { expect, test } from "vitest";
import { shownJson, shownText } from "../../../language-server/analysis/escaping/hidden-characters.ts";

/** Unicode's own properties, which the table spells out by numbers. */
const space = /[\t-\r\u0085\p{Zl}\p{Zp}]/u;
const kept = /\u200C|\u200D|[\u180B-\u180D]|\u180F|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/u;
const hidden = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\uFDD0-\uFDEF\uFFFE\uFFFF]/u;

test("of all characters those are replaced that Unicode says control, reverse, break or are invisible", () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const each = String.fromCodePoint(code);
    const between = space.test(each) ? " " : kept.test(each) || !hidden.test(each) ? each : "?";
    // Joiners are kept between letters that need them, selectors after any character.
    if (shownText(`й${each}й`, "?") !== `й${between}й`) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

test.each([
  ["Arabic and Hebrew", "احسب_الضريبة.js חישוב()"],
  ["Persian with a joiner inside a word", "می‌خواهم"],
  ["Hindi with joiners", "क्‍ष र्‌य"],
  ["emoji of several people, a flag, a heart and a keycap", "👩‍👩‍👧‍👦 🇩🇪 ❤️ 1️⃣ 👍🏽"],
  ["a variant of a Chinese letter", "辻\u{E0100}さん"],
  ["accents, Cyrillic, Chinese", "é e\u0301 Привет 记录 ⓐ"],
])("%s stay as they are", (_, name) => {
  expect(shownText(name, "?")).toBe(name);
});

test.each([
  ["a joiner after a Latin letter", "admin\u200D", "admin?"],
  ["a joiner before a Latin letter", "й\u200Cadmin", "й?admin"],
  ["two joiners", "й\u200D\u200Dй", "й??й"],
  ["bytes in selectors behind an emoji", "😀\uFE00\uFE01\u{E0101}", "😀\uFE00??"],
  ["a selector at the start", "\uFE0Fa", "?a"],
  ["text in tags", "a\u{E0041}\u{E0042}", "a??"],
  ["an invisible letter of JavaScript", "a\u3164b\uFFA0", "a?b?"],
  ["half of a pair", "a\uD83Db", "a?b"],
  ["line breaks", "a\r\n\u2028b\u0085c", "a b c"],
  ["a terminal's codes", "\u001B]0;title\u0007\u009B31m", "?]0;title??31m"],
])("%s: no name hides it", (_, name, shown) => {
  expect(shownText(name, "?")).toBe(shown);
});

test("JSON has them by their numbers, and keeps its value and its own line breaks", () => {
  const value = { "a\u202E": ["\u{E0041}", "\u2028\n\u007F", "й\u200Dй", "😀"] };
  const json = shownJson(JSON.stringify(value, undefined, 1));
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toBe('{\n "a\\u202e": [\n  "\\udb40\\udc41",\n  "\\u2028\\n\\u007f",\n  "й\u200Dй",\n  "😀"\n ]\n}');
});
