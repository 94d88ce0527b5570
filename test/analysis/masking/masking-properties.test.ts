import { array, assert, constantFrom, oneof, property, string, stringMatching } from "fast-check";
import { expect, test } from "vitest";
import { maskedArguments, maskedCommandLine } from "../../../language-server/analysis/masking/masked-arguments.ts";
import { maskedLoad } from "../../../language-server/analysis/masking/masked-load.ts";
import { maskedText } from "../../../language-server/analysis/masking/masked-text.ts";
import { maskedQuery } from "../../../language-server/analysis/masking/masked-url.ts";
import { publishedTokens } from "./published-tokens.ts";
import { isAll, someOf } from "../../workbench/some-of.mjs";

/** What command lines are made of, also where it does not belong. */
const pieces = [
  "--token",
  "--user",
  "--key",
  "--auth",
  "--tokens",
  "-p",
  "-u",
  "-a",
  "-H",
  "-c",
  "-t",
  "--",
  "--header",
  "-phunter2",
  "-Dpassword",
  "mysql",
  "curl",
  "redis-cli",
  "docker",
  "login",
  "sh",
  "node",
  "x.js",
  "sudo",
  "env",
  "hunter2",
  "a:b",
  "me:pw@h",
  "1:2",
  "***",
  "=",
  ":",
  ";",
  "&",
  "?",
  "#",
  "@",
  "/",
  "\\",
  "'",
  '"',
  '\\"',
  "`",
  "$",
  "{",
  "}",
  "[",
  "]",
  ",",
  " ",
  "  ",
  "\n",
  "%",
  "&&",
  "|",

  "password",
  "Authorization: Bearer ",
  "Cookie: ",
  "Bearer ",
  "https://",
  "postgres://u:p@h/",
  "?sig=",
  "API_KEY=",
  '{"secret":"',
  '"pin":12',
  "é",
  "🔑",
  "\u202e",
  "\0",
  "\r",
  "$TOKEN",
  "${A}",
  "-----BEGIN PRIVATE KEY-----",
  ...Object.values(publishedTokens).slice(0, 6),
];
const word = array(constantFrom(...pieces), { maxLength: 7 }).map((parts) => parts.join(""));
const words = array(oneof(word, constantFrom(...pieces), string({ unit: "binary" })), { maxLength: 8 });

test("what is masked stays as it is when it is masked again, whatever it is made of", () => {
  assert(
    property(words, (args) => {
      const [once, line, text] = [maskedArguments(args), maskedCommandLine(args.join(" ")), maskedText(args.join(""))];
      expect(once).toHaveLength(args.length);
      expect(maskedArguments(once)).toEqual(once);
      expect(maskedCommandLine(line)).toBe(line);
      expect(maskedText(text)).toBe(text);
      expect(maskedQuery(maskedQuery(text))).toBe(maskedQuery(text));
    }),
    { seed: 35, numRuns: isAll ? 3000 : 300 },
  );
});

test("a secret between any two words is masked", () => {
  const value = stringMatching(/^[A-Za-z][A-Za-z0-9_+-]{3,20}$/).map((text) => `S3${text}`);
  const quiet = constantFrom("node", "x.js", "--port", "80", "-v", "start", "--verbose", "a=b", "http://h/?x=1", "C:\\x");
  assert(
    property(array(quiet), value, array(quiet), (before, secret, after) => {
      for (const given of [["--token", secret], [`--db-password=${secret}`], [`API_KEY=${secret}`], [`https://h/?a=1&sig=${secret}`]]) {
        expect(maskedArguments([...before, ...given, ...after]).join(" ")).not.toContain(secret);
        expect(maskedCommandLine([...before, ...given, ...after].join(" "))).not.toContain(secret);
      }
      expect(maskedText(JSON.stringify({ n: before, password: secret }))).not.toContain(secret);
      const load = {
        tool: "wrk",
        url: `http://h/?token=${secret}`,
        label: `GET /?token=${secret} (+2)`,
        exitReason: `no ?token=${secret}`,
      };
      expect(JSON.stringify(maskedLoad({ ...load, latency: {}, durationSeconds: 1, cancelled: false }))).not.toContain(secret);
    }),
    { seed: 35, numRuns: 300 },
  );
});

/** Were time to grow with the square of the length, each would take many minutes. */
test.each(
  someOf(6, [
    "a=b;",
    '{"a":"',
    "--token ",
    "A: b\n",
    "sh -c '",
    "\\",
    "\t=",
    "a ",
    "a",
    "-",
    "=",
    "a=",
    "a:",
    '"',
    '\\"',
    "'",
    " ",
    "{",
    '{"a":',
    '{"name":"',
    "[",
    "&",
    "?a=b",
    ";a=b",
    "/",
    "://",
    "x://a:b@",
    "a:b@c ",
    "--",
    "--a=",
    "-H ",
    "Bearer ",
    "eyJ",
    "eyJaaaaaa.",
    "-----BEGIN PRIVATE KEY-----",
    "***",
    "$A",
    "sk-",
    "aA",
    "a_",
    "%",
    "\u{1f511}",
  ]),
)("a megabyte of %j is masked in time that grows with its length", { timeout: 120_000 }, (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  expect(maskedArguments(["node", text])[1]?.length).toBeLessThanOrEqual(2 * text.length + 100);
});
