import type { TokenOwner, TokenWrites } from '../../../ports/metadata/people/tokens.ts';
import type { UserWrites } from '../../../ports/metadata/people/users.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';

/** Owners kept, about 1 kB each. */
const mostOwners = 5_000;

/** Owners of tokens in memory, each as it is in the last commit. */
export interface TokenOwners {
  /** The owner in memory, or what `lookUp` finds. */
  find(digest: string, lookUp: () => Promise<TokenOwner | null>): Promise<TokenOwner | null>;
  /** Call it after every commit that may have revoked a token or changed a user. */
  forget(): void;
}

/**
 * Keeps owners of tokens in memory, by the digest of the token. `changesByOthers` returns another number once another connection has
 * committed: then everything is forgotten too.
 */
export function keepTokenOwners(changesByOthers: () => number): TokenOwners {
  const owners = new Map<string, TokenOwner>();
  let seen = changesByOthers();
  let timesForgotten = 0;
  const forget = () => {
    owners.clear();
    timesForgotten += 1;
  };
  return {
    forget,
    find: async (digest, lookUp) => {
      const now = changesByOthers();
      if (now !== seen) forget();
      seen = now;
      const known = owners.get(digest);
      if (known) return known;
      const before = timesForgotten;
      const found = await lookUp();
      // A lookup that began before a revocation may have read the state before it.
      if (found === null || timesForgotten !== before) return found;
      const [oldest] = owners.keys();
      if (owners.size >= mostOwners && oldest !== undefined) owners.delete(oldest);
      owners.set(digest, found);
      return found;
    },
  };
}

/** Every change and deletion of tokens: a new deletion does not compile until it is announced. */
type TokenChanges = Pick<TokenWrites, 'confirm' | Extract<keyof TokenWrites, `delete${string}`>>;
type AccountChanges = Pick<UserWrites, 'update' | 'remove'>;

/** The same transaction, which calls `onWrite` before each write that can change the owner of a token. */
export function announceOwnerWrites(tx: MetadataWrites, onWrite: () => void): MetadataWrites {
  const { tokens, users } = tx;
  const announced =
    <Parameters extends readonly unknown[], Result>(write: (...parameters: Parameters) => Promise<Result>) =>
    (...parameters: Parameters) => {
      onWrite();
      return write(...parameters);
    };
  const changes: TokenChanges = {
    confirm: announced(tokens.confirm),
    deleteUnconfirmed: announced(tokens.deleteUnconfirmed),
    delete: announced(tokens.delete),
    deleteFamily: announced(tokens.deleteFamily),
    deleteOfDevice: announced(tokens.deleteOfDevice),
    deleteOfUser: announced(tokens.deleteOfUser),
    deleteOfClient: announced(tokens.deleteOfClient),
    deleteExpiredBefore: announced(tokens.deleteExpiredBefore),
  };
  const accounts: AccountChanges = { update: announced(users.update), remove: announced(users.remove) };
  return { ...tx, tokens: { ...tokens, ...changes }, users: { ...users, ...accounts } };
}
