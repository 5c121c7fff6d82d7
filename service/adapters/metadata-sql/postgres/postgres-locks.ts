import type { TransactionScope, TreesScope } from '../../../ports/metadata-store.ts';
import { toId, toKey } from '../ids.ts';
import { requireRow } from '../scope-rows.ts';
import type { LaneConnection } from './connection/lane-connection.ts';
import { lockTimeoutMs } from './connection/postgres-pool.ts';
import { isLockTimeout } from './postgres-errors.ts';

/*
 * Row locks, so that they also work on other engines that speak the protocol of PostgreSQL. All are taken in this order, which rules out
 * deadlocks between transactions: the gate, the enterprise, the owners by ascending id, and last the heads of streams by ascending user.
 */

/**
 * A shared lock is granted beside others even while an exclusive one waits, and so can starve it. Therefore a shared lock first passes a
 * gate, which the exclusive one closes while it waits. Rolling back to the savepoint opens it again at once.
 */
const passGate: readonly string[] = [
  'savepoint gate',
  `select name from scope_lock where name = 'gate' for share`,
  'rollback to gate',
  'release gate',
];
const shareEnterprise = `select name from scope_lock where name = 'enterprise' for share`;
const takeEnterprise: readonly string[] = [
  `select name from scope_lock where name = 'gate' for update`,
  `select name from scope_lock where name = 'enterprise' for update`,
];
const takeOwners = `
  select owner.id from (select owner_id as id from item where id = any($1::bigint[]) union select unnest($2::bigint[])) as wanted
  join "user" as owner on owner.id = wanted.id order by owner.id for no key update of owner`;
const readOwners = 'select id, owner_id from item where id = any($1::bigint[])';

/** How long works of several owners wait for the locks of all of them, in milliseconds. */
const briefMs = 200;

/** Another transaction has the tree of one of the owners for longer. */
export class OwnerTaken extends Error {
  constructor(cause: unknown) {
    super('Another transaction has the tree of an owner.', { cause });
  }
}

/** The owners whose trees a transaction has to itself; null for all of them. */
export type LockedTrees = Promise<ReadonlySet<string> | null>;

/**
 * Sends the statements that lock what these scopes need. Nothing has to wait for their answers: what follows them, waits.
 * @param patience how long to wait for the owners. Briefly, it fails with OwnerTaken.
 */
export function lockScopes(
  connection: LaneConnection,
  kind: ScopeKind,
  scopes: readonly TransactionScope[],
  patience: 'usual' | 'briefly',
): LockedTrees {
  const send = (statements: readonly string[]) => Promise.all(statements.map(async (text) => connection.ask(text)));
  if (kind === 'apart') return Promise.resolve(new Set<string>());
  if (kind === 'enterprise') {
    return quietly(
      send(takeEnterprise).then((answers) => {
        for (const { rows } of answers) requireRow(rows);
        return null;
      }),
    );
  }
  const trees = scopes.filter((scope) => typeof scope === 'object');
  const items = new Set(trees.flatMap((scope) => scope.items.map(toKey)));
  const owners = new Set(trees.flatMap((scope) => scope.owners.map(toKey)));
  const shared = send([...passGate, shareEnterprise]).then((answers) => requireRow(answers.at(-1)?.rows));
  const take = async () => connection.ask<{ id: number }>(takeOwners, [[...items], [...owners]]);
  const taken = patience === 'usual' ? take() : briefly(connection, take);
  return quietly(Promise.all([taken, shared]).then(([{ rows }]) => new Set(rows.map(({ id }) => toId(id)))));
}

async function briefly<T>(connection: LaneConnection, take: () => Promise<T>): Promise<T> {
  const limit = async (ms: number) => connection.ask(`set local lock_timeout = ${ms}`);
  void quietly(limit(briefMs));
  const taken = take();
  void quietly(limit(lockTimeoutMs));
  return taken.catch((error: unknown) => {
    throw isLockTimeout(error) ? new OwnerTaken(error) : error;
  });
}

/** Reads who owns the items of a scope, behind the locks. They may have got another owner while the locks were waited for. */
export async function ownersOf(
  connection: LaneConnection,
  { items }: TreesScope,
): Promise<ReadonlyMap<string, string>> {
  if (items.length === 0) return new Map();
  const { rows } = await connection.ask<{ id: number; owner_id: number }>(readOwners, [items.map(toKey)]);
  return new Map(rows.map((row) => [toId(row.id), toId(row.owner_id)]));
}

/** The kinds of scopes. */
export type ScopeKind = 'apart' | 'trees' | 'enterprise';

export function kindOf(scope: TransactionScope): ScopeKind {
  return typeof scope === 'string' ? scope : 'trees';
}

/** The promise itself; it counts as handled even if it is never awaited. */
export function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
