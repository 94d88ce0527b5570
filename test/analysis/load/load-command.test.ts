import { expect, test } from "vitest";
import { commandProblem, commandWords, usesPlaceholder } from "../../../language-server/analysis/load/load-command.ts";

const values = { url: "http://127.0.0.1:3000/a?b='; rm -rf / #", connections: 7, duration: 12 };

test.each([
  ["wrk -d10s ${url}", ["wrk", "-d10s", values.url]],
  ["hey -z ${duration}s -c ${connections} ${url}", ["hey", "-z", "12s", "-c", "7", values.url]],
  ["jmeter -n -t 'my plan.jmx' -Jhost=\"a b\"", ["jmeter", "-n", "-t", "my plan.jmx", "-Jhost=a b"]],
  ["a  \\\n b\\ c ''", ["a", "\n", "b c", ""]],
  [String.raw`sh -c "echo \"x\" | cat"`, ["sh", "-c", 'echo "x" | cat']],
  [String.raw`C:\tools\wrk.exe ${"${url}"}`, [String.raw`C:\tools\wrk.exe`, values.url]],
  [
    String.raw`"C:\Program Files\k6\k6.exe" run C:\plans\a\ b.js`,
    [String.raw`C:\Program Files\k6\k6.exe`, "run", String.raw`C:\plans\a b.js`],
  ],
  [String.raw`wrk -H "x: \"y\"" -H '{"a": 1}'`, ["wrk", "-H", 'x: "y"', "-H", '{"a": 1}']],
  [String.raw`a "b\\" \\\" "\\\"" c\\ d`, ["a", "b\\", '\\"', '\\"', "c\\", "d"]],
])("%j becomes words on every platform", (command, words) => {
  for (const platform of ["linux", "darwin", "win32"]) expect(commandWords(command, values, platform)).toEqual(words);
});

test("two backslashes are one, but on Windows, where the path of a network folder begins with them", () => {
  const command = String.raw`\\server\share\k6.exe run -o=\\?\C:\a "\\server\my share\a.js" '\\s\t'`;
  expect(commandWords(command, values, "win32")).toEqual([
    String.raw`\\server\share\k6.exe`,
    "run",
    String.raw`-o=\\?\C:\a`,
    String.raw`\\server\my share\a.js`,
    String.raw`\\s\t`,
  ]);
  expect(commandWords(String.raw`printf a\\nb "c\\d"`, values, "linux")).toEqual(["printf", String.raw`a\nb`, String.raw`c\d`]);
});

test.each([
  ["", "no-command"],
  ["  ", "no-command"],
  ["wrk 'x", "unclosed-quote"],
  ["wrk ${url} | tee log", "shell-syntax"],
  ["wrk ${url} >log", "shell-syntax"],
  ["wrk ${url} 2>&1", "shell-syntax"],
  ["cd a && wrk ${url}", "shell-syntax"],
  ["cd a; wrk ${url}", "shell-syntax"],
  ["wrk ${port}", "unknown-placeholder"],
])("%j is refused", (command, code) => {
  expect(commandProblem(command)?.code).toBe(code);
});

test.each(["wrk 'http://a/?b=1&c=2'", "wrk http://a/?b=1&c=2", "sh -c 'a | b'", "jmeter -n -t plan.jmx"])("%j is accepted", (command) => {
  expect(commandProblem(command)).toBeUndefined();
});

test("a command line is searched for the values it needs", () => {
  expect(["url", "connections", "duration"].filter((name) => usesPlaceholder("k ${url} ${duration}", name as "url"))).toEqual([
    "url",
    "duration",
  ]);
});
