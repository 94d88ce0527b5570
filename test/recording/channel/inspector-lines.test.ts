import { expect, test } from "vitest";
import { InspectorLineFilter, InspectorLines } from "../../../language-server/recording/app/inspector-lines.ts";

const url = "ws://127.0.0.1:40001/6f9619ff-8b86-4011-b42d-00cf4fc964ff";
const other = "ws://127.0.0.1:9229/00000000-0000-4000-8000-000000000000";
const help = "For help, see: https://nodejs.org/en/docs/inspector\n";
const listening = (address: string): string => `Debugger listening on ${address}\n`;
const ending = `Debugger ending on ${url}\n`;

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
  lines.attaching(url);
  expect(await passed(lines, "prompt> Debugger attached.\nDebugger attached.\n")).toBe("prompt> Debugger attached.\n");
  lines.leaving();
  expect(await passed(lines, "x\nWaiting for the debugger to disconnect...\n")).toBe("x\n");
});

test("what a tool puts before each line goes with them", async () => {
  const lines = opened();
  lines.attaching(url);
  expect(await passed(lines, `api: a\napi: ${listening(url)}api: ${help}api: Debugger attached.\napi: b\n`)).toBe("api: a\napi: b\n");
});

test("on Windows they end as lines do there", async () => {
  const lines = opened();
  lines.attaching(url);
  const text = `${listening(url)}${help}Debugger attached.\n`.replaceAll("\n", "\r\n");
  expect(await passed(lines, `a\r\n${text}b\r\n`)).toBe("a\r\nb\r\n");
  expect(await passed(opened(), ...`a\r\n${listening(url).replace("\n", "\r\n")}b\r\n`.split(""))).toBe("a\r\nb\r\n");
});

test("an unfinished prompt is not kept", async () => {
  expect(await new InspectorLineFilter(opened()).take("Debug? ")).toBe("Debug? ");
});

test("each time that we connect, the inspector also says when it is over, with the line about help", async () => {
  const lines = opened();
  lines.attaching(url);
  lines.attaching(url);
  const session = `Debugger attached.\n${ending}${help}`;
  const text = `${listening(url)}${help}a\n${session}b\n${session}c\n${session}`;
  expect(await passed(lines, text)).toBe(`a\nb\nc\n${session}`);
});

test("what the app or another process writes between two lines of an inspector stays, also in pieces", async () => {
  const between = (lines: InspectorLines): string => {
    lines.opened(second);
    lines.attaching(url);
    return `${listening(url)}${listening(second)}${help}${help}x\ny${ending}z\n${help}${help}`;
  };
  const second = url.replace("40001", "40002");
  const [whole, pieces] = [opened(), opened()];
  expect(await passed(whole, between(whole))).toBe(`x\nyz\n${help}`);
  expect(await passed(pieces, ...between(pieces).split(""))).toBe(`x\nyz\n${help}`);
});

test("an unfinished line before an address stays, however the pieces are cut", async () => {
  const text = `prompt> ${listening(url)}${help}y\n`;
  for (let at = 0; at < text.length; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each with lines of its own
    expect(await passed(opened(), text.slice(0, at), text.slice(at))).toBe("prompt> y\n");
  }
  expect(await passed(opened(), `prompt> ${listening(url)}`)).toBe("prompt> ");
});

test("prefixes of two processes under one tool go with their lines, also line by line", async () => {
  const second = url.replace("40001", "40002");
  const text = `api: ${listening(url)}api: ${help}web: ${listening(second)}api: Debugger attached.\nweb: ${help}web: b\napi: ${ending}api: ${help}`;
  for (const pieces of [[text], text.split(/(?<=\n)/)]) {
    const lines = opened();
    lines.opened(second);
    lines.attaching(url);
    // oxlint-disable-next-line no-await-in-loop -- each with lines of its own
    expect(await passed(lines, ...pieces)).toBe("web: b\n");
  }
});
