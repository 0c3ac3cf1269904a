// What the command line uses of its process, so that tests can call it without one.
export interface Host {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  readonly folder: string;
  /** Standard output: results. */
  readonly write: (output: string) => void;
  /** Standard error: notes and errors. */
  readonly warn: (output: string) => void;
  /** The whole standard input. */
  readonly input: () => Promise<string>;
  /** Aborted by Ctrl-C. Commands that run until then end cleanly. */
  readonly interrupted: AbortSignal;
}
