import { describe } from 'vitest';
import { openInSqlite } from './metadata/adapters.ts';
import { contentTextSuite } from './metadata/content-texts.ts';
import { eventLogSuite } from './metadata/events.ts';
import { governanceSuite } from './metadata/governance.ts';
import { groupSuite } from './metadata/groups.ts';
import { itemTreeSuite } from './metadata/item-trees.ts';
import { keptTrashSuite } from './metadata/kept-trash.ts';
import { metadataStoreSuite } from './metadata/metadata-store.ts';
import { noteSuite } from './metadata/notes.ts';
import { recordSuite } from './metadata/records.ts';
import { sharingSuite } from './metadata/sharing.ts';
import { signInSuite } from './metadata/sign-in.ts';
import { webhookSuite } from './metadata/webhooks.ts';

describe('metadata in SQLite', () => {
  metadataStoreSuite(openInSqlite);
  recordSuite(openInSqlite);
  itemTreeSuite(openInSqlite);
  noteSuite(openInSqlite);
  contentTextSuite(openInSqlite);
  governanceSuite(openInSqlite);
  keptTrashSuite(openInSqlite);
  groupSuite(openInSqlite);
  sharingSuite(openInSqlite);
  eventLogSuite(openInSqlite);
  webhookSuite(openInSqlite);
  signInSuite(openInSqlite);
});
