import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ChannelServer } from "../../../language-server/recording/channel/channel-server.ts";
import { processCpu, outsideClock } from "../../../language-server/recording/channel/channel-thread.ts";
import { type ChannelAddress, channelFile } from "../../../language-server/recording/in-app/channel/channel-protocol.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "heatline-channel-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function addressIn(session: string): Promise<ChannelAddress> {
  return JSON.parse(await readFile(path.join(session, channelFile), "utf8")) as ChannelAddress;
}

/** Resolves when it has been closed by the other side. */
async function refused(address: string, text: string): Promise<void> {
  const socket = net.connect(address, () => socket.write(text));
  socket.resume();
  await once(socket, "close");
}

test("who does not know the session's token is refused, and who does is heard", async () => {
  await using server = await ChannelServer.listen(folder, { passesOutput: true, watch: () => undefined });
  const { path: address, token } = await addressIn(folder);
  await refused(address, `${JSON.stringify({ token: "another", id: "1" })}\n`);
  await refused(address, "no greeting\n");
  await refused(address, "x".repeat(2000));
  const socket = net.connect(address);
  socket.write(`${JSON.stringify({ token, id: "1" })}\n`);
  const asked = server.line("1").callHook("readMeters", []);
  const [question] = (await once(socket, "data")) as [Buffer];
  const { id, hook } = JSON.parse(question.toString()) as { readonly id: number; readonly hook: string };
  expect(hook).toBe("readMeters");
  socket.write(`${JSON.stringify({ id, value: "é", atUs: 1 })}\n`);
  expect(await asked).toMatchObject({ value: "é" });
  socket.destroy();
  await server.line("1").closed;
  await expect(server.line("1").callHook("readMeters", [])).rejects.toThrow("closed");
});

test("what a thread says by its connection before its file is read is heard all the same", async () => {
  await using server = await ChannelServer.listen(folder, { passesOutput: true, watch: () => undefined });
  const { path: address, token } = await addressIn(folder);
  const [first, second] = [{ kind: "listening" }, { kind: "closed" }].map((message) => JSON.stringify(message));
  const socket = net.connect(address);
  socket.end(`${JSON.stringify({ token, id: "1" })}\n${first}\n${second}\n`);
  await server.line("1").closed;
  const heard: string[] = [];
  server.line("1").onMessage((text) => heard.push(text));
  expect(heard).toEqual([first, second]);
});

test("a folder whose name is too long for a socket's gets one in a folder of its own, which goes with the session", async () => {
  const long = path.join(folder, "x".repeat(120));
  await mkdir(long);
  const watched: string[] = [];
  const server = await ChannelServer.listen(long, { passesOutput: true, watch: (each) => watched.push(each) });
  const { path: address } = await addressIn(long);
  expect(Buffer.byteLength(address)).toBeLessThanOrEqual(103);
  expect(watched).toEqual([path.dirname(address)]);
  expect((await stat(path.dirname(address))).mode & 0o777).toBe(0o700);
  await server[Symbol.asyncDispose]();
  expect((await readdir(path.dirname(path.dirname(address)))).includes(path.basename(path.dirname(address)))).toBe(false);
});

test("the CPU time of a thread can be read from outside on Linux alone", () => {
  const facts = { threadId: 0, tid: process.pid, countsThread: false };
  const all = processCpu(process.pid);
  expect(outsideClock(process.pid, facts)).toMatchObject({
    own: { user: expect.any(Number) as number },
    cpu: expect.any(Number) as number,
  });
  expect(all?.user).toBeGreaterThan(0);
  expect(outsideClock(process.pid, facts, "darwin")).toEqual({ own: undefined, cpu: undefined });
  expect(outsideClock(0, facts)).toEqual({ own: undefined, cpu: undefined });
});
