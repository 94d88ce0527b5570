/** A Node process of this user, as listed by the operating system. */
export interface ListedNode {
  readonly pid: number;
  /** Absolute path of the program. */
  readonly executable: string;
  /** The complete command line, including the runtime. */
  readonly commandLine: string;
  /** The command line without the runtime. */
  readonly command: string;
  /** "" if the system does not report it. */
  readonly cwd: string;
  /** IPv4 ports that it is listening on. */
  readonly ports: readonly number[];
}
