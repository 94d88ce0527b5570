/** Environment variable that marks a process we start. */
export const startVariable = "HEATLINE_START";

/** Messages adapter → watchdog, as JSON lines on its stdin. The end of stdin, for any reason, makes it clean up. */
export type WatchdogMessage =
  /** A process is being started with this mark in its environment (`startVariable`), by which it can be found until its pid is known. */
  | { readonly kind: "expect"; readonly mark: string }
  /** Its start has failed, or its pid has been sent. */
  | { readonly kind: "arrived"; readonly mark: string }
  /** A process to be killed when we die, with its process group if it leads one. */
  | { readonly kind: "watch"; readonly pid: number }
  /** It has ended: its pid may be reused. */
  | { readonly kind: "forget"; readonly pid: number }
  /** A folder to be removed when we die. */
  | { readonly kind: "folder"; readonly path: string };
