import { expect, test } from "vitest";
import { parseNetstat, parsePowerShellNodes, parseWmicNodes } from "../../../language-server/platform/nodes/windows-nodes.ts";

const netstat = `
Aktive Verbindungen

  Proto  Lokale Adresse         Remoteadresse          Status           PID
  TCP    0.0.0.0:3000           0.0.0.0:0              ABHÖREN          4242
  TCP    127.0.0.1:9229         0.0.0.0:0              ABHÖREN          4242
  TCP    127.0.0.1:9230         127.0.0.1:51000        HERGESTELLT      4242
  TCP    [::]:3000              [::]:0                 ABHÖREN          4242
  UDP    0.0.0.0:5353           *:*                                     4711
`.replaceAll("\n", "\r\n");

const node = String.raw`C:\Program Files\nodejs\node.exe`;

test("netstat's listening processes are read in every language of Windows", () => {
  expect([...parseNetstat(netstat)]).toEqual([[4242, [3000, 9229]]]);
});

test("processes are read from Windows PowerShell, one or several, without those of other users", () => {
  const own = { ProcessId: 4242, ExecutablePath: node, CommandLine: `"${node}" "C:\\My App\\ж.js" --port 80` };
  const other = { ProcessId: 5, ExecutablePath: null, CommandLine: null };
  const ports = parseNetstat(netstat);
  const expected = {
    pid: 4242,
    executable: node,
    commandLine: own.CommandLine,
    command: String.raw`"C:\My App\ж.js" --port 80`,
    cwd: "",
    ports: [3000, 9229],
  };
  expect(parsePowerShellNodes(JSON.stringify([other, own]), ports)).toEqual([expected]);
  expect(parsePowerShellNodes(`\uFEFF${JSON.stringify(own)}\r\n`, ports)).toEqual([expected]);
  expect(parsePowerShellNodes("", ports)).toEqual([]);
});

test("without PowerShell they are read from wmic", () => {
  const text = `\r\r\n\r\r\nCommandLine=node  server.js\r\r\nExecutablePath=${node}\r\r\nProcessId=4242\r\r\n\r\r\n\r\r\nCommandLine=\r\r\nExecutablePath=\r\r\nProcessId=5\r\r\n`;
  expect(parseWmicNodes(text, parseNetstat(netstat))).toEqual([
    { pid: 4242, executable: node, commandLine: "node  server.js", command: "server.js", cwd: "", ports: [3000, 9229] },
  ]);
  expect(parseWmicNodes("No Instance(s) Available.", new Map())).toEqual([]);
});
