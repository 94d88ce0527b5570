/** Environment variable that marks a process we start. */
export const startVariable = "HEATLINE_START";

/**
 * What is watched: the id of a process, to be killed when we die, with its process group if it leads one; a folder, to be ended then; the mark in
 * the environment of a process that is being started (`startVariable`), by which it can be found until its id is known.
 */
export type Watched = "pid" | "folder" | "mark";

/** Message adapter → watchdog, a JSON line on its stdin. The end of stdin, for any reason, makes it clean up. */
export interface WatchdogMessage {
  readonly what: Watched;
  readonly value: string;
  /** No longer watched: the process has ended, so its pid may be reused, or its start has failed, or is over. */
  readonly isOver: boolean;
}
