/** The text of a script as V8 compiled it. */
export interface RecordedScript {
  /** As in the profile's ScriptTable. */
  readonly url: string;
  readonly text: string;
  /** A `data:` URL, an absolute or relative URL, or "". */
  readonly sourceMapUrl: string;
  /** For a script that is not written to disk: replaces its hash, so that its text is read only on demand. */
  readonly name?: string | undefined;
}
