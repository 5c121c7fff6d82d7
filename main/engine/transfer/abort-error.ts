/** The reason that a signal was aborted with, as the error that promises reject with. */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('cancelled', { cause: reason });
}
