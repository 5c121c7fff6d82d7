import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';

/**
 * Search by the full-text index of the database, in place of a table with a row per word. Both databases have the same documents; SQLite
 * indexes them in an FTS5 table, PostgreSQL as a tsvector.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of documents) await sql.raw(statement).execute(db);
  if (!isPostgres) for (const statement of fts5) await sql.raw(statement).execute(db);
  // Without figures PostgreSQL might read the whole table in each step.
  if (isPostgres) await sql`analyze search_word`.execute(db);
  await takeOver(db);
  if (isPostgres) for (const statement of tsvector) await sql.raw(statement).execute(db);
  await sql`drop table search_word`.execute(db);
}

const documents = [
  // The search words of one item, whose id the document has, or of one comment. Each word stands between spaces, after a letter for its
  // field: n name, d description, t tags, c comments. owner_id follows the item's.
  `create table search_document (
    id bigint primary key, item_id bigint not null references item (id) on delete cascade, owner_id bigint not null,
    words text not null)`,
  `create index search_document_item on search_document (item_id, id)`,
];

/** The words of a document with the owner in front of each, so that a search reads only the entries of one owner. */
const ownersWords = `replace(rtrim(words), ' ', ' ' || cast(owner_id as text))`;
const newWords = `replace(rtrim(new.words), ' ', ' ' || cast(new.owner_id as text))`;

const fts5 = [
  // The index stores no texts, only which document has which word. The tokenizer splits at spaces: every other sign that is not ASCII, and
  // every ASCII letter and digit, is part of a word.
  `create virtual table search_index using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
  `create trigger search_document_added after insert on search_document begin
    insert into search_index (rowid, words) values (new.id, ${newWords}); end`,
  `create trigger search_document_changed after update of owner_id, words on search_document begin
    update search_index set words = ${newWords} where rowid = new.id; end`,
  `create trigger search_document_removed after delete on search_document begin
    delete from search_index where rowid = old.id; end`,
];

const tsvector = [
  // Added after the rows are there: one pass over all of them is faster than an index entry for each.
  `alter table search_document add column vector tsvector
    generated always as (array_to_tsvector(string_to_array(substr(${ownersWords}, 2), ' '))) stored`,
  // Without a list of pending entries, which every search would have to read.
  `create index search_document_vector on search_document using gin (vector) with (fastupdate = off)`,
  `analyze search_document`,
];

/** Items at a time, which bounds what a step holds in memory. */
const step = 5000;

async function takeOver(db: QueryExecutorProvider): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ last: number | null }>`select max(item_id) as last from
      (select distinct item_id from search_word where item_id > ${after} order by item_id limit ${step}) as page`.execute(
      db,
    );
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    await sql`insert into search_document (id, item_id, owner_id, words)
      select case source_id when 0 then item_id else source_id end, item_id, min(owner_id),
        ' ' || string_agg(substr('ndtc', field, 1) || word, ' ') || ' '
      from search_word where item_id > ${after} and item_id <= ${last} group by item_id, source_id`.execute(db);
    after = Number(last);
  }
}
