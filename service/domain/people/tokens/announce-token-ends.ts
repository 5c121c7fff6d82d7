import type { EventSignal } from '../../../ports/event-signal.ts';
import type { TokenWrites } from '../../../ports/metadata/people/tokens.ts';
import type { MetadataStore, MetadataWrites } from '../../../ports/metadata-store.ts';

/**
 * The same store, which wakes the event listeners of users after a transaction that deleted tokens of theirs, so that those whose sign-in has
 * ended stop waiting.
 */
export function announceTokenEnds(store: MetadataStore, signal: Pick<EventSignal, 'announce'>): MetadataStore {
  return {
    ...store,
    transaction: async (work, scope) => {
      const userIds = new Set<string>();
      try {
        return await store.transaction(async (tx) => {
          userIds.clear();
          return work(noteTokenEnds(tx, userIds));
        }, scope);
      } finally {
        // After a failure too: a commit may have succeeded.
        if (userIds.size > 0) signal.announce([...userIds]);
      }
    },
  };
}

/** Every deletion of valid tokens: a new one does not compile until it is announced. */
type TokenEnds = Pick<TokenWrites, Exclude<Extract<keyof TokenWrites, `delete${string}`>, 'deleteExpiredBefore'>>;

function noteTokenEnds(tx: MetadataWrites, userIds: Set<string>): MetadataWrites {
  const { tokens } = tx;
  const noted = (end: (subject: string) => Promise<readonly string[]>) => async (subject: string) => {
    const ended = await end(subject);
    for (const userId of ended) userIds.add(userId);
    return ended;
  };
  const ends: TokenEnds = {
    deleteUnconfirmed: noted(tokens.deleteUnconfirmed),
    delete: noted(tokens.delete),
    deleteFamily: noted(tokens.deleteFamily),
    deleteOfDevice: noted(tokens.deleteOfDevice),
    deleteOfUser: noted(tokens.deleteOfUser),
    deleteOfClient: noted(tokens.deleteOfClient),
  };
  return { ...tx, tokens: { ...tokens, ...ends } };
}
