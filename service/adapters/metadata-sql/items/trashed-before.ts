import { type Kysely, sql } from 'kysely';
import type { TrashCursor } from '../../../ports/metadata/items/items.ts';
import { toId, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';

type Trashable = 'item' | 'file_version';

/** Items or versions that were themselves trashed before a time, oldest first, after a cursor, without those that `noteKept` noted. */
export async function trashedBefore(
  db: Kysely<Tables>,
  table: Trashable,
  { time, limit, after }: { readonly time: number; readonly limit: number; readonly after: TrashCursor | null },
): Promise<readonly TrashCursor[]> {
  const trashed = db.selectFrom(table).select(['id', 'trashed_at']).where('trashed_at', '<', time);
  // The same words as in the index.
  const old = trashed.where(sql<boolean>`kept_trashed_at is distinct from trashed_at`);
  const behind = after ? old.where(sql<boolean>`(trashed_at, id) > (${after.trashedAt}, ${toKey(after.id)})`) : old;
  const rows = await behind.orderBy('trashed_at').orderBy('id').limit(limit).execute();
  return rows.map((row) => ({ id: toId(row.id), trashedAt: row.trashed_at ?? time }));
}

/** Items or versions that were themselves trashed before a time and that `noteKept` noted before another one, the oldest notes first. */
export async function listNoted(
  db: Kysely<Tables>,
  table: Trashable,
  { trashedBefore: time, notedBefore, limit }: Noted,
): Promise<readonly TrashCursor[]> {
  // The first condition is the one of the index.
  const { rows } = await sql<{ id: number; trashed_at: number }>`select id, trashed_at from ${sql.table(table)}
    where kept_trashed_at = trashed_at and trashed_at < ${time} and kept_noted_at < ${notedBefore}
    order by kept_noted_at, id limit ${limit}`.execute(db);
  return rows.map((row) => ({ id: toId(row.id), trashedAt: row.trashed_at }));
}

interface Noted {
  readonly trashedBefore: number;
  readonly notedBefore: number;
  readonly limit: number;
}

/** Notes that something keeps a trashed item or version; see the migrations `0037-kept-trash` and `0043-kept-notes`. */
export async function noteKept(db: Kysely<Tables>, table: Trashable, id: string, now: number): Promise<void> {
  await sql`update ${sql.table(table)} set kept_trashed_at = trashed_at, kept_noted_at = ${now}
    where id = ${toKey(id)}`.execute(db);
}
