import { expect, test } from "vitest";
import { fromLspLine, locationAt, pathOfUri, rangeAt, toLspLine, uriOfPath } from "../../language-server/lsp/to-lsp.ts";
import { TextDocuments } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { SourceFiles } from "../../language-server/lsp/runs/source-files.ts";

test("a path and its URI name the same file, whatever characters are in it", () => {
  for (const path of ["/srv/app/a.js", "/srv/my app/100%/#1?.js", "/srv/приложение/文件.ts", "c:/Users/me/a (1).js", "//nas/share/a.js"]) {
    expect(pathOfUri(uriOfPath(path) ?? "")).toBe(path);
  }
});

test("a Windows drive is written as VS Code writes it, and read in either case and encoding", () => {
  expect(uriOfPath("C:/Users/a.js")).toBe("file:///c%3A/Users/a.js");
  expect(uriOfPath("C:\\Users\\a.js")).toBe("file:///c%3A/Users/a.js");
  expect(pathOfUri("file:///C:/Users/a.js")).toBe("c:/Users/a.js");
  expect(pathOfUri("file:///c%3A/Users/a.js")).toBe("c:/Users/a.js");
});

test("what is not a file has no path and no URI", () => {
  for (const uri of ["untitled:Untitled-1", "https://host/a.js", "", "file:", "file:///%E0%A4%A", "file:///a%00b"])
    expect(pathOfUri(uri)).toBeUndefined();
  for (const path of ["node:crypto", "evalmachine.<anonymous>", "", "relative/a.js"]) expect(uriOfPath(path)).toBeUndefined();
});

test("lines are 1-based inside and 0-based in LSP; an unknown place is the first line", () => {
  expect(toLspLine(24)).toBe(23);
  expect(fromLspLine(23)).toBe(24);
  expect(rangeAt(0, -1)).toEqual({ start: { line: 0, character: 0 }, end: { line: 0, character: 0 } });
  expect(locationAt("file:///a.js", 24, 6).range.start).toEqual({ line: 23, character: 6 });
});

test("a further text under a file's name, and compiler output in memory, are no files to open", () => {
  const sources = new SourceFiles(new TextDocuments(TextDocument));
  expect(sources.uriOf("/app/job.js")).toBe("file:///app/job.js");
  expect(sources.uriOf("/app/job (text 2).js")).toBe("file:///app/job%20(text%202).js");
  expect(sources.uriOf("/app/job.js (text 2)")).toBeUndefined();
  expect(sources.uriOf("/app/job.ts (compiled)")).toBeUndefined();
});
