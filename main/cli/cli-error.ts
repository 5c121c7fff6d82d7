/** Why a command failed: a message and a remedy. Exit code 1. */
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
