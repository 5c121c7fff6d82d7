import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopes } from '../../contract/scopes.ts';
import { type OpenService, openService } from '../../service/app.ts';
import { createCollaboration } from '../../service/domain/collaborations/create-collaboration.ts';
import { createUser } from '../../service/domain/people/users/create-user.ts';
import { Refusal } from '../../service/domain/refusal.ts';
import { type Caller, callerFor, type Service } from '../../service/domain/service.ts';
import { copyFile } from '../../service/domain/tree/files/copy-file.ts';
import { deleteFile } from '../../service/domain/tree/files/delete-file.ts';
import { createFolder } from '../../service/domain/tree/folders/create-folder.ts';
import { purgeFile } from '../../service/domain/tree/trash/purge-item.ts';
import { collectReleasedBlobs } from '../../service/domain/upkeep/collect-blobs.ts';
import { verifyStore } from '../../service/domain/upkeep/verify-store.ts';
import { readBlobPlace, readDatabasePlace } from '../../service/options/storage-config.ts';
import { dropDatabase, newBucketFolder, newDatabase } from '../support/servers/test-servers.ts';
import { putFile } from '../support/service/domain-world.ts';

/* Contents are collected at once here, without the time that a released one otherwise stays: only locks keep it from being too early. */

let database: string;
let opened: readonly [OpenService, OpenService];
beforeAll(async () => {
  database = await newDatabase();
  const place = {
    dataDirectory: '/nonexistent/tandem',
    database: readDatabasePlace(`${database}?pool=4`, '/'),
    blobs: readBlobPlace(await newBucketFolder(), '/'),
    signal: { kind: 'database' as const },
  };
  opened = [await openService(place), await openService(place)];
});
afterAll(async () => {
  for (const { close } of opened) await close();
  await dropDatabase(database);
});

const rounds = 12;

/** Permanently deletes a file, which is not in the trash yet. */
async function removeForGood(service: Service, caller: Caller, fileId: string): Promise<void> {
  await deleteFile(service, caller, { fileId });
  await purgeFile(service, caller, fileId);
}

/** The id of the copy; null if the original was deleted first. */
async function copied(service: Service, caller: Caller, request: Parameters<typeof copyFile>[2]) {
  try {
    const copy = await copyFile(service, caller, request);
    if (copy === 'not_modified') throw new Error('A copy without a condition was not made.');
    return copy.id;
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'trashed' || error.code === 'not_found')) return null;
    throw error;
  }
}

async function collectUntil(service: Service, isOver: () => boolean): Promise<number> {
  let collected = 0;
  while (!isOver()) collected += await collectReleasedBlobs(service, 0);
  return collected;
}

test('contents that two services upload, copy, delete and collect at once stay as long as a file names them, and no longer', async () => {
  const [one, other] = [opened[0].service, opened[1].service];
  const join = async (login: string) => callerFor(await createUser(one, { login, name: login }), scopes);
  const [ann, bob] = [await join('ann@example.com'), await join('bob@example.com')];
  const folder = await createFolder(one, ann, { parentId: '0', name: 'shared' });
  const item = { kind: 'folder' as const, id: folder.id };
  await createCollaboration(one, ann, { item, invited: { login: 'bob@example.com' }, role: 'editor' });

  let isOver = false;
  const collecting = [one, other].map((service) => collectUntil(service, () => isOver));
  const copies: string[] = [];
  const works = async (owner: string) => {
    for (let round = 0; round < rounds; round += 1) {
      const name = `${owner} ${round}`;
      const { id: fileId } = await putFile(one, ann, folder.id, name);
      const [mine, hers] = await Promise.all([
        copied(other, bob, { fileId, parentId: '0', name }),
        copied(one, ann, { fileId, parentId: '0', name }),
        removeForGood(round % 2 === 0 ? one : other, ann, fileId),
      ]);
      if (mine !== null) copies.push(mine);
      if (hers !== null) await removeForGood(other, ann, hers);
    }
  };
  await Promise.all([works('first'), works('second')]).finally(() => {
    isOver = true;
  });
  const collected = (await Promise.all(collecting)).reduce((sum, count) => sum + count, 0);
  expect(collected).toBeGreaterThan(0);
  expect((await verifyStore(other)).faults).toEqual([]);

  await Promise.all(copies.map((id, index) => removeForGood(index % 2 === 0 ? one : other, bob, id)));
  await collectReleasedBlobs(one, 0);
  const left: string[] = [];
  for await (const { blobId } of other.blobs.list()) left.push(blobId);
  expect(left).toEqual([]);
});
