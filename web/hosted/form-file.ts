// A file from a form.

export interface FormFile {
  readonly fileName: string;
  readonly contentType: string;
  /** Undefined for a file that is too large, alone or with those before it. */
  readonly content: Uint8Array | undefined;
  /** Why there is no content. */
  readonly problem?: string;
}
