import type { TokenUse } from '../../domain/people/tokens/token-use.ts';

/** A wait for events, which ends without a change when its time is over, its client is gone, its sign-in has ended, or the service stops. */
export interface PendingWait {
  readonly userId: string;
  /** The token by which the person waits. */
  readonly use: TokenUse;
  readonly ended: Promise<void>;
  readonly hasEnded: () => boolean;
  readonly end: () => void;
}

/** The pending waits of one process, by person. */
export interface PendingWaits {
  /**
   * Begins a wait; null if its person has too many. Those of ended sign-ins don't count: whoever stole a token could otherwise keep its
   * owner waiting after it was revoked.
   */
  begin(userId: string, use: TokenUse): Promise<PendingWait | null>;
  /** Makes room for another wait. */
  leave(wait: PendingWait): void;
  endAll(): void;
}

/**
 * @param mostEach maximum waits of one person
 * @param isLive true while a token is valid
 */
export function createPendingWaits(mostEach: number, isLive: (use: TokenUse) => Promise<boolean>): PendingWaits {
  const byPerson = new Map<string, Set<PendingWait>>();

  const leave = (wait: PendingWait): void => {
    const own = byPerson.get(wait.userId);
    own?.delete(wait);
    if (own?.size === 0) byPerson.delete(wait.userId);
  };

  const endRevoked = async (userId: string): Promise<void> => {
    const live = new Map<string, Promise<boolean>>();
    for (const wait of byPerson.get(userId) ?? []) {
      const key = JSON.stringify([wait.use.token, wait.use.asUser]);
      const known = live.get(key) ?? isLive(wait.use);
      live.set(key, known);
      if (await known) continue;
      wait.end();
      leave(wait);
    }
  };

  return {
    begin: async (userId, use) => {
      const count = () => byPerson.get(userId)?.size ?? 0;
      if (count() >= mostEach) await endRevoked(userId);
      // Nothing is awaited from here on: waits that begin together would count as one.
      if (count() >= mostEach) return null;
      const wait = newWait(userId, use);
      byPerson.set(userId, (byPerson.get(userId) ?? new Set()).add(wait));
      return wait;
    },
    leave,
    endAll: () => {
      for (const own of byPerson.values()) for (const wait of own) wait.end();
    },
  };
}

function newWait(userId: string, use: TokenUse): PendingWait {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    resolve();
  };
  return { userId, use, ended: promise, hasEnded: () => hasEnded, end };
}
