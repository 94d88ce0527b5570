import { expect, test } from "vitest";
import { planProblems } from "../../../language-server/analysis/load/load-problems.ts";
import { planFrom } from "../../../language-server/analysis/load/load.ts";
import { connectPath, socketAddress } from "../../../language-server/analysis/load/socket-address.ts";

test.each([
  ["unix:/run/app.sock", "http", "/run/app.sock"],
  ["unix:///run/my app.sock", "http", "/run/my app.sock"],
  ["https+unix:/run/app.sock", "https", "/run/app.sock"],
  ["unix:@app", "http", "@app"],
  [String.raw`\\.\pipe\app`, "http", String.raw`\\.\pipe\app`],
  [String.raw`unix:\\.\pipe\app`, "http", String.raw`\\.\pipe\app`],
])("%s is a server on a socket", (text, scheme, path) => {
  expect(socketAddress(text)).toEqual({ scheme, path });
});

test.each(["http://127.0.0.1:3000", "http://unix:3000", "unix:", "/run/app.sock", "localhost"])("%s is not", (text) => {
  expect(socketAddress(text)).toBeUndefined();
});

test("an abstract socket of Linux is reached by a path that starts with a zero", () => {
  expect(connectPath("@app")).toBe("\0app");
  expect(connectPath("/run/@app")).toBe("/run/@app");
});

test("autocannon and h2load take a socket; a command line may; others are refused", () => {
  const baseUrl = "unix:/run/app.sock";
  const codes = (tool: "autocannon" | "h2load" | "command" | "wrk" | "oha"): readonly string[] =>
    planProblems(planFrom({ tool, baseUrl, command: "curl --unix-socket /run/app.sock ${url}" })).map(({ code }) => code);
  expect([codes("autocannon"), codes("h2load"), codes("command")]).toEqual([[], [], []]);
  expect([codes("wrk"), codes("oha")]).toEqual([["no-socket"], ["no-socket"]]);
});
