const theirFont = '"Source Code Pro", Courier, monospace';
const ourFont = `var(--vscode-editor-font-family, "Source Code Pro"), "Source Code Pro", monospace`;

/** Colours of speedscope and their replacements: those with too little contrast (an axe test checks the result), and the theme's where it has one. */
const better: readonly (readonly [RegExp, string])[] = [
  [/(background(?:-color)?\s*:\s*)#2f80ed/gi, "$1#1a64c4"],
  [/(background(?:-color)?\s*:\s*)#00769b/gi, "$1#005873"],
  [/((?:^|[;{\s])color\s*:\s*)#666666/gi, "$1#a0a0a0"],
  [/(background(?:-color)?\s*:\s*)(#060606|#ffffff)/gi, "$1var(--vscode-editor-background, $2)"],
  [/(background(?:-color)?\s*:\s*)(#0c0c0c|#f6f6f6)/gi, "$1var(--vscode-sideBar-background, $2)"],
  // In a low panel the details of the selected frame would take all of the graph's room.
  [/(grid[^}]*\bheight\s*:\s*)150px/gi, "$1clamp(0px, calc((100vh - 440px) * 1000), 150px)"],
  [/(font-family\s*:\s*)"Source Code Pro"\s*,\s*Courier\s*,\s*monospace/gi, `$1${ourFont}`],
];

/**
 * Gives speedscope the editor's font and better colours. Its CSS-in-JS inserts its rules into a style element that the page provides; the
 * rules are changed as they are inserted, and the font that it sets on its canvases.
 */
export function adaptStyle(): void {
  const sheet = document.querySelector<HTMLStyleElement>("style[data-aphrodite]")?.sheet;
  if (sheet) {
    const insert = sheet.insertRule.bind(sheet);
    sheet.insertRule = (rule, index) =>
      insert(
        better.reduce((all, [theirs, ours]) => all.replace(theirs, ours), rule),
        index,
      );
  }
  adaptCanvasFont();
}

function adaptCanvasFont(): void {
  const font = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, "font");
  if (font?.set === undefined) return;
  Object.defineProperty(CanvasRenderingContext2D.prototype, "font", {
    ...font,
    set(this: CanvasRenderingContext2D, value: string) {
      const editorFont = getComputedStyle(document.documentElement).getPropertyValue("--vscode-editor-font-family").trim();
      font.set?.call(this, editorFont === "" ? value : value.replace(theirFont, `${editorFont}, ${theirFont}`));
    },
  });
}
