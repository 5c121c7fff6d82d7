import { expect, test } from 'vitest';
import { anonymousCaller } from '../../../../../../service/domain/access/anonymous.ts';
import type { Service } from '../../../../../../service/domain/service.ts';
import { startZipRun } from '../../../../../../service/domain/tree/zip-downloads/zip-run.ts';
import { MetadataUnavailable } from '../../../../../../service/ports/metadata-store.ts';

const plan = { entries: [], folderIds: [], nameConflicts: [], totalFiles: 3, skippedFiles: 1, skippedFolders: 0 };

/** A service whose database can be away, and that says of each progress whether the download still runs. */
function world() {
  const state = { now: 0, isAway: false, isRunning: true, noted: 0 };
  const zipDownloads = {
    progress: async () => {
      state.noted += 1;
      return state.isRunning;
    },
    end: async () => {
      state.noted += 1;
    },
  };
  const store = {
    transaction: async (work: (tx: unknown) => Promise<unknown>) => {
      if (state.isAway) throw new MetadataUnavailable('The database is away.', null);
      return work({ zipDownloads });
    },
  };
  const service = { store, clock: { now: () => state.now } } as unknown as Service;
  return { state, begin: () => startZipRun(service, 'z').begin(async () => anonymousCaller(null), plan) };
}

test('a database that is away for a while does not break a running download, not even at its end', async () => {
  const { state, begin } = world();
  const run = await begin();
  expect(state.noted).toBe(1);
  state.isAway = true;
  state.now += 60_000;
  await run.goOn();
  state.isAway = false;
  state.now += 60_000;
  await run.goOn();
  expect(state.noted).toBe(2);
  state.isAway = true;
  await run.end('succeeded');
});

test('a download that has lost its turn breaks off', async () => {
  const { state, begin } = world();
  const run = await begin();
  state.isRunning = false;
  await run.goOn();
  state.now += 60_000;
  await expect(run.goOn()).rejects.toMatchObject({ code: 'session_expired' });
});

test('ends once', async () => {
  const { state, begin } = world();
  const run = await begin();
  await run.end('succeeded');
  await run.end('failed');
  expect(state.noted).toBe(2);
});
