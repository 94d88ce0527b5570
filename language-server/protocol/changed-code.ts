import { noParams, request } from "./message.ts";

/**
 * URIs of the shown run's own files whose text on disk is not the one that ran: what has been edited and saved since. Empty if no run is
 * shown, while it is still recorded, and for texts that the run did not keep.
 */
export const changedCode = request<readonly string[]>()("heatline/changedCode", noParams);
