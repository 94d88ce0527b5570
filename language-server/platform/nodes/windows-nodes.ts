import type { ListedNode } from "./linux-nodes.ts";
import { toolOutput, windowsText } from "../tool-output.ts";

/** Windows does not report other users' programs. Windows PowerShell is part of every version since 7; older ones have wmic too. */
const query = "Get-CimInstance Win32_Process -Filter 'Name LIKE ''node%''' | Select-Object ProcessId, ExecutablePath, CommandLine";
const script = `[Console]::OutputEncoding = [Text.Encoding]::UTF8; ConvertTo-Json -Compress @(${query})`;

/** The Node processes of this user, with ports from netstat; none if no tool can list them. */
export async function listWindowsNodes(): Promise<readonly ListedNode[]> {
  const [json, netstat] = await Promise.all([
    toolOutput("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", script]),
    toolOutput("netstat.exe", ["-ano"]),
  ]);
  const ports = parseNetstat(String(netstat ?? ""));
  if (json !== undefined) return parsePowerShellNodes(String(json), ports);
  const wmic = ["process", "where", "Name like 'node%'", "get", "CommandLine,ExecutablePath,ProcessId", "/format:list"];
  return parseWmicNodes(windowsText((await toolOutput("wmic.exe", wmic)) ?? Buffer.alloc(0)), ports);
}

type Ports = ReadonlyMap<number, readonly number[]>;

/** A JSON list, or a single object, which Windows PowerShell makes of a list with one element. */
export function parsePowerShellNodes(json: string, ports: Ports): readonly ListedNode[] {
  const start = json.search(/[[{]/);
  if (start < 0) return [];
  const parsed: unknown = JSON.parse(json.slice(start));
  return (Array.isArray(parsed) ? (parsed as readonly unknown[]) : [parsed]).flatMap((each) => {
    const { ProcessId, ExecutablePath, CommandLine } = each as Readonly<{
      ProcessId: number;
      ExecutablePath: string | null;
      CommandLine: string | null;
    }>;
    return nodeOf(ProcessId, ExecutablePath ?? "", CommandLine ?? "", ports);
  });
}

/** Parses lines `Name=value`, in alphabetical order, one process after the other. */
export function parseWmicNodes(text: string, ports: Ports): readonly ListedNode[] {
  const blocks = text.matchAll(/^CommandLine=(.*?)\r*\n^ExecutablePath=(.*?)\r*\n^ProcessId=(\d+)/gm);
  return Array.from(blocks).flatMap(([, commandLine = "", executable = "", pid = ""]) =>
    nodeOf(Number(pid), executable, commandLine, ports),
  );
}

/** Ports by process id. The state column is localised, so a listener is recognised by its missing remote address. */
export function parseNetstat(text: string): Ports {
  const found = new Map<number, number[]>();
  for (const [, port, pid] of text.matchAll(/^ *TCP +\d+\.\d+\.\d+\.\d+:(\d+) +0\.0\.0\.0:0 +\S+ +(\d+)\s*$/gm))
    found.set(Number(pid), [...(found.get(Number(pid)) ?? []), Number(port)]);
  return found;
}

function nodeOf(pid: number, executable: string, commandLine: string, ports: Ports): readonly ListedNode[] {
  if (executable === "") return [];
  const command = commandLine.replace(/^(?:"[^"]*"|\S+)\s*/, "");
  return [{ pid, executable, commandLine, command, cwd: "", ports: ports.get(pid) ?? [] }];
}
