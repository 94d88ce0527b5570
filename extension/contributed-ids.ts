/** The debugger, views, panels and editors as package.json names them, where it does. */
export const debugType = "heatline";
export const loadFormView = "heatline.loadForm";
export const hotFunctionsView = "heatline.hotFunctions";
export const runsView = "heatline.runs";
export const flameView = "heatline.flame";
export const compareView = "heatline.compare";
export const profileEditor = "heatline.profile";
