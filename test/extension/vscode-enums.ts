/** The enumerations of the `vscode` module whose values the code under test uses. */
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const OverviewRulerLane = { Left: 1, Center: 2, Right: 4 };
export const ConfigurationTarget = { Global: 1, Workspace: 2 };
export const DecorationRangeBehavior = { OpenOpen: 0, ClosedClosed: 1, OpenClosed: 2, ClosedOpen: 3 };
export const DebugConfigurationProviderTriggerKind = { Initial: 1, Dynamic: 2 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const ProgressLocation = { Window: 10, Notification: 15 };
export const ViewColumn = { Active: -1, Beside: -2, One: 1 };
