/** The command line was not understood or cannot be followed; the message is one sentence that says what to do. */
export class UsageError extends Error {
  readonly code = 'usage';
}
