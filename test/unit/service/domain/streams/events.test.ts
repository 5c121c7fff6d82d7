import { describe, expect, it } from 'vitest';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { listenerOf } from '../../../../../service/domain/streams/events/stream-listener.ts';
import { createStreamLooks } from '../../../../../service/domain/streams/events/stream-looks.ts';
import { copyFile } from '../../../../../service/domain/tree/files/copy-file.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { restoreFile } from '../../../../../service/domain/tree/trash/restore-item.ts';
import { dropExpiredRecords } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { bytesOf, openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

async function openWorld() {
  const world = await openDomainWorld();
  return {
    world,
    service: world.service,
    ann: await world.join('ann'),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('the event stream', () => {
  it('tells each change once, in order, with the state that the change made', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'docs' });
    const { id: fileId } = await putFile(t.service, t.ann, docs.id, 'a');
    await uploadVersion(t.service, t.ann, { fileId, content: bytesOf('2') });
    await updateFile(t.service, t.ann, { fileId, name: 'b' });
    await updateFile(t.service, t.ann, { fileId, parentId: '0' });
    await updateFile(t.service, t.ann, { fileId, description: 'text' });
    await deleteFile(t.service, t.ann, { fileId });
    await restoreFile(t.service, t.ann, { itemId: fileId });
    await copyFile(t.service, t.ann, { fileId, parentId: docs.id });
    const page = await listEvents(t.service, t.ann, { streamType: 'changes', limit: 100 });
    const told = (event_type: string, id: string, count: string, name: string, item_status = 'active') => ({
      event_type,
      source: { id, etag: count, sequence_id: count, name, item_status },
    });
    expect(page.entries).toMatchObject([
      told('ITEM_CREATE', docs.id, '0', 'docs'),
      told('ITEM_UPLOAD', fileId, '0', 'a'),
      told('ITEM_UPLOAD', fileId, '1', 'a'),
      told('ITEM_RENAME', fileId, '2', 'b'),
      told('ITEM_MOVE', fileId, '3', 'b'),
      told('ITEM_MODIFY', fileId, '4', 'b'),
      told('ITEM_TRASH', fileId, '5', 'b', 'trashed'),
      told('ITEM_UNDELETE_VIA_TRASH', fileId, '6', 'b'),
      { event_type: 'ITEM_COPY', source: { etag: '0', name: 'b', parent: { id: docs.id } } },
    ]);
    expect(page.chunk_size).toBe(9);
  });

  it('resumes at any position and ends where it began when nothing happened', async () => {
    await using t = await openWorld();
    const list = (streamPosition: string | undefined, limit = 2) =>
      listEvents(t.service, t.ann, { streamType: 'all', streamPosition, limit });
    for (const name of ['a', 'b', 'c']) await putFile(t.service, t.ann, '0', name);
    const first = await list(undefined);
    const second = await list(String(first.next_stream_position));
    const third = await list(String(second.next_stream_position));
    expect([first.chunk_size, second.chunk_size, third.chunk_size]).toEqual([2, 1, 0]);
    expect(third.next_stream_position).toBe(second.next_stream_position);
    expect(typeof first.next_stream_position).toBe('number');
    expect((await list('now')).next_stream_position).toBe(second.next_stream_position);
    const ids = [...first.entries, ...second.entries].map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(3);
  });

  it.each(['-1', 'x', '1.5', '99'])('refuses the position %s, which it never gave out', async (streamPosition) => {
    await using t = await openWorld();
    const list = listEvents(t.service, t.ann, { streamType: 'all', streamPosition, limit: 10 });
    expect((await refusalOf(list)).code).toBe('invalid_stream_position');
  });

  it('[E95] says of a number that it does not know that it never gave it out, also of one between two events', async () => {
    await using t = await openWorld();
    const list = (position: number) =>
      listEvents(t.service, t.ann, { streamType: 'all', streamPosition: String(position), limit: 1 });
    await putFile(t.service, t.ann, '0', 'a');
    const { next_stream_position: first } = await list(0);
    await putFile(t.service, t.ann, '0', 'b');
    const { next_stream_position: second } = await list(Number(first));
    expect(second).toBeGreaterThan(Number(first) + 1);
    for (const position of [Number(first) + 1, Number(second) - 1, Number(second) + 1]) {
      const { code, contextInfo } = await refusalOf(list(position));
      expect([code, contextInfo?.stream_position]).toEqual(['invalid_stream_position', 'unknown']);
    }
    expect((await list(1)).chunk_size).toBe(1);
  });

  it('refuses a position behind which events were deleted for their age, and keeps those that are young', async () => {
    await using t = await openWorld();
    const list = (streamPosition: string) =>
      listEvents(t.service, t.ann, { streamType: 'all', streamPosition, limit: 10 });
    const positions: string[] = [];
    for (const name of ['a', 'b']) {
      await putFile(t.service, t.ann, '0', name);
      positions.push(String((await list('now')).next_stream_position));
    }
    t.world.passTime(31 * 24 * 3600 * 1000);
    await putFile(t.service, t.ann, '0', 'c');
    await dropExpiredRecords(t.service);
    const [first = '', second = ''] = positions;
    const outdated = await refusalOf(list(first));
    expect([outdated.code, outdated.contextInfo?.stream_position]).toEqual(['invalid_stream_position', undefined]);
    expect((await list(second)).chunk_size).toBe(1);
    expect(await list('0')).toMatchObject({ chunk_size: 1, entries: [{ source: { name: 'c' } }] });
  });

  it.each(['all', 'sync', 'admin_logs', 'admin_logs_streaming'] as const)(
    '"now" before the first event of a service is a position of its own, which in %s never means the oldest event',
    async (streamType) => {
      await using t = await openWorld();
      const user = { ...t.ann.user, role: 'admin' as const };
      const caller = { ...t.ann, user, scopes: ['manage_enterprise_properties'] };
      const list = (streamPosition: string) => listEvents(t.service, caller, { streamType, streamPosition, limit: 9 });
      const now = await list('now');
      expect(now).toEqual({ chunk_size: 0, entries: [], next_stream_position: 1 });
      await putFile(t.service, t.ann, '0', 'a');
      t.world.passTime(400 * 24 * 3600 * 1000);
      await dropExpiredRecords(t.service);
      await putFile(t.service, t.ann, '0', 'b');
      expect((await list('0')).chunk_size).toBe(1);
      expect((await refusalOf(list(String(now.next_stream_position)))).code).toBe('invalid_stream_position');
    },
  );

  it('tells nothing of a request that was refused', async () => {
    await using t = await openWorld();
    await putFile(t.service, t.ann, '0', 'a');
    await refusalOf(putFile(t.service, t.ann, '0', 'a'));
    expect((await listEvents(t.service, t.ann, { streamType: 'all', limit: 10 })).chunk_size).toBe(1);
  });

  it('reports a moved or trashed folder as one event, with any contents', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'docs' });
    for (const name of ['a', 'b', 'c']) await putFile(t.service, t.ann, docs.id, name);
    const start = String(
      (await listEvents(t.service, t.ann, { streamType: 'all', streamPosition: 'now', limit: 1 })).next_stream_position,
    );
    await updateFolder(t.service, t.ann, { folderId: docs.id, name: 'papers' });
    await deleteFolder(t.service, t.ann, { folderId: docs.id, recursive: true });
    const { entries } = await listEvents(t.service, t.ann, { streamType: 'sync', streamPosition: start, limit: 10 });
    expect(entries.map(({ event_type }) => event_type)).toEqual(['ITEM_RENAME', 'ITEM_TRASH']);
  });

  it('keeps people apart: what one has to read leaves the position of the other where it is', async () => {
    await using t = await openWorld();
    const bob = await t.world.join('bob');
    await putFile(t.service, t.ann, '0', 'a');
    const list = (streamPosition: string) =>
      listEvents(t.service, bob, { streamType: 'all', streamPosition, limit: 10 });
    expect(await list('0')).toEqual({ chunk_size: 0, entries: [], next_stream_position: 1 });
    const { next_stream_position: anns } = await listEvents(t.service, t.ann, { streamType: 'all', limit: 10 });
    const refusal = await refusalOf(list(String(anns)));
    expect([refusal.code, refusal.contextInfo?.stream_position]).toEqual(['invalid_stream_position', 'unknown']);
  });

  it('goes on at the position of a reader who was idle for longer than events are kept', async () => {
    await using t = await openWorld();
    const list = (streamPosition: string) =>
      listEvents(t.service, t.ann, { streamType: 'sync', streamPosition, limit: 10 });
    await putFile(t.service, t.ann, '0', 'a');
    const { next_stream_position: idle } = await list('now');
    t.world.passTime(40 * 24 * 3600 * 1000);
    await dropExpiredRecords(t.service);
    expect(await list(String(idle))).toEqual({ chunk_size: 0, entries: [], next_stream_position: idle });
    await putFile(t.service, t.ann, '0', 'b');
    expect(await list(String(idle))).toMatchObject({ chunk_size: 1, entries: [{ source: { name: 'b' } }] });
  });

  it('knows who is behind, and wakes who waits', async () => {
    await using t = await openWorld();
    const looks = createStreamLooks(t.service);
    const listener = await listenerOf(t.service, t.ann.user.id, { streamType: 'changes', streamPosition: 'now' });
    const subscription = await t.service.signal.subscribe(t.ann.user.id);
    expect(await looks.isBehind(listener)).toBe(false);
    await putFile(t.service, t.ann, '0', 'a');
    await subscription.changed;
    expect(await looks.isBehind(listener)).toBe(true);
    subscription.close();
  });

  it('a thousand who look together cost one read, and each is answered by the own position', async () => {
    await using t = await openWorld();
    const bob = await t.world.join('bob');
    await putFile(t.service, t.ann, '0', 'a');
    const { next_stream_position } = await listEvents(t.service, t.ann, { streamType: 'all', limit: 10 });
    const first = Number(next_stream_position);
    let reads = 0;
    const looks = createStreamLooks({
      store: {
        ...t.service.store,
        read: async (work) => {
          reads += 1;
          return t.service.store.read(work);
        },
      },
    });
    const listeners = Array.from({ length: 1000 }, (_, index) => ({
      userId: index % 10 === 0 ? bob.user.id : t.ann.user.id,
      onlyChanges: index % 2 === 0,
      position: first - 1 + (index % 4),
    }));
    const answers = await Promise.all(listeners.map((listener) => looks.isBehind(listener)));
    expect(reads).toBe(1);
    expect(answers).toEqual(listeners.map(({ userId, position }) => userId === t.ann.user.id && position < first));
  });

  it('gives the administrators’ streams to administrators only', async () => {
    await using t = await openWorld();
    const list = listEvents(t.service, await t.world.join('bob'), { streamType: 'admin_logs', limit: 10 });
    expect((await refusalOf(list)).code).toBe('access_denied_insufficient_permissions');
  });
});
