import { expect, test } from 'vitest';
import { limits } from '../../contract/rules/limits.ts';
import { scopes } from '../../contract/scopes.ts';
import { openService } from '../../service/app.ts';
import { createUser } from '../../service/domain/people/users/create-user.ts';
import { callerFor, type Service } from '../../service/domain/service.ts';
import { createFolder } from '../../service/domain/tree/folders/create-folder.ts';
import { createZipDownload } from '../../service/domain/tree/zip-downloads/create-zip-download.ts';
import { openZipDownload } from '../../service/domain/tree/zip-downloads/open-zip-download.ts';
import { readBlobPlace, readDatabasePlace } from '../../service/options/storage-config.ts';
import { newQuickFolder } from '../support/files/quick-folder.ts';
import { dropDatabase, newDatabaseWithTables } from '../support/servers/test-servers.ts';
import { putFile } from '../support/service/domain-world.ts';

/** Two services on one database and one store, as in two processes. */
async function openTwo() {
  const database = await newDatabaseWithTables();
  const directory = await newQuickFolder('tandem-zip-starts-');
  const place = {
    dataDirectory: directory,
    database: readDatabasePlace(`${database}?pool=4`, '/'),
    blobs: readBlobPlace(`file:${directory}/blobs`, '/'),
    signal: { kind: 'database' as const },
  };
  const [one, other] = [await openService(place), await openService(place)];
  const join = async (login: string) => callerFor(await createUser(one.service, { login, name: login }), scopes);
  return {
    one: one.service,
    other: other.service,
    join,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([one.close(), other.close()]);
      await dropDatabase(database);
    },
  };
}

/** Keeps the lock of an owner until it is released. */
async function holdOwner({ store }: Service, owner: string) {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = store.transaction(
    async (tx) => {
      await tx.users.get(owner);
      held.resolve();
      await released.promise;
    },
    { owners: [owner], items: [] },
  );
  await held.promise;
  return async () => {
    released.resolve();
    await holding;
  };
}

test('whoever opens an archive, or its used URL, waits for no change and stops none', async () => {
  await using two = await openTwo();
  const { one, other } = two;
  const [ann, bob, carol] = [await two.join('ann'), await two.join('bob'), await two.join('carol')];
  const { id } = await putFile(one, bob, '0', 'a.txt');
  const zip = await createZipDownload(one, bob, { items: [{ kind: 'file', id }], use: null });
  const release = await holdOwner(one, ann.user.id);
  const open = () => openZipDownload(other, zip.id, async () => bob);
  const archive = await open();
  await expect(open()).rejects.toMatchObject({ code: 'not_found' });
  expect(await createFolder(other, carol, { parentId: '0', name: 'meanwhile' })).toMatchObject({ name: 'meanwhile' });
  await archive.end('failed');
  await release();
});

test('archives that are opened in two processes at once count each other', async () => {
  await using two = await openTwo();
  const { one, other } = two;
  const bob = await two.join('bob');
  const { id } = await putFile(one, bob, '0', 'a.txt');
  const create = () => createZipDownload(one, bob, { items: [{ kind: 'file', id }], use: { token: '', asUser: null } });
  const zips = await Promise.all(Array.from({ length: limits.zipDownloadsOfUser + 3 }, create));
  const opened = await Promise.allSettled(
    zips.map((zip, index) => openZipDownload(index % 2 === 0 ? one : other, zip.id, async () => bob)),
  );
  const refused = opened.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  expect(refused).toEqual(Array.from({ length: 3 }, () => 'user_too_many_concurrent_downloads'));
});
