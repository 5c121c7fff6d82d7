import type { TokenSource } from '../api/token-source.ts';

/**
 * Keeps one token and asks for a fresh one when the service refuses it. Requests that were refused together wait for the one
 * renewal. `renew` resolves to null when only the person can help.
 */
export function renewingToken(first: string, renew: () => Promise<string | null>): TokenSource {
  let current = first;
  let renewal: Promise<string | null> | null = null;
  return {
    token: async () => current,
    renew: async (rejected) => {
      // Another request has renewed it already: the refused one was the old token.
      if (rejected !== current) return current;
      renewal ??= renew().finally(() => {
        renewal = null;
      });
      const fresh = await renewal;
      if (fresh !== null) current = fresh;
      return fresh;
    },
  };
}
