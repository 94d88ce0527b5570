import { expect, test } from "vitest";
import { unsafeScriptArgument } from "../../language-server/platform/script-arguments.ts";

const env = { Path: "C:\\", A: "x" };

test.each(["linux", "darwin"] as const)("on %s a package manager gives every argument to its scripts as it is", (platform) => {
  for (const arg of ["%PATH%", "%PATH:C=D%", '" & calc "']) expect(unsafeScriptArgument("quotes", [arg], env, platform)).toBeUndefined();
});

const npm = undefined;

test.each([
  ["a & calc", npm, undefined, undefined],
  ["%PATH%", npm, undefined, "%PATH%"],
  ["%path:C=D%", "%path:C=D%", "%path:C=D%", "%path:C=D%"],
  ["%A:~0,1%", "%A:~0,1%", "%A:~0,1%", "%A:~0,1%"],
  ["100%A%A%", npm, undefined, "100%A%A%"],
  ["%npm_config_a:b=c%", "%npm_config_a:b=c%", "%npm_config_a:b=c%", "%npm_config_a:b=c%"],
  ["%CD%", npm, undefined, "%CD%"],
  ["/a%20b:80/?c=1%20", npm, undefined, undefined],
  ["%", npm, undefined, undefined],
  ["%A", npm, undefined, undefined],
  ['{"a":1}', npm, undefined, undefined],
  ['" & calc "', npm, '" & calc "', '" & calc "'],
  ['a"^b', npm, 'a"^b', 'a"^b'],
] as const)("on Windows cmd.exe changes %j of npm %j, of Yarn %j, of pnpm %j", (arg, ofNpm, ofYarn, ofPnpm) => {
  expect(unsafeScriptArgument("carets", [arg], env, "win32")).toBe(ofNpm);
  expect(unsafeScriptArgument("few-carets", [arg], env, "win32")).toBe(ofYarn);
  expect(unsafeScriptArgument("quotes", [arg], env, "win32")).toBe(ofPnpm);
});

test("on Windows a quote in an argument opens those after it", () => {
  expect(unsafeScriptArgument("quotes", ['"', "a & calc"], env, "win32")).toBe("a & calc");
  expect(unsafeScriptArgument("quotes", ['"', '"', "a & calc"], env, "win32")).toBeUndefined();
});
