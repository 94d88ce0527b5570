/**
 * User settings that keep a fresh workbench quiet: nothing opens, asks, updates or uses the network on its own. Auto Save is
 * off, as it is on a desktop.
 */
export const quietSettings = {
  "workbench.startupEditor": "none",
  "workbench.editor.useModal": "off",
  "files.autoSave": "off",
  "remote.autoForwardPorts": false,
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "telemetry.telemetryLevel": "off",
  // VS Code 1.139 rewrites `false` to this during its start, in the middle of other writes to the settings.
  "extensions.autoUpdate": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "git.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  // Downloads type packages from the registry for every JavaScript file that is opened.
  "typescript.disableAutomaticTypeAcquisition": true,
  // A second language server, only for syntax: half of the cost of opening a JavaScript file.
  "typescript.tsserver.useSyntaxServer": "never",
};
