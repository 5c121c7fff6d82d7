import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openPostgresStore } from '../../../service/adapters/metadata-sql/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { systemClock } from '../../../service/adapters/system-clock.ts';
import { newQuickFolder } from '../../support/files/quick-folder.ts';
import { dropDatabase, newDatabaseWithTables } from '../../support/servers/test-servers.ts';
import { copyEmptyTables } from '../../support/service/empty-tables.ts';
import { eventLogSuite } from './events.ts';
import { governanceSuite } from './governance.ts';
import { groupSuite } from './groups.ts';
import { itemTreeSuite } from './item-trees.ts';
import { metadataStoreSuite } from './metadata-store.ts';
import { noteSuite } from './notes.ts';
import { recordSuite } from './records.ts';
import { sharingSuite } from './sharing.ts';
import { signInSuite } from './sign-in.ts';
import { webhookSuite } from './webhooks.ts';

describe('metadata in SQLite', () => {
  const open = async () => {
    const directory = await newQuickFolder('tandem-metadata-');
    const file = join(directory, 'metadata.sqlite');
    await copyEmptyTables(file);
    const store = await openSqliteStore(file, systemClock);
    return {
      store,
      openAnother: async () => openSqliteStore(file, systemClock),
      [Symbol.asyncDispose]: async () => {
        await store.close();
        await rm(directory, { recursive: true, force: true });
      },
    };
  };
  metadataStoreSuite(open);
  recordSuite(open);
  itemTreeSuite(open);
  noteSuite(open);
  governanceSuite(open);
  groupSuite(open);
  sharingSuite(open);
  eventLogSuite(open);
  webhookSuite(open);
  signInSuite(open);
});

describe('metadata in PostgreSQL', () => {
  const open = async () => {
    const url = await newDatabaseWithTables();
    const openAnother = async () => openPostgresStore({ url, readers: 4 }, systemClock);
    const store = await openAnother();
    return {
      store,
      openAnother,
      [Symbol.asyncDispose]: async () => {
        await store.close();
        await dropDatabase(url);
      },
    };
  };
  metadataStoreSuite(open);
  recordSuite(open);
  itemTreeSuite(open);
  noteSuite(open);
  governanceSuite(open);
  groupSuite(open);
  sharingSuite(open);
  eventLogSuite(open);
  webhookSuite(open);
  signInSuite(open);
});
