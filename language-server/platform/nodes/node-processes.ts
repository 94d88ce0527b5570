import { execFile } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Milliseconds } from "../../analysis/units.ts";
import { currentPlatform } from "../current-platform.ts";
import { listLinuxNodes, type ListedNode } from "./linux-nodes.ts";
import { listMacNodes } from "./mac-nodes.ts";
import { listWindowsNodes } from "./windows-nodes.ts";

/** Where the inspector of a running app is listening. */
export interface InspectorPlace {
  readonly host: string;
  readonly port: number;
}

/** Parses `9229`, `localhost:9229` or `[::1]:9229`; undefined for anything else. */
export function parseInspectorPlace(text: string): InspectorPlace | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([\da-fA-F:]+)\]:|([\w.-]+):)?(\d{1,5})$/.exec(text.trim()) ?? [];
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? { host: bracketed ?? plain ?? "127.0.0.1", port } : undefined;
}

/** A Node process of this machine that can be profiled. */
export interface NodeProcess {
  readonly pid: number;
  /** Absolute path of its Node. */
  readonly executable: string;
  /** The command line without the runtime: `server.js --port 80`. */
  readonly command: string;
  /** "" if the system does not report it, as on Windows. */
  readonly cwd: string;
  /** Port of its open inspector; undefined if none is open. */
  readonly inspectorPort: number | undefined;
}

const answerLimitMs: Milliseconds = 3000;
const openingLimitMs: Milliseconds = 3000;
const mostAnswer = 10_000;

/** Node processes of this user, those with an open inspector first. `hidden` excludes processes by command line. */
export async function listNodeProcesses(
  hidden: (commandLine: string) => boolean,
  platform: NodeJS.Platform = currentPlatform,
): Promise<readonly NodeProcess[]> {
  const others = (await listNodes(platform)).filter(({ pid, commandLine }) => pid !== process.pid && !hidden(commandLine));
  const found = await Promise.all(others.map(describe));
  return found.sort((a, b) => Number(b.inspectorPort !== undefined) - Number(a.inspectorPort !== undefined) || b.pid - a.pid);
}

/** Makes a process open its inspector; returns its port, or undefined if none opens within three seconds. */
export async function openInspector(
  { pid, executable }: Pick<NodeProcess, "pid" | "executable">,
  platform: NodeJS.Platform = currentPlatform,
): Promise<number | undefined> {
  await askForInspector(pid, executable, platform);
  // Node reports an open inspector only on the app's stderr, so we probe for it.
  for (const end = Date.now() + openingLimitMs; Date.now() < end;) {
    const node = (await listNodes(platform)).find((each) => each.pid === pid);
    const port = node === undefined ? undefined : (await describe(node)).inspectorPort;
    if (port !== undefined) return port;
    await delay(100);
  }
  return undefined;
}

/** Whether SIGUSR1 makes a process open its inspector (it may have a handler of its own). Windows has no signals. */
export function opensBySignal(platform: NodeJS.Platform = currentPlatform): boolean {
  return platform !== "win32";
}

/** Without signals, a helper process of Node opens it with `process._debugProcess`, as Node's own debugger does. */
async function askForInspector(pid: number, executable: string, platform: NodeJS.Platform = currentPlatform): Promise<void> {
  if (opensBySignal(platform)) process.kill(pid, "SIGUSR1");
  else await promisify(execFile)(executable, ["-e", `process._debugProcess(${pid})`], { windowsHide: true });
}

async function describe({ pid, executable, command, cwd, ports }: ListedNode): Promise<NodeProcess> {
  const answers = await Promise.all(ports.map(isInspector));
  return { pid, executable, command, cwd, inspectorPort: ports[answers.indexOf(true)] };
}

function listNodes(platform: NodeJS.Platform): Promise<readonly ListedNode[]> {
  if (platform === "win32") return listWindowsNodes();
  return platform === "darwin" ? listMacNodes() : listLinuxNodes();
}

/** Uses a plain socket: in VS Code `fetch` and `http` apply its proxy settings, which may take too long. */
function isInspector(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect({ host: "127.0.0.1", port, timeout: answerLimitMs });
    socket.setEncoding("utf8");
    socket.on("connect", () => socket.write(`GET /json/version HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`));
    socket.on("data", (text: string) => {
      answer += text;
      // An inspector keeps the connection open after its answer; other servers may send anything.
      if (answer.includes("}") || answer.length > mostAnswer) socket.destroy();
    });
    socket.on("timeout", () => socket.destroy());
    // The port belongs to something else.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(/"Browser": *"node\.js\//.test(answer)));
  });
}
