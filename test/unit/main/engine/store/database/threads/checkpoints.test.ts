import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unmoved } from '../../../../../../../main/engine/store/database/threads/checkpoints.ts';
import { openStore } from '../../../../../../../main/engine/store/open-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-checkpoints-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** More than a thousand pages of log, in small transactions. */
function writeMuch(store: ReturnType<typeof openStore>): void {
  for (let at = 0; at < 160; at += 1) {
    store.transaction(() => {
      for (let row = 0; row < 8; row += 1) store.setSetting(`${at}-${row}`, 'x'.repeat(4_000));
    });
  }
}

test('a long log is moved into the file beside the writer, however often, and nothing of it is lost', {
  timeout: 60_000,
}, async () => {
  const path = join(folder, 'store.db');
  const store = openStore(path);
  const raw = new Database(path);
  for (let time = 0; time < 2; time += 1) {
    writeMuch(store);
    await expect.poll(() => unmoved(raw), { timeout: 30_000 }).toBeLessThan(1_000);
    store.setSetting('time', String(time));
  }
  raw.close();
  store.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
  const again = openStore(path);
  expect([again.setting('time'), again.setting('159-7')?.length]).toEqual(['1', 4_000]);
  again.close();
});

test('a flush waits for a checkpoint that is under way, and then has all of the log in the file', async () => {
  const path = join(folder, 'store.db');
  const store = openStore(path);
  const raw = new Database(path);
  const holder = new Worker(new URL('../../../../../../support/engine/checkpoint-holder.ts', import.meta.url), {
    workerData: path,
  });
  await once(holder, 'message');
  store.setSetting('written', 'after the other one began to read');
  const ended = once(holder, 'exit');
  holder.postMessage('hold');
  const isHeld = () => raw.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
  await expect.poll(isHeld, { interval: 5 }).toMatchObject({ busy: 1 });
  store.flush();
  expect(unmoved(raw)).toBe(0);
  raw.close();
  store.close();
  await ended;
});

test('a flush has all of the log in the file, also while the thread moves it', () => {
  const path = join(folder, 'store.db');
  const store = openStore(path);
  const raw = new Database(path);
  writeMuch(store);
  store.flush();
  expect(unmoved(raw)).toBe(0);
  raw.close();
  store.close();
});
