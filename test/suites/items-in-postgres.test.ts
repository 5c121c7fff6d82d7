import { describe } from 'vitest';
import { openInPostgres } from './metadata/adapters.ts';
import { itemTreeSuite } from './metadata/item-trees.ts';
import { metadataStoreSuite } from './metadata/metadata-store.ts';
import { noteSuite } from './metadata/notes.ts';
import { recordSuite } from './metadata/records.ts';

/** The rest is in `people-in-postgres.test.ts`: each test makes a database of its own, so two files take half as long. */
describe('metadata in PostgreSQL', () => {
  metadataStoreSuite(openInPostgres);
  recordSuite(openInPostgres);
  itemTreeSuite(openInPostgres);
  noteSuite(openInPostgres);
});
