/**
 * User settings that keep a fresh workbench quiet: nothing opens, asks, updates or reaches for the network by itself,
 * and nothing is saved by itself, as on a desktop.
 */
export const quietSettings = {
  "workbench.startupEditor": "none",
  "workbench.editor.useModal": "off",
  "files.autoSave": "off",
  "remote.autoForwardPorts": false,
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "telemetry.telemetryLevel": "off",
  // VS Code 1.139 rewrites `false` to this while it starts, in the middle of whatever else is writing settings.
  "extensions.autoUpdate": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "git.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  // Fetches type packages from the registry for every JavaScript file that is opened.
  "typescript.disableAutomaticTypeAcquisition": true,
  // A second language server, for syntax alone: half of what opening a JavaScript file costs.
  "typescript.tsserver.useSyntaxServer": "never",
};
