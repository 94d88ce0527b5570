/** A Node process of this user, as a list of the system's has it. */
export interface ListedNode {
  readonly pid: number;
  /** Absolute path of the program. */
  readonly executable: string;
  /** As it was started, the runtime included. */
  readonly commandLine: string;
  /** The same without the runtime. */
  readonly command: string;
  /** "" where the system does not tell. */
  readonly cwd: string;
  /** That it listens on, in IPv4. */
  readonly ports: readonly number[];
}
