import { roomBelow } from "./layout/sash.ts";

/** Of the component, wherever it stands; the page that holds it gives it its colours by VS Code's variables. */
const style = `
.heatline-timeline {
  display: flex; flex-direction: column; box-sizing: border-box; min-width: 0; position: relative; container-type: inline-size;
  font: var(--vscode-font-size, 13px)/18px var(--vscode-font-family, sans-serif); color: var(--vscode-foreground);
  [hidden] { display: none !important; }
  :focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }
  .bar { flex: none; display: flex; flex-wrap: wrap; gap: 2px 4px; align-items: center; min-height: 28px; padding: 2px 6px; box-sizing: border-box; }
  .bar button {
    flex: none; box-sizing: border-box; min-width: 24px; height: 24px; padding: 0 3px; display: inline-flex; gap: 4px; align-items: center; justify-content: center;
    font: inherit; cursor: pointer; color: inherit; background: transparent; border: 1px solid transparent; border-radius: 3px; white-space: nowrap;
  }
  .bar button.worded { padding: 0 8px; color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); border-color: var(--vscode-button-secondaryBorder, var(--vscode-button-border, transparent)); }
  .bar button:hover:not([aria-disabled="true"]) { background: var(--vscode-toolbar-hoverBackground, color-mix(in srgb, currentColor 14%, transparent)); outline: 1px dashed var(--vscode-contrastActiveBorder, transparent); outline-offset: -1px; }
  .bar button[aria-pressed="true"] { background: color-mix(in srgb, currentColor 18%, transparent); border-color: var(--vscode-contrastBorder, transparent); }
  .bar button[aria-disabled="true"] { opacity: 0.45; cursor: default; }
  .bar .toggle { font-weight: 600; padding: 0 6px 0 2px; }
  .toggle svg { transform: rotate(-90deg); }
  .toggle[aria-expanded="true"] svg { transform: none; }
  .key {
    position: absolute; z-index: 3; top: 0; right: 4px; left: 4px; max-height: 100%; overflow: auto; box-sizing: border-box; margin: 0; padding: 4px 10px; list-style: none;
    display: flex; flex-wrap: wrap; gap: 0 16px; border-radius: 3px; background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent)); box-shadow: 0 1px 6px var(--vscode-widget-shadow, transparent);
  }
  &.above .key { max-height: 50vh; }
  &.above .body { max-height: max(64px, calc(100vh - ${roomBelow}px)); }
  .key li { display: flex; gap: 6px; align-items: center; height: 22px; white-space: nowrap; }
  .swatch { width: 24px; height: 12px; box-sizing: border-box; }
  .swatch.band { border: 1px solid color-mix(in srgb, currentColor 40%, transparent); }
  .selected { flex: 0 1 auto; min-width: 0; overflow-wrap: anywhere; padding: 0 4px; color: var(--vscode-descriptionForeground, inherit); }
  .selected:empty { display: none; }
  /* Closed, the strip is one line. */
  .toggle[aria-expanded="false"] + .selected { flex: 1 1 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .tools { flex: none; display: flex; flex-wrap: wrap; gap: 2px; max-width: 100%; margin-left: auto; }
  .body { flex: 1 1 auto; min-height: 0; display: flex; flex-direction: column; position: relative; }
  .plot { flex: 1 1 auto; min-height: 0; position: relative; overflow: hidden auto; touch-action: pan-y; user-select: none; cursor: crosshair; }
  .plot.recording { cursor: default; }
  .sticky { position: sticky; top: 0; left: 0; height: 0; z-index: 1; }
  .sticky > * { position: absolute; top: 0; left: 0; }
  .sticky canvas { display: block; }
  .spans, .spans > *, .cursor, .mark, .read-out { position: absolute; top: 0; left: 0; pointer-events: none; box-sizing: border-box; }
  .span, .edge, .cursor, .mark { height: var(--plot-height); }
  .span { background: color-mix(in srgb, var(--vscode-focusBorder) 22%, transparent); border-top: 3px solid var(--vscode-focusBorder); }
  .edge.from { border-right: 2px solid var(--vscode-focusBorder); }
  .edge.to { border-left: 2px solid var(--vscode-focusBorder); }
  .edge::after {
    content: ""; position: absolute; top: calc(50% - 12px); width: 6px; height: 24px; border-radius: 2px; background: var(--vscode-focusBorder);
  }
  .edge.from::after { right: -4px; }
  .edge.to::after { left: -4px; }
  .cursor { width: 1px; background: var(--vscode-foreground); opacity: 0.8; }
  .mark { border: 2px dashed var(--vscode-charts-orange, currentColor); border-width: 0 2px; background: color-mix(in srgb, var(--vscode-charts-orange, currentColor) 12%, transparent); min-width: 4px; }
  .read-out {
    z-index: 2; width: max-content; max-width: min(300px, calc(100% - 4px)); max-height: calc(var(--plot-height) - 20px); overflow: hidden; padding: 2px 7px; display: grid; border-radius: 3px;
    font-size: 11px; line-height: 15px; overflow-wrap: anywhere; color: var(--vscode-editorHoverWidget-foreground, var(--vscode-foreground)); background: var(--vscode-editorHoverWidget-background, var(--vscode-editorWidget-background, var(--vscode-editor-background)));
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorHoverWidget-border, var(--vscode-widget-border, transparent))); box-shadow: 0 1px 6px var(--vscode-widget-shadow, transparent);
  }
  .read-out > :first-child { font-weight: 600; }
  .words { margin: 0; padding: 4px 8px; color: var(--vscode-descriptionForeground, inherit); user-select: text; overflow-wrap: anywhere; }
  .plot:not([hidden]) + .words { position: absolute; top: 0; left: 0; }
  .missing { flex: none; padding: 1px 8px; font-size: 12px; line-height: 16px; }
  .list { flex: 1 1 auto; min-height: 0; overflow: auto; padding: 4px 8px; }
  .list p { margin: 4px 0; }
  table { border-collapse: collapse; margin: 0 0 12px; font-variant-numeric: tabular-nums; }
  caption { text-align: left; font-weight: 600; padding: 4px 0; }
  th, td { text-align: left; vertical-align: top; font-weight: normal; padding: 3px 12px 3px 0; border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); }
  thead th { font-weight: 600; }
  tbody th { white-space: nowrap; }
  td:not(:last-child), th { min-width: 56px; }
  .list-actions { display: flex; gap: 4px; }
  .list button {
    min-height: 24px; padding: 0 8px; font: inherit; white-space: nowrap; cursor: pointer; border-radius: 2px; border: 1px solid var(--vscode-button-secondaryBorder, var(--vscode-button-border, transparent));
    color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground);
  }
  .sash { flex: none; height: 8px; cursor: ns-resize; touch-action: none; border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent)); }
  .sash::after { content: ""; display: block; width: 32px; height: 3px; margin: 2px auto 0; border-radius: 2px; background: color-mix(in srgb, currentColor 35%, transparent); }
  .sash:hover, .sash:focus-visible { background: color-mix(in srgb, var(--vscode-focusBorder) 40%, transparent); }
  .live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
}
@media (pointer: coarse) { .heatline-timeline .sash { height: 24px; } }
`;

/** Constructed, so that every page with a policy for styles takes it. */
export function adoptStyle(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
}
