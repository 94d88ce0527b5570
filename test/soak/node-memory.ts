import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import CDP from "chrome-remote-interface";

/** What a Node process holds after a garbage collection. */
export interface NodeMemory {
  /** Heap and buffers of all its threads. */
  readonly memoryMb: number;
  readonly rssMb: number;
  /** Timers, sockets, pipes, watchers, … that keep it alive. */
  readonly handles: number;
  readonly descriptors: number;
  readonly workers: number;
}

/** Where SIGUSR1 opens the inspector of a process that was started without one. */
const port = 9229;

const read = `JSON.stringify({
  memory: process.memoryUsage(),
  handles: process.getActiveResourcesInfo().length,
})`;

/** The living process of a process group whose command line matches. */
export async function processIn(group: number, command: RegExp): Promise<number> {
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const [stat, line] = await Promise.all(["stat", "cmdline"].map((name) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "")));
    const [, , processGroup] = /\) (.*)/.exec(stat ?? "")?.[1]?.split(" ") ?? [];
    if (Number(processGroup) === group && command.test((line ?? "").replaceAll("\0", " "))) return Number(pid);
  }
  throw new Error(`No process of the group ${group} runs ${String(command)}.`);
}

/** Opens the inspector of a process, reads its memory and closes it again. One process at a time, as all use the same port. */
export async function nodeMemory(pid: number): Promise<NodeMemory> {
  process.kill(pid, "SIGUSR1");
  const client = await connected();
  try {
    const threads = await threadsOf(client);
    const main = JSON.parse(String(await valueOf(client, read))) as { memory: NodeJS.MemoryUsage; handles: number };
    const { heapUsed, external, rss } = main.memory;
    return {
      memoryMb: megabytes(heapUsed + external + threads.reduce((sum, bytes) => sum + bytes, 0)),
      rssMb: megabytes(rss),
      handles: main.handles,
      descriptors: (await readdir(`/proc/${pid}/fd`)).length,
      workers: threads.length,
    };
  } finally {
    const closed = new Promise<void>((resolve) => client.on("disconnect", () => resolve()));
    // There is no answer: the inspector closes.
    void valueOf(client, "process._debugEnd()").catch(() => undefined);
    await closed;
  }
}

/** No event reports that another process listens. */
async function connected(): Promise<CDP.Client> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await CDP({ host: "127.0.0.1", port });
    } catch (error) {
      if (tries === 100) throw error;
      await delay(50);
    }
  }
}

async function valueOf(client: CDP.Client, expression: string): Promise<unknown> {
  await client.HeapProfiler.collectGarbage();
  await client.HeapProfiler.collectGarbage();
  return (await client.Runtime.evaluate({ expression, returnByValue: true })).result.value;
}

/** Bytes that each worker thread holds, its heap and its buffers. */
async function threadsOf(client: CDP.Client): Promise<readonly number[]> {
  const sessions: string[] = [];
  const waiting = new Map<number, (bytes: number) => void>();
  // The protocol of Node has domains that the types of Chrome's lack.
  const node = client as unknown as {
    send(method: string, params?: object): Promise<unknown>;
    on(event: string, listener: (params: { readonly sessionId: string; readonly message: string }) => void): void;
  };
  node.on("NodeWorker.attachedToWorker", ({ sessionId }) => sessions.push(sessionId));
  node.on("NodeWorker.receivedMessageFromWorker", ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result?: { usedSize?: number; backingStorageSize?: number } };
    waiting.get(id)?.((result?.usedSize ?? 0) + (result?.backingStorageSize ?? 0));
  });
  await node.send("NodeWorker.enable", { waitForDebuggerOnStart: false });
  let last = 0;
  const ask = (sessionId: string, method: string): Promise<number> => {
    const id = (last += 1);
    const answer = new Promise<number>((resolve) => waiting.set(id, resolve));
    void node.send("NodeWorker.sendMessageToWorker", { sessionId, message: JSON.stringify({ id, method }) });
    return answer;
  };
  const bytes: number[] = [];
  for (const session of sessions) {
    await ask(session, "HeapProfiler.collectGarbage");
    await ask(session, "HeapProfiler.collectGarbage");
    bytes.push(await ask(session, "Runtime.getHeapUsage"));
  }
  await node.send("NodeWorker.disable");
  return bytes;
}

function megabytes(bytes: number): number {
  return bytes / 2 ** 20;
}
