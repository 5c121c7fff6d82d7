/** The result of `work`, or the signal's reason if that comes first. The work itself continues, since others may depend on it. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const stopped = Promise.withResolvers<void>();
  const stop = (): void => stopped.resolve();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    await Promise.race([work, stopped.promise]);
    signal.throwIfAborted();
    return await work;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
