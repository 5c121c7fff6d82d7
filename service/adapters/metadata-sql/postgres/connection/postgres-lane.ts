import { sql } from 'kysely';
import type { TransactionScope } from '../../../../ports/metadata-store.ts';
import type { SqlWriter } from '../../sql-database.ts';
import type { EventToAppend } from '../../streams/event-rows.ts';
import { isConflict, isConsequence, throwCommitError, throwPostgresError } from '../postgres-errors.ts';
import { appendEvents } from '../postgres-events.ts';
import { type LockedTrees, lockScopes, OwnerTaken, ownersOf, quietly, type ScopeKind } from '../postgres-locks.ts';
import type { TakeIds } from '../take-ids.ts';
import { type IsAtWork, type LaneConnection, laneConnection } from './lane-connection.ts';
import type { ServerPool } from './postgres-pool.ts';

/** A work that waits for its turn in a lane. */
export interface WaitingWork {
  readonly scope: TransactionScope;
  readonly work: (writer: SqlWriter) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  /** The owner by whom it chose its lane; null for none. */
  readonly owner: string | null;
  /** How often it has been started. */
  readonly starts: number;
}

/** Works of one kind, one after another on one connection. */
export interface Lane {
  readonly kind: ScopeKind;
  /** The number of works that wait or run. */
  works(): number;
  /** The same as a weight. One that started again counts as a full group: it may wait long for its owner. */
  load(): number;
  /** Whether works of this owner are among them. */
  has(owner: string): boolean;
  add(work: WaitingWork): void;
}

/** The parts that the lanes of a process share. */
export interface LaneParts {
  readonly pool: ServerPool;
  readonly isAtWork: IsAtWork;
  readonly ids: TakeIds;
  /** Takes back a work that has to start again, with the owners that its scope lacked. */
  readonly again: (work: WaitingWork, missing: readonly string[]) => void;
  /** Learns who owns items. */
  readonly learn: (owners: ReadonlyMap<string, string>) => void;
}

/** The work needs the trees of owners that its scope does not contain. */
class ScopeTooNarrow extends Error {
  readonly owners: readonly string[];
  constructor(owners: readonly string[]) {
    super('The transaction needs a wider scope.');
    this.owners = owners;
  }
}

/** Maximum works per commit, so that the first need not wait long for the last. */
const groupLimit = 100;

/** How often a work is started before a conflict with others counts as an outage. */
export const mostStarts = 5;

/** The work that runs now. */
interface Current {
  readonly requireTrees: SqlWriter['requireTrees'];
  /** Those of the works before it in the same commit. */
  readonly earlierEvents: readonly EventToAppend[];
  readonly events: EventToAppend[];
}

/** A lane with the work that runs in it now. */
interface WorkingLane {
  readonly kind: ScopeKind;
  readonly connection: LaneConnection;
  readonly parts: LaneParts;
  readonly writer: SqlWriter;
  current: Current | null;
}

/**
 * Opens a lane. Works that come together share locks, one commit and one flush. If an owner is locked elsewhere, the works of each owner
 * start again apart. A failed work is rolled back on its own, and no work resolves before its commit.
 */
export function openLane(kind: ScopeKind, parts: LaneParts): Lane {
  const connection = laneConnection(parts.pool, parts.isAtWork);
  const waiting: WaitingWork[] = [];
  let running: readonly WaitingWork[] = [];
  let isDraining = false;
  const writer: SqlWriter = {
    db: connection.db,
    requireTrees: async (owners) => lane.current?.requireTrees(owners),
    nextIds: parts.ids,
    appendEvent: async (event) => void lane.current?.events.push(event),
    pendingEvents: () => (lane.current ? [...lane.current.earlierEvents, ...lane.current.events] : []),
    keepRow: sql`for key share`,
    lockRow: sql`for update`,
    skipTaken: sql`for update skip locked`,
  };

  const lane: WorkingLane = { kind, connection, parts, writer, current: null };

  const drain = async () => {
    isDraining = true;
    while (waiting.length > 0) {
      // One turn of the event loop admits works whose blobs were flushed during the last commit.
      await new Promise(setImmediate);
      running = takeGroup(waiting);
      const again = await runGroup(lane, new Set(running));
      running = [];
      for (const each of again) parts.again(each, []);
    }
    isDraining = false;
  };

  return {
    kind,
    works: () => waiting.length + running.length,
    load: () => [...waiting, ...running].reduce((sum, work) => sum + (isApart(work) ? groupLimit : 1), 0),
    has: (owner) => [...waiting, ...running].some((work) => work.owner === owner),
    add: (work) => {
      waiting.push(work);
      if (!isDraining) void drain();
    },
  };
}

/** A work that started again runs with works of its owner only. */
function isApart({ starts }: WaitingWork): boolean {
  return starts > 1;
}

