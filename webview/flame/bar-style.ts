/** Of the bar and what stands below it, and the room for them. */
export const barStyle = `
/* speedscope fills the window: its content moves below what is above it, its WebGL canvas must stay as large as the window. */
body > :last-child { height: calc(100vh - var(--heatline-above, 32px)) !important; margin-top: var(--heatline-above, 32px); }
body > :last-child > div:has(> canvas:only-child) { top: calc(-1 * var(--heatline-above, 32px)); }
.heatline-above { position: fixed; top: 0; left: 0; right: 0; z-index: 5; background: var(--vscode-editor-background); }
.heatline-bar {
  box-sizing: border-box; min-height: 32px; padding: 4px 8px;
  display: flex; flex-wrap: wrap; gap: 4px 6px; align-items: center;
  font: var(--vscode-font-size, 13px)/18px var(--vscode-font-family, sans-serif);
  color: var(--vscode-foreground); background: var(--vscode-editor-background); border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
}
.heatline-bar button, .heatline-bar summary {
  padding: 2px 8px; font: inherit; cursor: pointer; border-radius: 2px; border: 1px solid var(--vscode-button-secondaryBorder, var(--vscode-button-border, transparent)); white-space: nowrap;
  color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground);
}
.heatline-bar button:hover:enabled, .heatline-bar summary:hover { background: var(--vscode-button-secondaryHoverBackground); }
.heatline-bar button:disabled { opacity: 0.55; cursor: default; }
.heatline-bar input[type="search"] {
  flex: 1 1 110px; min-width: 80px; max-width: 200px; box-sizing: border-box; height: 24px; padding: 2px 6px; font: inherit;
  color: var(--vscode-input-foreground); background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent)); border-radius: 2px;
}
/* The bar has the field; speedscope's keeps its count and its arrows. */
body > :last-child div > span:has(> input:not([type])), body > :last-child div:has(> span > input:not([type])) > svg { display: none !important; }
body > :last-child div:has(> span > input:not([type])) { width: auto !important; }
.heatline-bar input::placeholder { color: var(--vscode-input-placeholderForeground); opacity: 1; }
.heatline-bar :focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px; }
.heatline-bar [hidden] { display: none; }
.heatline-switch { display: flex; gap: 5px; align-items: center; cursor: pointer; white-space: nowrap; }
.heatline-switch input { margin: 0; accent-color: var(--vscode-focusBorder); }
.heatline-menu { position: relative; }
.heatline-menu > div {
  position: absolute; top: calc(100% + 4px); left: 0; z-index: 6; padding: 8px 12px; display: grid; gap: 6px; white-space: nowrap; border-radius: 4px;
  color: var(--vscode-menu-foreground, var(--vscode-foreground)); background: var(--vscode-menu-background, var(--vscode-editorWidget-background));
  border: 1px solid var(--vscode-menu-border, var(--vscode-contrastBorder, transparent)); box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
}
.heatline-menu fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 6px; }
.heatline-menu legend { padding: 0 0 4px; font-weight: 600; }
.heatline-menu label { display: flex; gap: 6px; align-items: center; cursor: pointer; }
.heatline-menu input { margin: 0; accent-color: var(--vscode-focusBorder); }
.heatline-said { flex: 1 1 100%; margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--vscode-descriptionForeground, inherit); }
.heatline-said:empty { display: none; }
.heatline-legend { flex: 1 1 100%; display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 0; padding: 0; list-style: none; }
.heatline-legend li { display: flex; gap: 5px; align-items: center; }
.heatline-swatch { width: 28px; height: 12px; border: 1px solid var(--vscode-contrastBorder, transparent); }
`;
