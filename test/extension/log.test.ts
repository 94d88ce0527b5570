import { expect, test, vi } from "vitest";
import type { LogOutputChannel } from "vscode";

vi.mock("vscode", () => import("./vscode.ts"));
const { withoutLogins } = await import("../../extension/log.ts");

test("the trace of messages has no login and no URL, whatever they contain, and else all", () => {
  const traced: string[] = [];
  const log = { logLevel: 1, trace: (text: string) => void traced.push(text) } as unknown as LogOutputChannel;
  const channel = withoutLogins(log);
  const params = { url: "http://a/p?token=abc", folder: "/runs", authorization: 'Bearer "s3cret" \\', plainHttp: true };
  channel.trace(`Params: ${JSON.stringify(params, null, 4)}`);
  channel.trace(JSON.stringify({ params }));
  expect(channel.logLevel).toBe(1);
  expect(traced.join("\n")).not.toMatch(/abc|s3cret|Bearer/);
  expect(JSON.parse(traced[1] ?? "")).toEqual({ params: { ...params, url: "***", authorization: "***" } });
});
