import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { LogPipe } from "../../../language-server/recording/ticks/log-pipe.ts";

test("each connection becomes a file, even if it breaks; what is not a log is disconnected and leaves no file", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-pipe-"));
  const name = path.join(folder, "socket");
  const pipe = await LogPipe.listen(name, folder);
  const [log, stranger] = [net.connect(name), net.connect(name)];
  await Promise.all([once(log, "connect"), once(stranger, "connect")]);
  const cut = once(stranger, "close");
  stranger.on("error", () => undefined).write("GET / HTTP/1.1\r\n");
  log.write("v8-ver");
  log.write("sion,11,3\n");
  log.end("tick,1");
  await Promise.all([cut, once(log, "close")]);
  await pipe.settle();
  await pipe[Symbol.asyncDispose]();
  const logs = (await readdir(folder)).filter((file) => file.endsWith(".log"));
  expect(logs).toHaveLength(1);
  expect(await readFile(path.join(folder, logs[0]!), "utf8")).toBe("v8-version,11,3\ntick,1");
  await rm(folder, { recursive: true });
});

test("a log that cannot be written is disconnected, and the others go on", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-pipe-"));
  const name = path.join(folder, "socket");
  await using pipe = await LogPipe.listen(name, path.join(folder, "deleted"));
  const log = net.connect(name);
  log.on("error", () => undefined).write("v8-version,11,3\n");
  await once(log.resume(), "close");
  await pipe.settle();
  expect(await readdir(folder)).toEqual(["socket"]);
});

test("a pipe name that is in use is refused", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-pipe-"));
  const name = path.join(folder, "socket");
  await using _first = await LogPipe.listen(name, folder);
  await expect(LogPipe.listen(name, folder)).rejects.toThrow("EADDRINUSE");
});

test("strangers that send nothing, or only a part of a log's head, are disconnected; however many there are, a log arrives", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-pipe-"));
  const name = path.join(folder, "socket");
  await using pipe = await LogPipe.listen(name, folder);
  const connected = async (): Promise<net.Socket> => {
    const socket = net.connect(name).on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  };
  const strangers: net.Socket[] = [];
  for (let count = 0; count < 600; count += 1) strangers.push(await connected());
  const log = await connected();
  log.write("v8-version,11,3\n");
  strangers.at(-1)?.write("v8-");
  // The server ends them: each would stay for ever.
  await Promise.all(strangers.filter(({ closed }) => !closed).map((each) => once(each.resume(), "close")));
  const ended = once(log, "close");
  log.end("tick,1");
  await ended;
  await pipe.settle();
  const logs = (await readdir(folder)).filter((file) => file.endsWith(".log"));
  expect(await Promise.all(logs.map((file) => readFile(path.join(folder, file), "utf8")))).toEqual(["v8-version,11,3\ntick,1"]);
});
