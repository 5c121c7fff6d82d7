import { describe, expect, test } from 'vitest';
import type { Caller, Service } from '../../../../../../service/domain/service.ts';
import { createFolder } from '../../../../../../service/domain/tree/folders/create-folder.ts';
import { abortSession } from '../../../../../../service/domain/tree/upload-sessions/abort-session.ts';
import { commitSession } from '../../../../../../service/domain/tree/upload-sessions/commit-session.ts';
import {
  createSession,
  createVersionSession,
} from '../../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { getSession, listParts } from '../../../../../../service/domain/tree/upload-sessions/get-session.ts';
import { noteSessionEvent } from '../../../../../../service/domain/tree/upload-sessions/note-session-event.ts';
import { uploadPart } from '../../../../../../service/domain/tree/upload-sessions/upload-part.ts';
import { BlobSpaceExhausted } from '../../../../../../service/ports/blob-store.ts';
import { bytesOf, openDomainWorld, putFile, refusalOf, sha1Of } from '../../../../../support/service/domain-world.ts';

/** Two whole parts and a shorter one. */
const whole = Buffer.from('four bytes');
const partBytes = 4;

function rangeOf(number: number) {
  const start = number * partBytes;
  return { start, end: Math.min(start + partBytes, whole.length) - 1, total: whole.length };
}

function send(
  service: Service,
  caller: Caller,
  sessionId: string,
  number: number,
  content?: AsyncIterable<Uint8Array>,
) {
  const range = rangeOf(number);
  const part = whole.subarray(range.start, range.end + 1);
  return uploadPart(service, caller, { sessionId, range, sha1: sha1Of(part), content: content ?? bytesOf(part) });
}

