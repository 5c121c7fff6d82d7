import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createConnection } from '../../../../../../main/engine/store/database/connection.ts';
import { openStore } from '../../../../../../main/engine/store/open-store.ts';

test('[E114] ticks whose reservation could not be written are not given: the next start would give them again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-ticks-'));
  const file = join(folder, 'state.db');
  openStore(file).close();
  const db = new Database(file);
  const { tick } = createConnection(db);
  db.pragma('query_only = on');
  expect(tick).toThrow(/readonly/);
  expect(tick).toThrow(/readonly/);
  db.pragma('query_only = off');
  const given = tick();
  expect(createConnection(db).tick()).toBeGreaterThan(given);
  db.close();
  await rm(folder, { recursive: true });
});
