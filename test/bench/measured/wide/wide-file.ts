/** A valid file that is small but has very many of one thing. */
export interface WideFile {
  readonly name: string;
  /** Of the file; others are written beside it. */
  readonly ending: string;
  readonly write: (file: string) => void;
}
