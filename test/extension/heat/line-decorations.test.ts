import { beforeEach, expect, test, vi } from "vitest";
import * as vscode from "vscode";
import { workspace } from "../vscode.ts";
import { LineDecorations, lineType } from "../../../extension/heat/line-decorations.ts";

vi.mock("vscode", () => import("../vscode.ts"));

interface Line {
  readonly line: number;
  readonly text: string;
}

const uri = vscode.Uri.parse("file:///app/a.js");
const document = {
  uri,
  version: 3,
  lineCount: 10,
  lineAt: (line: number) => ({ range: `line ${line}`, text: line === 7 ? "x".repeat(70) : "\tx" }),
};
/** What each of the two decoration types draws, as `line 4: text`. */
const drawn = new Map<unknown, readonly string[]>();
const editor = {
  document,
  options: { tabSize: 4 },
  viewColumn: 1 as number | undefined,
  setDecorations(
    type: unknown,
    ranges: readonly { readonly range: string; readonly renderOptions?: { readonly after: { readonly contentText: string } } }[],
  ) {
    drawn.set(
      type,
      ranges.map(({ range, renderOptions }) => `${range}: ${renderOptions?.after.contentText ?? ""}`),
    );
  },
};
let isShown = true;
let decorations: LineDecorations<Line>;

beforeEach(() => {
  drawn.clear();
  isShown = true;
  editor.viewColumn = 1;
  Object.assign(vscode.workspace, { textDocuments: [document] });
  Object.assign(vscode.window, { visibleTextEditors: [editor] });
  const type = (): vscode.TextEditorDecorationType => {
    const made = { dispose: () => drawn.delete(made) };
    drawn.set(made, []);
    return made as unknown as vscode.TextEditorDecorationType;
  };
  Object.assign(vscode.window.tabGroups, { all: [{ viewColumn: 1 }] });
  decorations = new LineDecorations<Line>({
    isShown: () => isShown,
    createTypes: () => [type(), type()],
    draw: ({ line, text }) => ({ type: line % 2, text: `~${text}`, quiet: false }),
    outOfSight: ({ text }) => ({ key: text, create: type }),
  });
});

const push = (version: number, lines: readonly Line[]): void => decorations.receive({ uri: uri.toString(), version, lines });

test("a line whose text is out of sight has another type, of its own for each key, as long as it is", () => {
  push(3, [
    { line: 2, text: "45 % self" },
    { line: 7, text: "45 % self" },
  ]);
  expect([...drawn.values()]).toEqual([["line 2: ~45 % self"], [], ["line 7: ~45 % self"]]);
  push(3, [{ line: 7, text: "9 %" }]);
  expect([...drawn.values()]).toEqual([[], ["line 7: ~9 %"], []]);
  // Beside other columns an editor is narrower.
  Object.assign(vscode.window.tabGroups, { all: [1, 2, 3, 4, 4].map((viewColumn) => ({ viewColumn })) });
  push(3, [{ line: 2, text: "45.0 % self" }]);
  expect([...drawn.values()]).toEqual([["line 2: ~45.0 % self"], [], []]);
  push(3, [{ line: 2, text: "45.0 % self · 98.1 % total" }]);
  expect([...drawn.values()]).toEqual([[], [], [], ["line 2: ~45.0 % self · 98.1 % total"]]);
  decorations.clear();
  expect([...drawn.keys()]).toEqual([]);
});

test("lines are decorated by their types, without lines after the end and empty texts", () => {
  push(3, [
    { line: 2, text: "two" },
    { line: 5, text: "" },
    { line: 10, text: "past" },
  ]);
  expect([...drawn.values()]).toEqual([["line 2: ~two"], ["line 5: "]]);
});

test("pushes for an older version, or for no open document, are dropped", () => {
  push(2, [{ line: 2, text: "old" }]);
  decorations.receive({ uri: "file:///app/b.js", version: 3, lines: [{ line: 1, text: "closed" }] });
  expect(drawn.size).toBe(0);
  expect(decorations.lines.size).toBe(0);
});

test("hidden annotations are kept and shown again; cleared ones are not", () => {
  push(3, [{ line: 2, text: "two" }]);
  isShown = false;
  decorations.redraw();
  expect(drawn.size).toBe(0);
  isShown = true;
  decorations.redraw();
  expect([...drawn.values()]).toEqual([["line 2: ~two"], []]);
  decorations.clear();
  decorations.redraw();
  expect(drawn.size).toBe(0);
});

test("the sides of a diff editor are not annotated", () => {
  editor.viewColumn = undefined;
  push(3, [{ line: 2, text: "two" }]);
  expect(drawn.size).toBe(0);
  editor.viewColumn = 1;
  decorations.redraw();
  expect([...drawn.values()]).toEqual([["line 2: ~two"], []]);
});

test("a line's decoration does not extend to text that is inserted above it", () => {
  workspace.settings.set("gutter", true);
  const create = vi.spyOn(vscode.window, "createTextEditorDecorationType");
  lineType(() => "<svg/>", "heatline.heat7");
  expect(create.mock.lastCall?.[0]).toMatchObject({ rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen, isWholeLine: true });
});
