/** Why a command failed: a message and a remedy. Exit code 1. */
export class CliError extends Error {
  readonly code: string;
  readonly remedy: string;
  /** Printed with `--json` around the error: the work done until then. */
  readonly report: object;
  constructor(code: string, message: string, remedy: string, options: { cause?: unknown; report?: object } = {}) {
    super(message, options);
    this.name = 'CliError';
    this.code = code;
    this.remedy = remedy;
    this.report = options.report ?? {};
  }
}
