import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  CandidateFilter,
  CandidatePage,
  CandidateQuery,
  Range,
} from '../../../ports/metadata/notes/search-candidates.ts';
import { toId, toKey } from '../ids.ts';
import { kindNumbers } from '../items/item-rows.ts';
import type { Tables } from '../tables.ts';

/** Only matches with a lower id are on the page. */
export function endOf({ before }: Pick<CandidateQuery, 'before'>): number {
  return before === null ? Number.MAX_SAFE_INTEGER : toKey(before);
}

/**
 * A page of matches, newest first. Each part selects an `id`, below `endOf`, and the `item_id` of what matches. The filter applies after the
 * limit, so that a page takes the same time whatever it lets through. SQLite merges the parts in order and stops at the limit.
 */
export async function candidatePage(
  db: Kysely<Tables>,
  parts: readonly RawBuilder<unknown>[],
  query: CandidateQuery,
): Promise<CandidatePage> {
  if (parts.length === 0) return { itemIds: [], next: null };
  const matches = sql.join(parts, sql` union all `);
  const { rows } = await sql<{ id: number; item_id: number | null }>`select page.id, item.id as item_id
    from (${matches} order by 1 desc limit ${query.limit}) as page
    left join item on item.id = page.item_id and ${sql.join(conditionsOf(query), sql` and `)}
    order by page.id desc`.execute(db);
  const itemIds = new Set(rows.flatMap(({ item_id: key }) => (key === null ? [] : [toId(key)])));
  const last = rows.at(-1);
  return { itemIds: [...itemIds], next: last === undefined || rows.length < query.limit ? null : toId(last.id) };
}

function conditionsOf({ ownerIds, filter }: CandidateQuery): readonly RawBuilder<unknown>[] {
  const { kind, updaterIds, isLive } = filter;
  return [
    // A root is no result.
    sql`item.parent_id is not null`,
    ...(ownerIds === null ? [] : [isOneOf('item.owner_id', ownerIds)]),
    ...(updaterIds === undefined ? [] : [isOneOf('item.modified_by', updaterIds)]),
    ...(kind === undefined ? [] : [sql`item.kind = ${kindNumbers[kind]}`]),
    ...(isLive ? [sql`item.trashed_at is null`] : []),
    ...ranges.flatMap(([field, column]) => withinRange(column, filter[field])),
  ];
}

const ranges = [
  ['createdAt', 'item.created_at'],
  ['updatedAt', 'item.modified_at'],
  ['size', 'item.size'],
] as const satisfies readonly (readonly [keyof CandidateFilter, string])[];

function withinRange(column: string, range: Range | undefined): readonly RawBuilder<unknown>[] {
  const { from, to } = range ?? { from: null, to: null };
  return [
    ...(from === null ? [] : [sql`${sql.ref(column)} >= ${from}`]),
    ...(to === null ? [] : [sql`${sql.ref(column)} <= ${to}`]),
  ];
}

function isOneOf(column: string, ids: readonly string[]): RawBuilder<unknown> {
  return ids.length === 0 ? sql`false` : sql`${sql.ref(column)} in (${sql.join(ids.map(toKey))})`;
}
