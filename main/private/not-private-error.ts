/** A file or folder of ours that others can read or change, and that we cannot repair. */
export class NotPrivateError extends Error {
  readonly code = 'not_private';
  readonly remedy: string;
  constructor(message: string, remedy: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'NotPrivateError';
    this.remedy = remedy;
  }
}
