import type { ListedNode } from "./linux-nodes.ts";
import { toolOutput } from "../tool-output.ts";
import { isNodeName } from "./family-nodes.ts";
import { madeOnce } from "../../analysis/collections.ts";

/** Open files of a process, as listed by lsof. */
interface OpenFiles {
  executable: string;
  cwd: string;
  readonly ports: number[];
}

/** The Node processes of this user, from `ps` and `lsof`; none if these are missing. */
export async function listMacNodes(): Promise<readonly ListedNode[]> {
  const user = String(process.getuid?.() ?? 0);
  const lsof = ["-w", "-n", "-P", "-a", "-u", user, "-F", "pfn"];
  const [ps, files, sockets] = await Promise.all([
    toolOutput("ps", ["-A", "-ww", "-o", "pid=", "-o", "args="]),
    toolOutput("lsof", [...lsof, "-d", "cwd,txt"]),
    toolOutput("lsof", [...lsof, "-i", "4TCP", "-s", "TCP:LISTEN"]),
  ]);
  return parseMacNodes(String(ps ?? ""), String(files ?? ""), String(sockets ?? ""));
}

/** Parses `ps -o pid= -o args=` and `lsof -F pfn`. Node is recognised by its executable, whatever the process title. */
export function parseMacNodes(ps: string, files: string, sockets: string): readonly ListedNode[] {
  const open = parseOpenFiles(`${files}\n${sockets}`);
  return Array.from(ps.matchAll(/^ *(\d+) +(.+)$/gm)).flatMap(([, digits = "", commandLine = ""]) => {
    const pid = Number(digits);
    const of = open.get(pid);
    if (of === undefined || !isNodeName(of.executable)) return [];
    const [word = ""] = commandLine.split(" ");
    const runtime = [of.executable, word].find((each) => isNodeName(each) && `${commandLine} `.startsWith(`${each} `)) ?? "";
    return [{ pid, ...of, commandLine, command: commandLine.slice(runtime.length).trim() }];
  });
}

/** Its first `txt` is the executable; libraries follow. */
function parseOpenFiles(text: string): ReadonlyMap<number, OpenFiles> {
  const found = new Map<number, OpenFiles>();
  let current: OpenFiles = { executable: "", cwd: "", ports: [] };
  let descriptor = "";
  for (const line of text.split("\n")) {
    const value = unescaped(line.slice(1));
    if (line.startsWith("p")) current = madeOnce(found, Number(value), () => ({ executable: "", cwd: "", ports: [] }));
    else if (line.startsWith("f")) descriptor = value;
    else if (line.startsWith("n")) {
      if (descriptor === "cwd") current.cwd = value;
      else if (descriptor !== "txt") current.ports.push(...portOf(value));
      else if (current.executable === "") current.executable = value;
    }
  }
  return found;
}

/** The port of `127.0.0.1:9229` or `*:80`. */
function portOf(address: string): readonly number[] {
  const digits = /:(\d+)$/.exec(address)?.[1];
  return digits === undefined ? [] : [Number(digits)];
}

/** lsof writes bytes that its locale cannot print as `\xd0`. */
function unescaped(text: string): string {
  return text.replaceAll(/(?:\\x[\da-f]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("\\x", ""), "hex").toString("utf8"));
}
