/** The abort reason of a signal, as the error to reject with. */
export function abortError(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('cancelled', { cause: reason });
}
