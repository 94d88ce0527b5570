/** Environment variable of a process that we start: its mark. */
export const startVariable = "HEATLINE_START";

/** One JSON line each, adapter → watchdog, by the watchdog's stdin. The end of stdin, however it came, is the signal to clean up. */
export type WatchdogMessage =
  /** A process is being started with this mark in its environment (`startVariable`): until its number is told, the mark finds it. */
  | { readonly kind: "expect"; readonly mark: string }
  /** Its start has failed, or its number is told. */
  | { readonly kind: "arrived"; readonly mark: string }
  /** A process, with its process group where it leads one, to be killed when we die. */
  | { readonly kind: "watch"; readonly pid: number }
  /** It has ended: its number may be someone else's soon. */
  | { readonly kind: "forget"; readonly pid: number }
  /** A folder to be removed when we die. */
  | { readonly kind: "folder"; readonly path: string };
