import { describe, expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { addUser } from '../../../../../service/domain/people/users/create-user.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { type ListEvents, listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { purgeFile } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { purgeExpiredTrash } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

const day = 24 * 3600 * 1000;

/** Ann is an administrator, Bob a user. */
async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const admin: Caller = { ...ann, user: { ...ann.user, role: 'admin' } };
  return {
    world,
    service,
    admin,
    bob: await world.join('bob'),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const read = (service: Service, caller: Caller, request: Partial<ListEvents> = {}) =>
  listEvents(service, caller, { streamType: 'admin_logs', limit: 100, ...request });

describe('a position in the administrators’ log', () => {
  test('at the last event that is too old misses nothing, and stays valid', async () => {
    await using t = await openWorld();
    await createFolder(t.service, t.admin, { parentId: '0', name: 'old' });
    const { next_stream_position: position } = await read(t.service, t.admin, { streamPosition: 'now' });
    t.world.passTime(366 * day);
    await createFolder(t.service, t.admin, { parentId: '0', name: 'new' });
    const page = await read(t.service, t.admin, { streamPosition: String(position) });
    expect(page.entries.map(({ source }) => source)).toMatchObject([{ item_name: 'new' }]);
  });

  test('of 0 is never too old, even if an event reaches its age during the read', async () => {
    await using t = await openWorld();
    let time = Date.UTC(2026, 5, 1);
    let tick = 0;
    const clock = {
      now: () => {
        time += tick;
        return time;
      },
    };
    const service: Service = { ...t.service, clock };
    await createFolder(service, t.admin, { parentId: '0', name: 'old' });
    time += 365 * day - 1;
    tick = 1;
    expect(await read(service, t.admin, { streamPosition: '0' })).toMatchObject({
      next_stream_position: expect.any(Number),
    });
  });
});

test('the log tells a permanent deletion from one into the trash, and who did it', async () => {
  await using t = await openWorld();
  const { id: fileId } = await putFile(t.service, t.bob, '0', 'f');
  await deleteFile(t.service, t.bob, { fileId });
  await purgeFile(t.service, t.bob, fileId);
  const { entries } = await read(t.service, t.admin, { streamPosition: '0', eventTypes: ['DELETE'] });
  const permanently = { is_permanent: true, is_automatic: false };
  expect(entries.map(({ created_by: by }) => by?.login)).toEqual(['bob', 'bob']);
  expect(entries[0]).not.toMatchObject({ additional_details: permanently });
  expect(entries[1]).toMatchObject({ additional_details: permanently, source: { item_name: 'f' } });
});

test('the log contains what the trash deletes by itself', async () => {
  await using t = await openWorld();
  const { id: fileId } = await putFile(t.service, t.bob, '0', 'f');
  await deleteFile(t.service, t.bob, { fileId });
  t.world.passTime(31 * day);
  await purgeExpiredTrash(t.service);
  const { entries } = await read(t.service, t.admin, { streamPosition: '0', eventTypes: ['DELETE'] });
  expect(entries.at(-1)).toMatchObject({
    source: { item_name: 'f' },
    additional_details: { is_permanent: true, is_automatic: true },
  });
});

test('a co-administrator reads the log like an administrator', async () => {
  await using t = await openWorld();
  await createFolder(t.service, t.admin, { parentId: '0', name: 'plans' });
  const coadmin: Caller = { ...t.bob, user: { ...t.bob.user, role: 'coadmin' } };
  for (const streamType of ['admin_logs', 'admin_logs_streaming'] as const) {
    expect((await read(t.service, coadmin, { streamType })).chunk_size).toBe(1);
  }
});

test('a type that is named twice is listed once', async () => {
  await using t = await openWorld();
  await createFolder(t.service, t.admin, { parentId: '0', name: 'plans' });
  expect((await read(t.service, t.admin, { eventTypes: ['UPLOAD', 'MOVE', 'UPLOAD'] })).chunk_size).toBe(1);
});

describe('an entry of the log', () => {
  const named = ({ user: { id, name, login } }: Caller) => ({ type: 'user', id, name, login });

  test('names who changed an item, and whose item it is', async () => {
    await using t = await openWorld();
    const { id } = await createFolder(t.service, t.admin, { parentId: '0', name: 'shared' });
    const item = { kind: 'folder' as const, id };
    await createCollaboration(t.service, t.admin, { item, invited: { login: 'bob' }, role: 'editor' });
    const { next_stream_position: start } = await read(t.service, t.admin, { streamPosition: 'now' });
    await putFile(t.service, t.bob, id, 'by bob');
    expect((await read(t.service, t.admin, { streamPosition: String(start) })).entries).toMatchObject([
      {
        event_type: 'UPLOAD',
        created_by: named(t.bob),
        source: { item_name: 'by bob', parent: { id, name: 'shared' }, owned_by: named(t.admin) },
      },
    ]);
  });

  test('of a collaboration names its item, who invited, and who was invited', async () => {
    await using t = await openWorld();
    const { id } = await createFolder(t.service, t.admin, { parentId: '0', name: 'shared' });
    const item = { kind: 'folder' as const, id };
    await createCollaboration(t.service, t.admin, { item, invited: { login: 'bob' }, role: 'editor' });
    const { entries } = await read(t.service, t.admin, { eventTypes: ['COLLABORATION_INVITE'] });
    expect(entries).toMatchObject([
      {
        created_by: named(t.admin),
        source: { item_id: id, created_by: named(t.admin), accessible_by: named(t.bob) },
        additional_details: { role: 'editor', item: { type: 'folder', id, name: 'shared' } },
      },
    ]);
  });

  test('of an account names who made it', async () => {
    await using t = await openWorld();
    const { id } = await addUser(t.service, t.admin, { login: 'carol@example.com', name: 'Carol' });
    const { entries } = await read(t.service, t.admin, { eventTypes: ['NEW_USER'] });
    expect(entries).toMatchObject([{ created_by: named(t.admin), source: { id: Number(id), name: 'Carol' } }]);
  });

  test('names the application whose token made the change; the operator’s tokens belong to none', async () => {
    await using t = await openWorld();
    const { id } = await createFolder(t.service, t.admin, { parentId: '0', name: 'plans' });
    const item = { kind: 'folder' as const, id };
    const app: Caller = { ...t.admin, clientId: 'the-app' };
    await createCollaboration(t.service, app, { item, invited: { login: 'bob' }, role: 'editor' });
    const { entries } = await read(t.service, t.admin, { eventTypes: ['UPLOAD', 'COLLABORATION_INVITE'] });
    expect(entries.map(({ additional_details }) => additional_details)).toMatchObject([
      { service_id: 'operator' },
      { service_id: 'the-app', role: 'editor', item: { id } },
    ]);
  });
});
