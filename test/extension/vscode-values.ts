/** Classes of `vscode` that only hold what they are given. */

export class CancellationError extends Error {}
export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}
export class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;
  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}
export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}
export class MarkdownString {
  readonly value: string;
  isTrusted: unknown;
  constructor(value = "") {
    this.value = value;
  }
}
export class Hover {
  readonly contents: MarkdownString;
  constructor(contents: MarkdownString) {
    this.contents = contents;
  }
}
export class Range {
  readonly lines: readonly [number, number];
  constructor(startLine: number, _startColumn: number, endLine: number, _endColumn: number) {
    this.lines = [startLine, endLine];
  }
}
export class CodeLens {
  readonly range: Range;
  readonly command: { readonly title: string } | undefined;
  constructor(range: Range, command?: { readonly title: string }) {
    this.range = range;
    this.command = command;
  }
}

export class RelativePattern {
  readonly base: unknown;
  readonly pattern: string;

  constructor(base: unknown, pattern: string) {
    [this.base, this.pattern] = [base, pattern];
  }
}

export class McpStdioServerDefinition {
  readonly label: string;
  command: string;
  readonly args: readonly string[];
  env: Readonly<Record<string, string>>;
  readonly version: string;
  cwd: unknown;

  constructor(label: string, command: string, args: readonly string[], env: Readonly<Record<string, string>>, version: string) {
    [this.label, this.command, this.args, this.env, this.version] = [label, command, args, env, version];
  }
}
