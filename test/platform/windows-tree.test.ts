import { expect, test } from "vitest";
import { descendantsOf, parseProcessList } from "../../language-server/platform/windows-tree.ts";

const listed = [
  { pid: 4, ppid: 0 },
  { pid: 10, ppid: 4 },
  { pid: 11, ppid: 10 },
];

test("the list of processes is read as PowerShell writes it and as wmic does", () => {
  expect(parseProcessList(Buffer.from("0 4\r\n4 10\r\n10 11\r\n"))).toEqual(listed);
  const table = "ParentProcessId  ProcessId  \r\n0                4          \r\n4                10         \r\n10               11\r\n";
  expect(parseProcessList(Buffer.from(`\uFEFF${table}`, "utf16le"))).toEqual(listed);
  expect(parseProcessList(Buffer.from("Access is denied."))).toEqual([]);
});

test("descendants are listed parents first, without the process itself, even if process ids form a cycle", () => {
  expect(descendantsOf(4, listed)).toEqual([10, 11]);
  expect(descendantsOf(11, listed)).toEqual([]);
  expect(
    descendantsOf(1, [
      { pid: 2, ppid: 1 },
      { pid: 1, ppid: 2 },
    ]),
  ).toEqual([2]);
});
