/** The name of what runs for no route: timers, start-up, and what no window of a route is of. */
export const noRoute = "";
