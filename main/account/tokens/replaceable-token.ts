import type { TokenSource } from '../../api/token-source.ts';

export type ReplaceableToken = {
  /** The currently stored token; null: none. */
  readonly read: () => Promise<string | null>;
  /**
   * True if the token belongs to our account. Another account's token would show a different tree (edge case 96). Rejects if the service is
   * unreachable.
   */
  readonly isOurs: (token: string) => Promise<boolean>;
};

/**
 * A stored token (in a file or the secret store) that we cannot renew, but that may be replaced there: if it is refused, read it
 * again.
 */
export function replaceableToken(first: string, { read, isOurs }: ReplaceableToken): TokenSource {
  let current = first;
  const look = async (rejected: string): Promise<string | null> => {
    const kept = await read();
    if (kept === null || kept === '' || kept === rejected || !(await isOurs(kept))) return null;
    current = kept;
    return kept;
  };
  let looking: Promise<string | null> | null = null;
  return {
    token: async () => current,
    renew: async (rejected) => {
      if (rejected !== current) return current;
      looking ??= look(rejected).finally(() => {
        looking = null;
      });
      return looking;
    },
    mark: async () => (await read()) ?? '',
  };
}
