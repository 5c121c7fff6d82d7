import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ContentTextWrites, UnreadVersion } from '../../../ports/metadata/notes/content-texts.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { Tables } from '../tables.ts';
import type { TextIndex } from './text-index.ts';

/** Values of `file_version.text_state`. Unread versions have 0, which the index names as a literal. */
const states = { read: 1, passedOver: 2 } as const;

/** The words of contents in SQL: a row for each blob with text, indexed by the full-text index of the database. */
export function sqlContentTexts({ db, keepRow }: SqlWriter, index: TextIndex): ContentTextWrites {
  const setState = async (ids: readonly number[], state: number) => {
    await inChunks(ids, async (keys) => {
      await sql`update file_version set text_state = ${state} where id in (${sql.join(keys)})`.execute(db);
      return [];
    });
  };
  return {
    listUnread: (limit) => listUnread(db, limit),
    termsIn: (fileIds, terms) => termsIn(db, index, fileIds.map(toKey), terms),
    put: async ({ blobId, words }) => {
      // The version can't be deleted before this transaction ends, so the row of a content never comes after its deletion.
      const { rows } = await sql<{ id: number }>`
        select id from file_version where blob_id = ${blobId} order by id limit 1 ${keepRow}`.execute(db);
      const [version] = rows;
      if (version === undefined) return;
      if (words.length > 0) {
        const row = { id: version.id, blob_id: blobId, words: ` ${words.join(' ')} ` };
        await db
          .insertInto('content_text')
          .values(row)
          .onConflict((same) => same.doNothing())
          .execute();
      }
      await sql`update file_version set text_state = ${states.read} where blob_id = ${blobId} and text_state = 0`.execute(
        db,
      );
    },
    settle: async (versions) => {
      const keysOf = (isRead: boolean) =>
        versions.filter((version) => version.isRead === isRead).map(({ versionId }) => toKey(versionId));
      await setState(keysOf(true), states.read);
      await setState(keysOf(false), states.passedOver);
    },
  };
}

async function listUnread(db: Kysely<Tables>, limit: number): Promise<readonly UnreadVersion[]> {
  const { rows } = await sql<{ id: number; blob_id: string; size: number; is_current: number; is_read: number }>`
    select file_version.id, file_version.blob_id, file_version.size,
      case when item.version_id = file_version.id then 1 else 0 end as is_current,
      case when exists (select 1 from file_version as other
        where other.blob_id = file_version.blob_id and other.text_state = ${states.read}) then 1 else 0 end as is_read
    from file_version join item on item.id = file_version.file_id
    where file_version.text_state = 0 order by file_version.id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    versionId: toId(row.id),
    blobId: row.blob_id,
    sizeBytes: row.size,
    isCurrent: row.is_current === 1,
    isRead: row.is_read === 1,
  }));
}

async function termsIn(
  db: Kysely<Tables>,
  index: TextIndex,
  files: readonly number[],
  terms: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const found = new Map<string, Set<number>>();
  if (files.length === 0 || terms.length === 0) return found;
  const parts = terms.map(
    (words, term) => sql`select id, ${sql.lit(term)} as term from current where ${has(index, words)}`,
  );
  const { rows } = await sql<{ id: number; term: number }>`with current as materialized (
      select item.id as id, content_text.id as text_id from item
      join file_version on file_version.id = item.version_id
      join content_text on content_text.blob_id = file_version.blob_id where item.id in (${sql.join(files)}))
    ${sql.join(parts, sql` union all `)}`.execute(db);
  for (const { id, term } of rows) {
    const known = found.get(toId(id)) ?? new Set();
    found.set(toId(id), known.add(term));
  }
  return found;
}

/** True if a content has these words in sequence. The index knows no sequences, so it only says which texts to read. */
function has(index: TextIndex, words: readonly string[]): RawBuilder<unknown> {
  const hasAll = sql`text_id in (${index.contentsWith(words)})`;
  if (words.length === 1) return hasAll;
  const isInSequence = index.contains(sql.ref('content_text.words'), ` ${words.join(' ')} `);
  const sequence = sql`exists (select 1 from content_text where content_text.id = text_id and ${isInSequence})`;
  return sql`${hasAll} and ${sequence}`;
}