async function openWorld() {
  const world = await openDomainWorld({ uploadSessions: { leastBytes: 1, partBytes } });
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const { id } = await createSession(service, ann, { folderId: '0', fileName: 'f', fileSizeBytes: whole.length });
  const setSpace = (spaceAmountBytes: number) =>
    service.store.transaction(({ users }) => users.update(ann.user.id, { spaceAmountBytes }));
  return { world, service, ann, bob, id, setSpace, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe('an upload session', () => {
  /** Every operation on a session. */
  const operations = {
    get: getSession,
    'list the parts': (service: Service, caller: Caller, sessionId: string) =>
      listParts(service, caller, { sessionId, offset: 0, limit: 9 }),
    'send a part': (service: Service, caller: Caller, sessionId: string) => send(service, caller, sessionId, 2),
    commit: (service: Service, caller: Caller, sessionId: string) =>
      commitSession(service, caller, { sessionId, sha1: sha1Of(whole), parts: [] }),
    abort: abortSession,
    note: noteSessionEvent,
  };
  const names = Object.keys(operations) as (keyof typeof operations)[];
  const codeOf = async (request: Promise<unknown>) =>
    request.then(
      () => 'done',
      (error: { readonly code: string }) => error.code,
    );

  test.each(names)('%s: not by another person, nor after seven days', async (name) => {
    await using t = await openWorld();
    const operation = operations[name];
    expect(await codeOf(operation(t.service, t.bob, t.id))).toBe('forbidden');
    expect(await codeOf(operation(t.service, t.ann, 'none'))).toBe('not_found');
    t.world.passTime(7 * 24 * 3600 * 1000);
    expect(await codeOf(operation(t.service, t.ann, t.id))).toBe('session_expired');
  });

  test.each(names)('%s: with a token for one item only if that contains its target', async (name) => {
    await using t = await openWorld();
    const create = (name: string) => createFolder(t.service, t.ann, { parentId: '0', name });
    const [{ id: folderId }, { id: elsewhere }] = [await create('folder'), await create('elsewhere')];
    const { id: fileId } = await putFile(t.service, t.ann, folderId, 'old');
    const order = { fileSizeBytes: whole.length, fileName: 'f' };
    const codeWith = (itemId: string, sessionId: string) =>
      codeOf(operations[name](t.service, { ...t.ann, restrictedTo: { itemId } }, sessionId));
    const sessions = [
      await createSession(t.service, t.ann, { ...order, folderId }),
      await createVersionSession(t.service, t.ann, { ...order, fileId }),
    ];
    for (const { id } of sessions) {
      expect(await codeWith(elsewhere, id)).toBe('not_found');
      expect(await codeWith(folderId, id)).toBe(name === 'commit' ? 'parts_mismatch' : 'done');
    }
  });

  test('gives the answer of its commit only to a token for an item that contains the file', async () => {
    await using t = await openWorld();
    const parts = [];
    for (const number of [0, 1, 2]) parts.push(await send(t.service, t.ann, t.id, number));
    const { id: elsewhere } = await createFolder(t.service, t.ann, { parentId: '0', name: 'elsewhere' });
    const request = { sessionId: t.id, sha1: sha1Of(whole), parts };
    const commitWith = (itemId: string) => commitSession(t.service, { ...t.ann, restrictedTo: { itemId } }, request);
    expect(await commitWith(t.ann.user.rootId)).toMatchObject({ kind: 'committed' });
    const { code, message } = await refusalOf(commitWith(elsewhere));
    expect([code, message]).toEqual(['not_found', `Upload session ${t.id} does not exist. Create a new one.`]);
  });

  test.each<[keyof typeof operations, string]>([
    ['get', 'not_found'],
    ['list the parts', 'not_found'],
    ['send a part', 'not_found'],
    ['commit', 'not_found'],
    ['abort', 'done'],
    ['note', 'done'],
  ])('%s: after an abort %s', async (name, code) => {
    await using t = await openWorld();
    await abortSession(t.service, t.ann, t.id);
    expect(await codeOf(operations[name](t.service, t.ann, t.id))).toBe(code);
  });

  test.each<[keyof typeof operations, string]>([
    ['get', 'not_found'],
    ['list the parts', 'not_found'],
    ['send a part', 'not_found'],
    ['commit', 'done'],
    ['abort', 'done'],
    ['note', 'done'],
  ])('%s: after the commit %s', async (name, code) => {
    await using t = await openWorld();
    const parts = [];
    for (const number of [0, 1, 2]) parts.push(await send(t.service, t.ann, t.id, number));
    await commitSession(t.service, t.ann, { sessionId: t.id, sha1: sha1Of(whole), parts });
    expect(await codeOf(operations[name](t.service, t.ann, t.id))).toBe(code);
  });

  test('lists its parts page by page, and always how many there are', async () => {
    await using t = await openWorld();
    const parts = [];
    for (const number of [0, 1, 2]) parts.push(await send(t.service, t.ann, t.id, number));
    const page = (offset: number, limit: number) => listParts(t.service, t.ann, { sessionId: t.id, offset, limit });
    expect(await page(0, 2)).toEqual({ total_count: 3, offset: 0, limit: 2, entries: parts.slice(0, 2) });
    expect(await page(2, 2)).toEqual({ total_count: 3, offset: 2, limit: 2, entries: parts.slice(2) });
    expect(await page(3, 2)).toMatchObject({ total_count: 3, entries: [] });
    expect(parts.map(({ part_id }) => part_id)).toEqual(['00000001', '00000002', '00000003']);
  });
});

describe('a part', () => {
  test.each<[string, (t: Awaited<ReturnType<typeof openWorld>>) => Promise<unknown>]>([
    ['that is there already', (t) => send(t.service, t.ann, t.id, 0)],
    ['without space for it', (t) => t.setSpace(partBytes - 1)],
    ['of a session that ended', (t) => abortSession(t.service, t.ann, t.id)],
  ])('%s is refused before its bytes are read', async (_what, prepare) => {
    await using t = await openWorld();
    await prepare(t);
    let read = 0;
    async function* counted() {
      read += 1;
      yield whole.subarray(0, partBytes);
    }
    await refusalOf(send(t.service, t.ann, t.id, 0, counted()));
    expect(read).toBe(0);
  });

  test('is read no further than its range: a body without an end fills no disk', async () => {
    await using t = await openWorld();
    let read = 0;
    async function* endless() {
      for (; read < 1_000; read += 1) yield whole.subarray(0, partBytes);
    }
    const part = send(t.service, t.ann, t.id, 0, endless());
    expect(await refusalOf(part)).toMatchObject({ code: 'invalid_content_range' });
    expect(read).toBeLessThan(10);
  });

  test('is refused if the space for it is taken while it arrives, and leaves no content', async () => {
    await using t = await openWorld();
    async function* slowly() {
      yield whole.subarray(0, 2);
      await t.setSpace(partBytes - 1);
      yield whole.subarray(2, partBytes);
    }
    const part = send(t.service, t.ann, t.id, 0, slowly());
    expect(await refusalOf(part)).toMatchObject({ code: 'storage_limit_exceeded' });
    expect((await t.service.blobs.list()[Symbol.asyncIterator]().next()).done).toBe(true);
  });

  test('on a full disk says when to send it again', async () => {
    await using t = await openWorld();
    const write: Service['blobs']['write'] = async () => {
      throw new BlobSpaceExhausted(null);
    };
    const full = { ...t.service, blobs: { ...t.service.blobs, write } };
    const refused = await refusalOf(send(full, t.ann, t.id, 0));
    expect(refused).toMatchObject({ code: 'unavailable', retryAfterSeconds: 60 });
    expect(await send(t.service, t.ann, t.id, 0)).toMatchObject({ offset: 0, size: partBytes });
  });
});
