import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopes } from '../../contract/scopes.ts';
import { openPostgresStore } from '../../service/adapters/metadata-sql/postgres/open-postgres-store.ts';
import { systemClock } from '../../service/adapters/system-clock.ts';
import { type OpenService, openService } from '../../service/app.ts';
import { createCollaboration } from '../../service/domain/collaborations/create-collaboration.ts';
import { createUser } from '../../service/domain/people/users/create-user.ts';
import { type Caller, callerFor, type Service } from '../../service/domain/service.ts';
import { listEvents } from '../../service/domain/streams/events/list-events.ts';
import { createFolder } from '../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../service/domain/tree/folders/delete-folder.ts';
import { getFolder } from '../../service/domain/tree/folders/get-folder.ts';
import { updateFolder } from '../../service/domain/tree/folders/update-folder.ts';
import { transferContent } from '../../service/domain/tree/items/transfer-content.ts';
import { restoreFolder } from '../../service/domain/tree/trash/restore-item.ts';
import { purgeExpiredTrash } from '../../service/domain/upkeep/purge-expired.ts';
import { readBlobPlace, readDatabasePlace } from '../../service/options/storage-config.ts';
import { askPostgres } from '../support/servers/postgres-server.ts';
import { dropDatabase, newBucketFolder, newDatabase } from '../support/servers/test-servers.ts';
import { trustedClock } from '../support/service/trusted-clock.ts';

/* What PostgreSQL does with the works of one process: it starts them again with more owners, and commits several together. */

let database: string;
let opened: OpenService;
let service: Service;
beforeAll(async () => {
  database = await newDatabase();
  opened = await openService({
    dataDirectory: '/nonexistent/tandem',
    database: readDatabasePlace(`${database}?pool=4`, '/'),
    blobs: readBlobPlace(await newBucketFolder(), '/'),
    signal: { kind: 'database' },
  });
  service = opened.service;
});
afterAll(async () => {
  await opened.close();
  await dropDatabase(database);
});

const join = async (login: string) => callerFor(await createUser(service, { login, name: login }), scopes);

const share = async (owner: Caller, folderId: string, { user }: Caller) =>
  createCollaboration(service, owner, {
    item: { kind: 'folder', id: folderId },
    invited: { login: user.login },
    role: 'editor',
  });

/** The service, and how often it has started a work. */
function countingStarts(): { readonly counted: Service; readonly starts: () => number } {
  let starts = 0;
  const transaction: Service['store']['transaction'] = async (work, scope) =>
    service.store.transaction(async (tx) => {
      starts += 1;
      return work(tx);
    }, scope);
  return { counted: { ...service, store: { ...service.store, transaction } }, starts: () => starts };
}

/** Runs `work` while another connection has the tree of this owner. */
async function whileLocked<T>(ownerId: string, work: () => Promise<T>): Promise<T> {
  const elsewhere = new pg.Client(database);
  await elsewhere.connect();
  try {
    await elsewhere.query('begin');
    await elsewhere.query('select id from "user" where id = $1 for no key update', [ownerId]);
    return await work();
  } finally {
    await elsewhere.end();
  }
}

/** outer > middle > inner, all of Ann; seven people have `inner`. */
async function openTree(name: string) {
  const ann = await join(`${name}@example.com`);
  const { id: outer } = await createFolder(service, ann, { parentId: '0', name: 'outer' });
  const { id: middle } = await createFolder(service, ann, { parentId: outer, name: 'middle' });
  const { id: inner } = await createFolder(service, ann, { parentId: middle, name: 'inner' });
  const people: Caller[] = [];
  for (let number = 1; number <= 7; number += 1) people.push(await join(`${name}${number}@example.com`));
  for (const person of people) await share(ann, inner, person);
  return { ann, outer, middle, inner, people };
}

async function expectToAppear(folderId: string, people: readonly Caller[]): Promise<void> {
  for (const person of people) {
    const { entries } = await listEvents(service, person, { streamType: 'changes', limit: 500 });
    expect(entries.at(-1)).toMatchObject({ event_type: 'ITEM_SYNC', source: { id: folderId } });
  }
}

test('a folder is restored with what many people share below it, after at most one more start', async () => {
  const { ann, outer, inner, people } = await openTree('restores');
  await deleteFolder(service, ann, { folderId: outer, recursive: true });
  const { counted, starts } = countingStarts();
  await restoreFolder(counted, ann, { itemId: outer });
  await expectToAppear(inner, people);
  expect(starts()).toBeLessThanOrEqual(2);
});

test('a folder leaves a shared one with what many people share below it, after at most one more start', async () => {
  const { ann, outer, middle, inner, people } = await openTree('moves');
  for (const person of people) await share(ann, outer, person);
  const { counted, starts } = countingStarts();
  await updateFolder(counted, ann, { folderId: middle, parentId: '0' });
  await expectToAppear(inner, people);
  expect(starts()).toBeLessThanOrEqual(2);
});

