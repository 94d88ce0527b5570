import type { RunEnd } from "../../language-server/history/run.ts";
import type { RecorderChoice } from "../drivers/adapter/dap-client.ts";
import type { FaultySession } from "./faulty-session.ts";

/** What is done to a session, and what must come of it: in any case no process, no folder, and no stack trace in what is told. */
export interface Fault {
  readonly name: string;
  /** Default: the exact one. */
  readonly recorders?: readonly RecorderChoice[];
  /** See `FaultySession.start`. */
  readonly prepare?: Parameters<typeof FaultySession.start>[1];
  /** Does the harm, and waits for what tells that it was noticed. */
  readonly strike: (session: FaultySession) => Promise<void>;
  /** Undefined: nothing is told. */
  readonly told?: RegExp;
  /** How the kept runs ended; each has busy samples. Of the inspector's recorder, where samples die with the app, `keptByInspector`. */
  readonly kept: readonly RunEnd[];
  readonly keptByInspector?: readonly RunEnd[];
  /** Or so, where it depends on what is noticed first. */
  readonly keptOr?: readonly RunEnd[];
  /** The runs are kept in the temporary folder, which is named. */
  readonly isApart?: true;
}
