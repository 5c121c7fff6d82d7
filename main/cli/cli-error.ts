/** Why a command could not run: one sentence that says what, one that says what to do. Exit code 1. */
export class CliError extends Error {
  readonly code: string;
  readonly remedy: string;
  constructor(code: string, message: string, remedy: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'CliError';
    this.code = code;
    this.remedy = remedy;
  }
}
