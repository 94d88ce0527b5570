import { expect, test } from "vitest";
import { InspectorLineFilter, InspectorLines } from "../../../language-server/recording/app/inspector-lines.ts";

const url = "ws://127.0.0.1:40001/6f9619ff-8b86-4011-b42d-00cf4fc964ff";
const other = "ws://127.0.0.1:9229/00000000-0000-4000-8000-000000000000";
const help = "For help, see: https://nodejs.org/en/docs/inspector\n";
const listening = (address: string): string => `Debugger listening on ${address}\n`;

function opened(): InspectorLines {
  const lines = new InspectorLines();
  lines.opened(url);
  return lines;
}

async function passed(lines: InspectorLines, ...pieces: readonly string[]): Promise<string> {
  const filter = new InspectorLineFilter(lines);
  let text = "";
  for (const piece of pieces) text += await filter.take(piece);
  return text + filter.flush();
}

test("the lines of the address that was reported are taken out once, also in pieces", async () => {
  const text = `before\n${listening(url)}${help}after\n${listening(url)}`;
  expect(await passed(opened(), text)).toBe(`before\nafter\n${listening(url)}`);
  expect(await passed(opened(), ...text.split(""))).toBe(`before\nafter\n${listening(url)}`);
});

test("lines with another address stay, and what follows them", async () => {
  const text = `${listening(other)}${help}Debugger attached.\nWaiting for the debugger to disconnect...\n`;
  expect(await passed(opened(), text)).toBe(text);
});

test("an address may be reported after its line has come", async () => {
  const lines = new InspectorLines();
  const text = passed(lines, `${listening(url)}${help}x\n`);
  lines.opened(url);
  expect(await text).toBe("x\n");
});

test("lines without an address go as often as they are due, and leave an unfinished line as it is", async () => {
  const lines = opened();
  lines.attaching();
  expect(await passed(lines, "prompt> Debugger attached.\nDebugger attached.\n")).toBe("prompt> Debugger attached.\n");
  lines.leaving();
  expect(await passed(lines, "x\nWaiting for the debugger to disconnect...\n")).toBe("x\n");
});

test("what a tool puts before each line goes with them", async () => {
  const lines = opened();
  lines.attaching();
  expect(await passed(lines, `api: a\napi: ${listening(url)}api: ${help}api: Debugger attached.\napi: b\n`)).toBe("api: a\napi: b\n");
});

test("on Windows they end as lines do there", async () => {
  const lines = opened();
  lines.attaching();
  const text = `${listening(url)}${help}Debugger attached.\n`.replaceAll("\n", "\r\n");
  expect(await passed(lines, `a\r\n${text}b\r\n`)).toBe("a\r\nb\r\n");
  expect(await passed(opened(), ...`a\r\n${listening(url).replace("\n", "\r\n")}b\r\n`.split(""))).toBe("a\r\nb\r\n");
});

test("an unfinished prompt is not kept", async () => {
  expect(await new InspectorLineFilter(opened()).take("Debug? ")).toBe("Debug? ");
});
