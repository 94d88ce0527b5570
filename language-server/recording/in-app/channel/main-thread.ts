/**
 * Whether this is a process's main thread. Not by `node:worker_threads`: to load that takes 3 to 7 ms of the app's start. In workers Node has
 * replaced the functions that change the whole process by ones with this mark (lib/internal/process/worker_thread_only.js).
 */
export const isMainThread = (process.chdir as { readonly disabled?: boolean }).disabled !== true;