/** Takes the works that run next: if the first one runs apart, those of its owner; otherwise all that don't. */
function takeGroup(waiting: WaitingWork[]): readonly WaitingWork[] {
  const [first] = waiting;
  if (first === undefined) return [];
  const belongs = (work: WaitingWork) =>
    isApart(first) ? work === first || (work.owner !== null && work.owner === first.owner) : !isApart(work);
  const group = new Set(waiting.filter(belongs).slice(0, groupLimit));
  waiting.splice(0, waiting.length, ...waiting.filter((work) => !group.has(work)));
  return [...group];
}

/** Runs works in one transaction. Returns those that have to start again because of the others. */
async function runGroup(lane: WorkingLane, group: Set<WaitingWork>): Promise<readonly WaitingWork[]> {
  const { connection, kind } = lane;
  const ends: (() => void)[] = [];
  const events: EventToAppend[] = [];
  let locked: LockedTrees = Promise.resolve(null);
  const isShared = new Set([...group].map((work) => work.owner ?? work)).size > 1;
  try {
    await connection.open();
    void quietly(connection.ask('begin'));
    locked = lockScopes(
      connection,
      kind,
      [...group].map(({ scope }) => scope),
      isShared ? 'briefly' : 'usual',
    );
    for (const each of group) {
      const end = await runOne(lane, each, locked, events);
      if (end) ends.push(end);
      else group.delete(each);
    }
    await commit(connection, events);
    connection.close('usable');
  } catch (error) {
    await giveUp(connection);
    // Without its locks every later statement fails, for a reason of its own.
    const cause: unknown = await locked.then(
      () => error,
      (reason: unknown) => reason,
    );
    const isPassing = isConflict(cause) || cause instanceof OwnerTaken;
    const again = [...group].filter(({ starts }) => isPassing && starts < mostStarts);
    for (const each of group) if (!again.includes(each)) each.reject(cause);
    return again;
  }
  for (const end of ends) end();
  return [];
}

/** Returns what answers the work after the commit; null if the work starts again. */
async function runOne(
  lane: WorkingLane,
  each: WaitingWork,
  locked: LockedTrees,
  events: EventToAppend[],
): Promise<(() => void) | null> {
  const { connection } = lane;
  const { scope, work, resolve, reject, starts } = each;
  void quietly(connection.ask('savepoint work'));
  const current: Current = { requireTrees: treesWithin(lane, scope, locked), earlierEvents: events, events: [] };
  lane.current = current;
  try {
    const value = await work(lane.writer);
    await current.requireTrees([]);
    void quietly(connection.ask('release work'));
    events.push(...current.events);
    return () => resolve(value);
  } catch (error) {
    // Of statements that were sent together, the work may have thrown what became of a later one. A refusal of its own stands.
    const first = connection.takeFailure();
    const cause = isConsequence(error) ? (first ?? error) : error;
    // A scope is too narrow only so often: in the end it contains everything.
    const isRetried = error instanceof ScopeTooNarrow || (starts < mostStarts && isConflict(cause));
    await connection.ask('rollback to work');
    void quietly(connection.ask('release work'));
    if (!isRetried) return () => reject(cause);
    lane.parts.again(each, error instanceof ScopeTooNarrow ? error.owners : []);
    return null;
  } finally {
    lane.current = null;
  }
}

/** Checks that owners are within the scope; at first, that its items still belong to them. */
function treesWithin(
  { connection, parts }: WorkingLane,
  scope: TransactionScope,
  locked: LockedTrees,
): SqlWriter['requireTrees'] {
  if (scope === 'enterprise') return async () => void (await locked);
  const owned = quietly(
    typeof scope === 'string' ? Promise.resolve(new Map<string, string>()) : ownersOf(connection, scope),
  );
  return async (owners) => {
    if (scope === 'apart' && owners.length === 0) return;
    const [trees, found] = [await locked, await owned];
    parts.learn(found);
    const missing = [...owners, ...found.values()].filter((owner) => trees !== null && !trees.has(owner));
    if (missing.length > 0) throw new ScopeTooNarrow([...new Set(missing)]);
  };
}

async function commit(connection: LaneConnection, events: readonly EventToAppend[]): Promise<void> {
  const appended = events.length === 0 ? Promise.resolve() : quietly(appendEvents(connection, events));
  const committed = quietly(connection.ask('commit'));
  // Only a commit that was answered tells that nothing was written. After a refused statement the answer is a rollback.
  const { command } = await committed.catch(throwCommitError);
  await appended.catch(throwPostgresError);
  // A statement failed whose answer was not awaited. The database rejected the transaction, and so do we.
  if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed, and its work went on.');
}

async function giveUp(connection: LaneConnection): Promise<void> {
  const isUsable = await connection.ask('rollback').then(
    () => true,
    () => false,
  );
  connection.close(isUsable ? 'usable' : 'broken');
}
