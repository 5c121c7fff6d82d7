import type { TransactionScope, TreesScope } from '../../../../ports/metadata-store.ts';
import type { SqlWriter } from '../../sql-database.ts';
import { kindOf, type ScopeKind } from '../postgres-locks.ts';
import { type LaneParts, mostStarts, openLane, type WaitingWork } from './postgres-lane.ts';

/** Lanes of each kind. A lane takes a connection only while it has work. */
const lanesOf: Readonly<Record<ScopeKind, number>> = { trees: 8, apart: 2, enterprise: 1 };

/** The most connections that the lanes of a process take at once. */
export const mostLaneConnections = lanesOf.trees + lanesOf.apart + lanesOf.enterprise;

/** Owners in a scope above which locking everything is cheaper. */
const mostOwners = 200;

/** Items whose owner is remembered. It only decides on the lane, so a stale one does no harm. */
const ownersRemembered = 10_000;

/** All lanes of a process. */
interface Lanes {
  run<T>(scope: TransactionScope, work: (writer: SqlWriter) => Promise<T>): Promise<T>;
  /** The number of works that run or wait. */
  pending(): number;
}

/**
 * Runs each work in a lane. All works of one owner go to the same lane while there are any, since they would wait for each other
 * anyway and can share a commit; other owners' go to the lane with the least work.
 */
export function openLanes(parts: Pick<LaneParts, 'pool' | 'ids' | 'isAtWork'>): Lanes {
  const owners = new Map<string, string>();
  const learn = (found: ReadonlyMap<string, string>) => {
    for (const [item, owner] of found) {
      owners.delete(item);
      owners.set(item, owner);
    }
    for (const item of owners.keys()) {
      if (owners.size <= ownersRemembered) break;
      owners.delete(item);
    }
  };
  const add = (waiting: Omit<WaitingWork, 'owner'>) => {
    const { scope } = waiting;
    const owner = typeof scope === 'string' ? null : ownerIn(scope, owners);
    const fitting = lanes.filter((lane) => lane.kind === kindOf(scope));
    const own = owner === null ? undefined : fitting.find((lane) => lane.has(owner));
    const lane = own ?? fitting.reduce((one, other) => (other.load() < one.load() ? other : one));
    lane.add({ ...waiting, owner });
  };
  const again = (waiting: WaitingWork, missing: readonly string[]) => {
    const starts = waiting.starts + 1;
    // A work may find its owners one by one. Its last start gets everything.
    const isLast = missing.length > 0 && starts >= mostStarts;
    add({ ...waiting, scope: isLast ? 'enterprise' : widened(waiting.scope, missing), starts });
  };
  const lanes = Object.entries(lanesOf).flatMap(([kind, count]) => {
    return Array.from({ length: count }, () => openLane(kind as ScopeKind, { ...parts, again, learn }));
  });
  return {
    run: async <T>(scope: TransactionScope, work: (writer: SqlWriter) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        // The resolver is called only with the result of `work`.
        add({ scope, work, resolve: (value) => resolve(value as T), reject, starts: 1 });
      }),
    pending: () => lanes.reduce((sum, lane) => sum + lane.works(), 0),
  };
}

function ownerIn({ owners, items }: TreesScope, known: ReadonlyMap<string, string>): string | null {
  const [item] = items;
  return (item === undefined ? undefined : known.get(item)) ?? owners[0] ?? null;
}

function widened(scope: TransactionScope, missing: readonly string[]): TransactionScope {
  if (scope === 'enterprise' || missing.length === 0) return scope;
  const { owners, items } = scope === 'apart' ? { owners: [], items: [] } : scope;
  const all = [...new Set([...owners, ...missing])];
  return all.length > mostOwners ? 'enterprise' : { owners: all, items };
}
