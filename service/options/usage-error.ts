/** The command line is invalid or cannot be followed; the message says what to do. */
export class UsageError extends Error {
  readonly code = 'usage';
}
