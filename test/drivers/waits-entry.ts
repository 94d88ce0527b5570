export { AwaitedNow } from "../../language-server/recording/in-app/waits/awaited/awaited-now.ts";
export { rewriteWaits } from "../../language-server/recording/in-app/waits/rewriting/rewrite-waits.ts";
export { waitCounters } from "../../language-server/recording/in-app/waits/wait-counters.ts";
export { installWaits } from "../../language-server/recording/in-app/waits/install-waits.ts";
export { loaderHooks } from "../../language-server/recording/in-app/waits/loading/loader-thread.ts";
