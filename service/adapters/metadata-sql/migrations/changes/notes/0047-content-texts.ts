import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';

/** The search finds files by what their contents say. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of [...tables, ...(isPostgres ? tsvector : fts5)]) await sql.raw(statement).execute(db);
}

/** The words of a content as a tsvector. */
export const contentWords = `array_to_tsvector(string_to_array(btrim(words), ' '))`;

const tables = [
  // The words of a content in order, each between spaces; a content without words has no row. Copies of a file share the row, as they share
  // the blob. The id is that of a version that had the content when it was read.
  `create table content_text (id bigint primary key, blob_id text not null, words text not null)`,
  `create unique index content_text_blob on content_text (blob_id)`,
  // 0: unread; 1: read; 2: passed over, because it was not the current version.
  `alter table file_version add column text_state smallint not null default 0`,
];

/** See the migration 0021. */
const fts5 = [
  `create virtual table content_index using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
  `create trigger content_text_added after insert on content_text begin
    insert into content_index (rowid, words) values (new.id, new.words); end`,
  `create trigger content_text_removed after delete on content_text begin
    delete from content_index where rowid = old.id; end`,
];

const tsvector = [
  `create index content_text_words on content_text using gin ((${contentWords})) with (fastupdate = off)`,
];
