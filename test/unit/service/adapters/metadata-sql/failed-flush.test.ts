import type * as FileSystem from 'node:fs/promises';
import { copyFile, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSqliteStore } from '../../../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { MetadataUnavailable } from '../../../../../service/ports/metadata-store.ts';

/**
 * After a failed flush the system counts the pages as written although the disk never got them. The test plays such a disk: what a flush
 * that fails should have written is missing after a power cut, and later flushes succeed.
 */
interface Gap {
  readonly header: Buffer;
  readonly from: number;
  readonly to: number;
}

let failures = 0;
let flushed = 0;
let gap: Gap | null = null;

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      const flush = handle.datasync.bind(handle);
      handle.datasync = async () => {
        const log = await real.readFile(String(args[0]));
        if (failures > 0) {
          failures -= 1;
          gap = { header: log.subarray(0, 32), from: flushed, to: log.length };
          throw Object.assign(new Error('The disk fails.'), { code: 'EIO' });
        }
        await flush();
        flushed = log.length;
      };
      return handle;
    },
  };
});

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tandem-failed-flush-'));
  file = join(directory, 'metadata.sqlite');
  [failures, flushed, gap] = [0, 0, null];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** The settings that a service finds after a power cut at this moment. */
async function afterPowerCut(names: readonly string[]): Promise<readonly (string | null)[]> {
  const image = join(directory, `image-${performance.now()}`);
  await copyFile(file, image);
  await copyFile(`${file}-wal`, `${image}-wal`);
  const header = (await readFile(`${image}-wal`)).subarray(0, 32);
  if (gap?.header.equals(header)) {
    const log = await open(`${image}-wal`, 'r+');
    await log.write(Buffer.alloc(gap.to - gap.from), 0, gap.to - gap.from, gap.from);
    await log.close();
  }
  const store = await openSqliteStore(image, { now: () => 1 });
  try {
    return await store.read(async (reads) => Promise.all(names.map(reads.setting)));
  } finally {
    await store.close();
  }
}

test('no commit is acknowledged behind a gap in the log that a failed flush left', async () => {
  const store = await openSqliteStore(file, { now: () => 1 });
  const put = async (name: string) => store.transaction((tx) => tx.putSetting(name, 'kept'));
  await put('before');
  failures = 1;
  await put('at the failure').catch(() => undefined);
  expect(gap).not.toBeNull();
  await put('behind it');
  expect(await afterPowerCut(['before', 'behind it'])).toEqual(['kept', 'kept']);
  await store.close();
});

test('while another process keeps the log from being emptied, no commit and no read is answered', async () => {
  const store = await openSqliteStore(file, { now: () => 1 });
  const put = async (name: string) => store.transaction((tx) => tx.putSetting(name, 'kept'));
  await put('before');
  const beside = new Sqlite(file);
  beside.exec('begin');
  beside.prepare('select count(*) from setting').get();
  failures = 1;
  await expect(put('at the failure')).rejects.toMatchObject({ code: 'metadata_unavailable', written: 'unknown' });
  await expect(put('behind it')).rejects.toMatchObject({ code: 'metadata_unavailable', written: 'nothing' });
  await expect(store.read(async (reads) => reads.setting('before'))).rejects.toThrow(MetadataUnavailable);
  beside.close();
  await put('last');
  expect(await store.read(async (reads) => reads.setting('behind it'))).toBeNull();
  const names = ['before', 'at the failure', 'last'];
  expect(await store.read(async (reads) => Promise.all(names.map(reads.setting)))).toEqual(names.map(() => 'kept'));
  expect(await afterPowerCut(names)).toEqual(names.map(() => 'kept'));
  await store.close();
});

test('a start empties the log that an earlier process left', async () => {
  const before = new Sqlite(file);
  before.pragma('journal_mode = WAL');
  const store = await openSqliteStore(file, { now: () => 1 });
  await store.transaction((tx) => tx.putSetting('before', 'kept'));
  const left = join(directory, 'left');
  await copyFile(file, left);
  await copyFile(`${file}-wal`, `${left}-wal`);
  await store.close();
  before.close();
  expect((await stat(`${left}-wal`)).size).toBeGreaterThan(0);
  const again = await openSqliteStore(left, { now: () => 1 });
  expect((await stat(`${left}-wal`)).size).toBe(0);
  expect(await again.read(async (reads) => reads.setting('before'))).toBe('kept');
  await again.close();
});
