import type { TokenSource } from '../../api/token-source.ts';

/**
 * Holds one token and renews it when the service refuses it. Concurrent refused requests share one renewal. `renew` resolves to null if only the
 * person can help.
 */
export function renewingToken(first: string, renew: () => Promise<string | null>): TokenSource {
  let current = first;
  let renewal: Promise<string | null> | null = null;
  return {
    token: async () => current,
    renew: async (rejected) => {
      // Another request has already renewed it.
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
