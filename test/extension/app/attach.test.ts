import { networkInterfaces } from "node:os";
import { expect, test, vi } from "vitest";
import type { Memento } from "vscode";
import type { CommandHandler, RegisterCommand } from "../../../extension/commands.ts";
import { UserError } from "../../../extension/user-error.ts";
import { window } from "../vscode.ts";
import { parseInspectorPlace } from "../../../language-server/platform/nodes/node-processes.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { mayAttach, registerAttach } = await import("../../../extension/app/attach.ts");
const { processLabel } = await import("../../../extension/app/attach-place.ts");

test.each([
  ["9229", "127.0.0.1 9229"],
  ["localhost:9230", "localhost 9230"],
  [" 10.0.0.7:80 ", "10.0.0.7 80"],
  ["[::1]:9229", "::1 9229"],
  ["my-host.example:9229", "my-host.example 9229"],
])("%s is a place to attach to", (text, expected) => {
  const place = parseInspectorPlace(text);
  expect(`${place?.host} ${place?.port}`).toBe(expected);
});

test.each(["", "0", "70000", "host", "http://host:9229", "a b:9229", "host:9229/json"])("%s is not a place to attach to", (text) => {
  expect(parseInspectorPlace(text)).toBeUndefined();
});

test.each([
  ["server.js --port 80", "server.js --port 80"],
  ["--inspect=127.0.0.1:0 /srv/shop/service.js", "service.js"],
  ["--import tsx --enable-source-maps src/app.ts", "app.ts"],
  ["", "node"],
  ["--inspect", "node"],
  [String.raw`--enable-source-maps "C:\My App\server.js" --port 80`, "server.js --port 80"],
  ["/srv/shop/node_modules/.bin/next start --hostname 0.0.0.0 --port 3000 --turbo", "next start --hostname 0.0.0.0 --port 300…"],
])("node %s is listed as %s", (command, label) => {
  expect(processLabel({ command })).toBe(label);
});

test("an inspector on another machine is attached to only after one confirmation", async () => {
  const values = new Map<string, unknown>();
  const memory = {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  } as Memento;
  const own = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
  for (const host of ["localhost", "127.0.0.1", "127.8.0.1", ...own]) expect(await mayAttach(host, memory)).toBe(true);
  expect(window.shown).toEqual([]);
  expect(await mayAttach("127.0.0.1.example.com", memory)).toBe(false);
  window.shown.length = 0;
  window.answers.push(undefined, "Attach");
  expect(await mayAttach("192.0.2.1", memory)).toBe(false);
  expect(await mayAttach("192.0.2.1", memory)).toBe(true);
  expect(await mayAttach("192.0.2.1", memory)).toBe(true);
  expect(window.shown).toEqual(Array.from({ length: 2 }, () => "Attach to 192.0.2.1, which is not this machine?"));
});

test("in Restricted Mode processes are not listed, because picking one may send it a signal", async () => {
  window.shown.length = 0;
  let attach: CommandHandler | undefined;
  const register: RegisterCommand = (_id, handler) => {
    attach = handler;
    return { dispose: () => undefined };
  };
  registerAttach(register, () => {
    throw new UserError("In Restricted Mode Heatline runs no code.", "Trust the workspace.");
  });
  await expect(Promise.resolve().then(() => attach?.(undefined, undefined))).rejects.toThrow("In Restricted Mode");
  expect(window.shown).toEqual([]);
});
