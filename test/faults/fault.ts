import type { RunEnd } from "../../language-server/history/run.ts";
import type { RecorderChoice } from "../drivers/adapter/dap-client.ts";
import type { FaultySession } from "./faulty-session.ts";

/** What happens to a session, and what must follow. No process and no folder may be left, and no message has a stack trace. */
export interface Fault {
  readonly name: string;
  /** Default: the exact recorder. */
  readonly recorders?: readonly RecorderChoice[];
  /** The first and the last major version of the Nodes whose apps it happens to; default: all. */
  readonly nodes?: readonly [first: number, last: number];
  /** A further case of what another fault shows, or one that takes long: only `npm run test:all` has it. */
  readonly isThorough?: true;
  /** See `FaultySession.start`. */
  readonly prepare?: Parameters<typeof FaultySession.start>[1];
  /** Causes the fault, and waits until Heatline has noticed it. */
  readonly strike: (session: FaultySession) => Promise<void>;
  /** What the user is shown; undefined: nothing. */
  readonly reported?: RegExp;
  /**
   * How the kept runs ended; each must have busy samples. `keptByInspector`: for the inspector's recorder, if it loses the samples with the
   * app.
   */
  readonly kept: readonly RunEnd[];
  readonly keptByInspector?: readonly RunEnd[];
  /** The alternative, if it depends on what is noticed first. */
  readonly keptOr?: readonly RunEnd[];
  /** Each kept run has the requests that there were: `strike` begins with `FaultySession.measureRequests`. */
  readonly keepsRequests?: true;
  /** Codes of problems that each kept run has besides those of its end. */
  readonly problems?: readonly string[];
  /** Why each kept run was not recorded as requested. */
  readonly noted?: RegExp;
  /** The runs are kept in the private folder, and the message names it. */
  readonly isApart?: true;
}
