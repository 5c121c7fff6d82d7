import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '../../../../service/backup/back-up.ts';
import { verifyBackup } from '../../../../service/backup/restore.ts';
import { collectReleasedBlobs } from '../../../../service/domain/upkeep/collect-blobs.ts';
import { sentenceFor } from '../../../../service/error-sentence.ts';
import { type BlobStore, BlobStoreUnavailable } from '../../../../service/ports/blob-store.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/* One backup at a time writes to a folder, and none deletes what the manifest there names. */

let folder: string;
let service: TestService;
let ann: ServiceCaller;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-backup-lock-'));
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const silent = (): void => undefined;
const verified = (target: string) => verifyBackup(target, service.service.clock);

async function newFile(name: string): Promise<string | undefined> {
  return (await ann.upload({ name, parent: { id: '0' } }, randomBytes(3000))).json.entries[0]?.id;
}

/** The contents of the service, with something done once before the first is opened. */
function contentsThat(once: () => Promise<void>): BlobStore {
  const { blobs } = service.service;
  let isDone = false;
  return {
    ...blobs,
    open: async (id, range) => {
      if (!isDone) {
        isDone = true;
        await once();
      }
      return blobs.open(id, range);
    },
  };
}

test('a second backup into the folder of a running one is refused with a sentence, and the first completes', async () => {
  await newFile('first');
  const target = path.join(folder, 'twice');
  const refusals: unknown[] = [];
  const blobs = contentsThat(async () => {
    refusals.push(await backUp(service.service, target, silent).catch(sentenceFor));
  });
  expect(await backUp({ ...service.service, blobs }, target, silent)).toMatchObject({ faults: [] });
  expect(refusals).toEqual([`Another backup is writing to ${target}. Wait until it ends, or choose another folder.`]);
  expect(await verified(target)).toMatchObject({ faults: [] });
  expect(await backUp(service.service, target, silent)).toMatchObject({ copied: 0, faults: [] });
  expect((await readdir(target)).toSorted()).toEqual([
    'backup.lock',
    'contents',
    expect.stringMatching(/^database-/),
    'manifest.json',
  ]);
});

test('a backup that fails leaves the one that another computer completed in the folder meanwhile', async () => {
  const [kept, purged] = [await newFile('kept'), await newFile('purged')];
  const [other, target] = [path.join(folder, 'other'), path.join(folder, 'shared')];
  const { versions } = await backUp(service.service, other, silent);
  await ann.delete(`/files/${kept}`);
  await ann.delete(`/files/${purged}`);
  // A lock does not reach every disk of the network.
  const meanwhile = contentsThat(async () => {
    await cp(other, target, { recursive: true, filter: (name) => !name.includes('.lock') });
    expect((await ann.delete(`/files/${purged}/trash`)).status).toBe(204);
    await collectReleasedBlobs(service.service, 0);
  });
  const snapshots = { taken: 0 };
  const { store } = service.service;
  const backup: typeof store.backup = async (file) => {
    snapshots.taken += 1;
    if (snapshots.taken > 1) throw new BlobStoreUnavailable(new Error('planted'));
    return store.backup(file);
  };
  const source = { ...service.service, blobs: meanwhile, store: { ...store, backup } };
  await expect(backUp(source, target, silent)).rejects.toThrow(BlobStoreUnavailable);
  expect(await verified(target)).toMatchObject({ versions, faults: [] });
});
