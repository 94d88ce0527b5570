/** Ids of the debugger, views, panels and editors that package.json contributes. */
export const debugType = "heatline";
export const loadFormView = "heatline.loadForm";
export const hotFunctionsView = "heatline.hotFunctions";
export const importsView = "heatline.imports";
export const runsView = "heatline.runs";
export const timelineView = "heatline.timeline";
export const slowestRequestsView = "heatline.slowestRequests";
export const flameView = "heatline.flame";
export const compareView = "heatline.compare";
export const requestView = "heatline.request";
export const profileEditor = "heatline.profile";