test('a folder is not deleted with something new below it that is committed together with the delete', async () => {
  const ann = await join('new@example.com');
  const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'folder' });
  // The lanes learn whose the folder is, so that both works below share one.
  await createFolder(service, ann, { parentId: folderId, name: 'known' });
  const page = await listEvents(service, ann, { streamType: 'changes', streamPosition: 'now', limit: 1 });
  const knownTo = String(page.next_stream_position);
  const created = createFolder(service, ann, { parentId: folderId, name: 'new' });
  const deleted = deleteFolder(service, ann, { folderId, recursive: true, knownTo });
  expect(await Promise.allSettled([created, deleted])).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'precondition_failed' } },
  ]);
});

test('while one owner is locked elsewhere, changes of the other owners commit, although they came together', async () => {
  const people: Caller[] = [];
  for (let number = 1; number <= 24; number += 1) people.push(await join(`together${number}@example.com`));
  const [lockedOwner = '', ...otherOwners] = people.map(({ user }) => user.id);
  const write = async (owner: string) =>
    service.store.transaction(
      async (tx) => {
        await tx.requireTrees([owner]);
        await tx.users.addSpaceUsed(owner, 1);
        return owner;
      },
      { items: [], owners: [owner] },
    );
  const written = await whileLocked(lockedOwner, async () => {
    const waiting = Promise.allSettled([write(lockedOwner), write(lockedOwner)]);
    expect(await Promise.all(otherOwners.map(write))).toEqual(otherOwners);
    return { waiting };
  });
  const value = { status: 'fulfilled', value: lockedOwner };
  expect(await written.waiting).toEqual([value, value]);
});

test('while everything of one person passes to another, other people change theirs', async () => {
  const [ann, bob, carol] = [await join('passes'), await join('receives'), await join('apart')];
  const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'passed on' });
  const administrator = { ...bob, user: { ...bob.user, role: 'admin' as const } };
  const { transfer } = await whileLocked(ann.user.id, async () => {
    const transfer = transferContent(service, administrator, { userId: ann.user.id, newOwnerId: bob.user.id });
    transfer.catch(() => undefined);
    // Both wait for the same locks, in this order.
    await createFolder(service, carol, { parentId: '0', name: 'meanwhile' });
    await createFolder(service, carol, { parentId: '0', name: 'again' });
    return { transfer };
  });
  await transfer;
  expect(await getFolder(service, bob, { folderId })).toMatchObject({ owned_by: { id: bob.user.id } });
});

test('a closed store has no connection left that would keep a command from ending', async () => {
  const url = await newDatabase();
  const store = await openPostgresStore({ url, readers: 2 }, systemClock);
  await store.transaction(async (tx) => tx.putSetting('probe', 'written'));
  expect(await store.read(async (tx) => tx.setting('probe'))).toBe('written');
  await store.close();
  // PostgreSQL refuses this while the database has connections.
  await askPostgres(database, `drop database ${new URL(url).pathname.slice(1)}`);
});

test('an item on which the database gives up is passed by the job that purges the trash', async () => {
  const ann = await join('slow@example.com');
  const [slow, quick] = [
    await createFolder(service, ann, { parentId: '0', name: 'slow' }),
    await createFolder(service, ann, { parentId: '0', name: 'quick' }),
  ];
  for (const { id: folderId } of [slow, quick]) await deleteFolder(service, ann, { folderId, recursive: true });
  await askPostgres(
    database,
    `create function time_out() returns trigger language plpgsql as
       $$ begin raise query_canceled using message = 'canceling statement due to statement timeout'; end $$;
     create trigger slow before delete on item for each row when (old.id = ${slow.id}) execute function time_out()`,
  );
  const clock = { now: () => Date.now() + 40 * 24 * 3_600_000 };
  const later = { ...service, clock, trust: trustedClock(clock) };
  await expect(purgeExpiredTrash(later)).rejects.toMatchObject({
    code: 'partly_failed',
    message: expect.stringMatching(/^Failed: 1\./),
  });
  await askPostgres(database, 'drop trigger slow on item');
  expect(await purgeExpiredTrash(later)).toBe(1);
});

test('changes that wait for an owner are counted, those that run too', async () => {
  const ann = await join('pending@example.com');
  const names = Array.from({ length: 20 }, (_, index) => `folder ${index}`);
  const changes = await whileLocked(ann.user.id, async () => {
    const made = names.map(async (name) => createFolder(service, ann, { parentId: '0', name }));
    await expect.poll(() => opened.databaseLoad?.().changes).toBe(20);
    expect(opened.databaseLoad?.().pools.write).toMatchObject({ waiting: 0 });
    return made;
  });
  await Promise.all(changes);
  await expect.poll(() => opened.databaseLoad?.().changes).toBe(0);
});
