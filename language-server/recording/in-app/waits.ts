import { loaderHooks as hooks } from "./waits/loading/loader-thread.ts";
import { installWaits as install } from "./waits/install-waits.ts";

/** A bundle of its own, which the preload loads for a pass that measures waits. */
export const installWaits = install;
/** Asked for in the thread in which Node runs hooks. */
export const loaderHooks = hooks;
