import { say } from '../../../contract/rules/say.ts';
import type { AnsweredRequest } from '../../ports/metadata/upkeep/idempotency-keys.ts';
import {
  type MetadataStore,
  MetadataUnavailable,
  type MetadataWrites,
  type TransactionScope,
} from '../../ports/metadata-store.ts';
import { together } from '../kernel/work/together.ts';
import { Refusal } from '../refusal.ts';
import type { HeldChange } from '../service.ts';

/** Whose key it is, and which. */
export interface KeyOwner {
  readonly userId: string;
  readonly key: string;
}

/** The store as one request with a key has it. */
export interface HeldStore extends HeldChange {
  readonly store: MetadataStore;
  /** The answer that another process gave to the same request meanwhile; null while there is none. */
  known(): AnsweredRequest | null;
  /** Commits the held transaction together with the answer. Without a change, stores only the answer. */
  finish(answer: AnsweredRequest | null): Promise<void>;
  /** Rolls back the held transaction. */
  abandon(error: unknown): Promise<void>;
}

/** A transaction that waits for the answer of its request. */
interface OpenTransaction {
  readonly tx: MetadataWrites;
  readonly end: PromiseWithResolvers<AnsweredRequest | null>;
  readonly committed: Promise<void>;
  readonly following: (() => unknown)[];
}

/** How far the request has come. */
interface Holding {
  readonly store: MetadataStore;
  readonly owner: KeyOwner;
  open: OpenTransaction | null;
  known: AnsweredRequest | null;
  isOver: boolean;
}

/**
 * Keeps the last transaction of a request open until its answer is known, so that one commit carries both. A request with several
 * transactions commits each of them when the next begins. Reads see the held changes. Nothing but the answer may be waited for while a
 * transaction is open: all writers wait for it.
 */
export function holdStore(store: MetadataStore, owner: KeyOwner): HeldStore {
  const holding: Holding = { store, owner, open: null, known: null, isOver: false };
  let last: Promise<unknown> = Promise.resolve();
  const transaction = async <T>(work: (tx: MetadataWrites) => Promise<T>, scope?: TransactionScope): Promise<T> => {
    // In turn: two that were sent side by side would wait for each other.
    const mine = last.then(async () => begin(holding, work, scope));
    last = mine.catch(() => undefined);
    return mine;
  };
  const read: MetadataStore['read'] = async (work) => (holding.open ? work(holding.open.tx) : store.read(work));
  return {
    store: { ...store, transaction, read },
    known: () => holding.known,
    afterCommit: async (work) => {
      if (holding.open) holding.open.following.push(work);
      else await work();
    },
    commit: async () => commit(holding, null),
    settled: async () => holding.open?.committed,
    finish: async (answer) => finish(holding, answer),
    abandon: async (error) => abandon(holding, error),
  };
}

async function begin<T>(
  holding: Holding,
  work: (tx: MetadataWrites) => Promise<T>,
  scope: TransactionScope | undefined,
): Promise<T> {
  await commit(holding, null);
  if (holding.isOver) return holding.store.transaction(work, scope);
  let hasWorked = false;
  const worked = Promise.withResolvers<T>();
  const end = Promise.withResolvers<AnsweredRequest | null>();
  const committed: Promise<void> = holding.store.transaction(async (tx) => {
    // The answer to the first result may already be on its way.
    if (hasWorked) throw new MetadataUnavailable('The transaction was undone after its result was known.', null);
    // The work for a request that is known already is rolled back.
    const [, result] = await together([requireNew(holding, tx), work(tx)]);
    hasWorked = true;
    // A request answered while it waited for its turn has nothing more to add, and nothing would end its hold. The steps that follow may
    // announce the change, so they wait for the commit.
    if (holding.isOver) {
      end.resolve(null);
      worked.resolve(committed.then(() => result));
    } else {
      holding.open = { tx, end, committed, following: [] };
      worked.resolve(result);
    }
    const answer = await end.promise;
    if (answer) await store(holding, tx, answer);
  }, scope);
  // Before the work is done its failure is the transaction's; after that it is the commit's.
  committed.catch((error: unknown) => worked.reject(error));
  return worked.promise;
}

/** @throws Refusal when another process has carried out the same request since this one began. */
async function requireNew(holding: Holding, tx: MetadataWrites): Promise<void> {
  const { userId, key } = holding.owner;
  holding.known = await tx.idempotencyKeys.get(userId, key);
  if (holding.known) throw slower();
}

/** @throws Refusal when another process has answered or withdrawn the request since this transaction began; then that is known. */
async function store(holding: Holding, tx: MetadataWrites, answer: AnsweredRequest): Promise<void> {
  if (await tx.idempotencyKeys.insert(answer)) return;
  holding.known = await tx.idempotencyKeys.get(holding.owner.userId, holding.owner.key);
  throw slower();
}

const slower = (): Refusal =>
  new Refusal('idempotency_key_in_progress', say`Another request with this key was faster.`);

async function commit(holding: Holding, answer: AnsweredRequest | null): Promise<void> {
  if (!holding.open) return;
  const { end, committed, following } = holding.open;
  end.resolve(answer);
  await committed.finally(() => {
    holding.open = null;
  });
  for (const work of following) await work();
}

async function finish(holding: Holding, answer: AnsweredRequest | null): Promise<void> {
  holding.isOver = true;
  if (holding.open) return commit(holding, answer);
  if (!answer) return;
  await holding.store.transaction(async (tx) => {
    await requireNew(holding, tx);
    await store(holding, tx, answer);
  }, 'apart');
}

async function abandon(holding: Holding, error: unknown): Promise<void> {
  holding.isOver = true;
  if (!holding.open) return;
  holding.open.end.reject(error);
  await holding.open.committed.catch(() => undefined);
  holding.open = null;
}
