import { type QueryExecutorProvider, sql } from 'kysely';
import type { LargeIndex } from '../../migration.ts';

/** The words of a document without an owner, as a tsvector. */
export const wordsAlone = `array_to_tsvector(string_to_array(btrim(words), ' '))`;

/** A search of everyone's items reads one entry per word, not one per owner. */
export const index: LargeIndex = {
  name: 'search_document_words',
  on: `search_document using gin ((${wordsAlone})) with (fastupdate = off)`,
};

/** In SQLite, the full-text index has both forms of each word. A word with an owner begins with a digit, one without with a letter. */
export async function inSqlite(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const bothForms = (row: string) =>
  `replace(rtrim(${row}.words), ' ', ' ' || cast(${row}.owner_id as text)) || rtrim(${row}.words)`;

const statements = [
  'drop trigger search_document_added',
  'drop trigger search_document_changed',
  `create trigger search_document_added after insert on search_document begin
    insert into search_index (rowid, words) values (new.id, ${bothForms('new')}); end`,
  `create trigger search_document_changed after update of owner_id, words on search_document begin
    update search_index set words = ${bothForms('new')} where rowid = new.id; end`,
  `insert into search_index (search_index) values ('delete-all')`,
  `insert into search_index (rowid, words) select id, ${bothForms('search_document')} from search_document`,
];
