import { ApiError } from '../../api/api-error.ts';
import type { TokenSource } from '../../api/token-source.ts';

/** The user that an engine works for. */
export type TokenOwner = {
  readonly userId: string;
  /** False: the service was unreachable when the engine was opened, so nothing tells yet whose token it was given. */
  readonly isConfirmed: boolean;
};

export type OwnedToken = {
  /** Null until the engine is open: the first request asks who the user is. */
  readonly owner: () => TokenOwner | null;
  /** Same as `ReplaceableToken.isOurs`. */
  readonly isOurs: (token: string, signal?: AbortSignal) => Promise<boolean>;
};

/**
 * A given token for an engine that was opened without its service. Another account's token would show a different tree (edge case 96), so none is
 * used before the service has named its owner.
 */
export function ownedToken(source: TokenSource, { owner, isOurs }: OwnedToken): TokenSource {
  let confirmed: string | null = null;
  return {
    ...source,
    token: async (signal) => {
      const token = await source.token(signal);
      if (owner()?.isConfirmed !== false || token === confirmed) return token;
      // Without a successor, whatever the reason, there is no token of ours.
      const ours = (await isOurs(token, signal)) ? token : await source.renew(token, signal).catch(() => null);
      if (ours === null) throw refused();
      confirmed = ours;
      return ours;
    },
  };
}

/** Counts as refused by the service, so that the account is signed out. */
const refused = (): ApiError =>
  new ApiError({ status: 401, code: 'unauthorized', message: 'The access token belongs to another account.' });
