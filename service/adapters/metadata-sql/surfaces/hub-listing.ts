import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { HubQuery, ListedHub } from '../../../ports/metadata/surfaces/hubs.ts';
import { toId, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';
import { grantedTo } from './hub-collaborations.ts';
import { fromHubRow } from './hub-rows.ts';

/** A page of hubs in any order, after a cursor. */
export async function listHubs(db: Kysely<Tables>, query: HubQuery): Promise<readonly ListedHub[]> {
  const { userId, among, words, direction, after, limit } = query;
  const value = sortValue(query);
  let hubs = db
    .selectFrom('hub')
    .leftJoin('hub_visit', (join) =>
      join.onRef('hub_visit.hub_id', '=', 'hub.id').on('hub_visit.user_id', '=', toKey(userId)),
    )
    .selectAll('hub')
    .select(value.as('sort_value'));
  if (among.kind === 'mine') {
    const mine = grantedTo(db, userId).select('hub_id').where('status', '=', 'accepted');
    hubs = hubs.where('hub.id', 'in', mine.where('role', 'in', among.roles));
    if (among.butNot.length > 0) hubs = hubs.where('hub.id', 'not in', mine.where('role', 'in', among.butNot));
  }
  for (const word of words) hubs = hubs.where(contains('hub.search_key', word));
  if (after) {
    const operator = direction === 'ASC' ? sql`>` : sql`<`;
    hubs = hubs.where(sql<boolean>`(${value}, hub.id) ${operator} (${after.value}, ${toKey(after.id)})`);
  }
  const way = direction === 'ASC' ? 'asc' : 'desc';
  const rows = await hubs.orderBy(value, way).orderBy('hub.id', way).limit(limit).execute();
  return rows.map((row) => ({
    hub: fromHubRow(row),
    cursor: { value: row.sort_value, id: toId(row.id) },
  }));
}

/** The sort expression of a list. */
function sortValue({ sort, words }: HubQuery): RawBuilder<string | number> {
  switch (sort) {
    case 'name':
      return sql`hub.title_key`;
    case 'updated_at':
      return sql`hub.updated_at`;
    case 'view_count':
      return sql`hub.view_count`;
    case 'last_accessed_at':
      return sql`coalesce(hub_visit.visited_at, 0)`;
    case 'relevance':
      return relevance(words);
  }
}

/**
 * Ranks words at the start of the title first, then elsewhere in the title, then in the description. Without words, newest first.
 */
function relevance(words: readonly string[]): RawBuilder<number> {
  const [first] = words;
  if (first === undefined) return sql`hub.updated_at`;
  const inTitle = sql.join(
    words.map((word) => contains('hub.title_key', word)),
    sql` and `,
  );
  const atStart = sql`hub.title_key like ${`${escaped(first)}%`} escape '!'`;
  return sql`case when ${atStart} then 3 when ${inTitle} then 2 else 1 end`;
}

function contains(column: string, word: string): RawBuilder<boolean> {
  return sql`${sql.ref(column)} like ${`%${escaped(word)}%`} escape '!'`;
}

/** Escapes the wildcards of LIKE. */
function escaped(word: string): string {
  return word.toLowerCase().replaceAll(/[!%_]/g, '!$&');
}
