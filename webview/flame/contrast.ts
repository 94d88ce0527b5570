/** Colours of speedscope's toolbar with too little contrast, and their replacements; an axe test checks the result. */
const better: readonly (readonly [RegExp, string])[] = [
  [/(background(?:-color)?\s*:\s*)#2f80ed/gi, "$1#1a64c4"],
  [/(background(?:-color)?\s*:\s*)#00769b/gi, "$1#005873"],
  [/((?:^|[;{\s])color\s*:\s*)#666666/gi, "$1#a0a0a0"],
];

/** speedscope's CSS-in-JS inserts its rules into a style element that the page provides; this replaces colours as they are inserted. */
export function raiseContrast(): void {
  const sheet = document.querySelector<HTMLStyleElement>("style[data-aphrodite]")?.sheet;
  if (!sheet) return;
  const insert = sheet.insertRule.bind(sheet);
  sheet.insertRule = (rule, index) =>
    insert(
      better.reduce((all, [poor, good]) => all.replace(poor, good), rule),
      index,
    );
}
