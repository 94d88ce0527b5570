import { readdir, readFile, readlink } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** A Node process of this machine that could be profiled. */
export interface NodeProcess {
  readonly pid: number;
  /** As it was started, without the runtime: `server.js --port 80`. */
  readonly command: string;
  readonly cwd: string;
  /** Port of its open inspector; undefined where none is open. */
  readonly inspectorPort: number | undefined;
}

const answerLimitMs = 3000;
const mostAnswer = 10_000;

/** Node processes of this user, those with an open inspector first. Only Linux lists them; elsewhere none. `hidden`: processes by their command line. */
export async function listNodeProcesses(hidden: (commandLine: string) => boolean): Promise<readonly NodeProcess[]> {
  if (process.platform !== "linux") return [];
  const listening = await listeningPorts();
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(pids.map((pid) => describe(pid, listening, hidden)));
  return found
    .filter((each) => each !== undefined)
    .sort((a, b) => Number(b.inspectorPort !== undefined) - Number(a.inspectorPort !== undefined) || b.pid - a.pid);
}

/** Asks a process to open its inspector (SIGUSR1); its port, or undefined where none has opened within three seconds. */
export async function openInspector(pid: number): Promise<number | undefined> {
  process.kill(pid, "SIGUSR1");
  // Node tells nobody but its own stderr that the inspector is open, so it is looked for.
  for (const end = Date.now() + 3000; Date.now() < end;) {
    const port = await inspectorPortOf(String(pid), await listeningPorts());
    if (port !== undefined) return port;
    await delay(100);
  }
  return undefined;
}

async function describe(
  pid: string,
  listening: ReadonlyMap<string, number>,
  hidden: (commandLine: string) => boolean,
): Promise<NodeProcess | undefined> {
  const [executable, commandLine, cwd] = await Promise.all([link(pid, "exe"), read(pid, "cmdline"), link(pid, "cwd")]);
  if (!path.basename(executable).startsWith("node") || hidden(commandLine)) return undefined;
  const [, ...args] = commandLine.split("\0").filter((part) => part !== "");
  return { pid: Number(pid), command: args.join(" "), cwd, inspectorPort: await inspectorPortOf(pid, listening) };
}

/** Of the ports that a process listens on, the one where an inspector answers. */
async function inspectorPortOf(pid: string, listening: ReadonlyMap<string, number>): Promise<number | undefined> {
  const ports = (await socketsOf(pid)).flatMap((socket) => listening.get(socket) ?? []);
  const answers = await Promise.all(ports.map(isInspector));
  return ports[answers.indexOf(true)];
}

/** Asked by a plain socket: in VS Code `fetch` and `http` go by way of its proxy settings, which may take longer than anyone waits. */
function isInspector(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect({ host: "127.0.0.1", port, timeout: answerLimitMs });
    socket.setEncoding("utf8");
    socket.on("connect", () => socket.write(`GET /json/version HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`));
    socket.on("data", (text: string) => {
      answer += text;
      // An inspector keeps the connection open after its answer; another server may say what it likes.
      if (answer.includes("}") || answer.length > mostAnswer) socket.destroy();
    });
    socket.on("timeout", () => socket.destroy());
    // It listens for something else.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(/"Browser": *"node\.js\//.test(answer)));
  });
}

async function socketsOf(pid: string): Promise<readonly string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(gone<string[]>([]));
  const targets = await Promise.all(names.map((name) => link(pid, `fd/${name}`)));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}

/** Ports by the number of the listening socket (proc(5), net/tcp: state 0A listens, field 10 is the inode). */
async function listeningPorts(): Promise<ReadonlyMap<string, number>> {
  const text = await readFile("/proc/net/tcp", "utf8").catch(gone(""));
  return new Map(
    text.split("\n").flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const port = Number.parseInt(fields[1]?.split(":")[1] ?? "", 16);
      return fields[3] === "0A" && fields[9] !== undefined ? [[fields[9], port] as const] : [];
    }),
  );
}

function link(pid: string, name: string): Promise<string> {
  return readlink(`/proc/${pid}/${name}`).catch(gone(""));
}

function read(pid: string, name: string): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, "utf8").catch(gone(""));
}

/** What stands for a process that has ended meanwhile, or is not ours. */
function gone<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && "code" in error) return instead;
    throw error;
  };
}
