import { describe, expect, it } from 'vitest';
import { limits } from '../../../../../contract/rules/limits.ts';
import { createAssemblies } from '../../../../../service/domain/kernel/uploads/assemblies.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { downloadFile } from '../../../../../service/domain/tree/files/downloads/download-file.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { abortSession } from '../../../../../service/domain/tree/upload-sessions/abort-session.ts';
import {
  type CommitSession,
  commitSession,
} from '../../../../../service/domain/tree/upload-sessions/commit-session.ts';
import {
  createSession,
  createVersionSession,
  partSizeFor,
} from '../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { getSession, listParts } from '../../../../../service/domain/tree/upload-sessions/get-session.ts';
import { uploadPart } from '../../../../../service/domain/tree/upload-sessions/upload-part.ts';
import { collectReleasedBlobs } from '../../../../../service/domain/upkeep/collect-blobs.ts';
import { dropExpiredSessions } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { verifyStore } from '../../../../../service/domain/upkeep/verify-store.ts';
import {
  bytesOf,
  openDomainWorld,
  putFile,
  readAll,
  refusalOf,
  sha1Of,
} from '../../../../support/service/domain-world.ts';

/** The smallest file that takes a session: two whole parts and a shorter one. */
const sizeBytes = 20_000_000;
const content = Buffer.alloc(sizeBytes);
for (let index = 0; index < sizeBytes; index += 1) content[index] = (index * 31 + (index >> 13)) & 0xff;
const wholeSha1 = sha1Of(content);

async function openWorld(settings: Parameters<typeof openDomainWorld>[0] = {}) {
  const world = await openDomainWorld(settings);
  return {
    world,
    service: world.service,
    ann: await world.join('ann'),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

type Session = Awaited<ReturnType<typeof createSession>>;

async function open(service: Service, caller: Caller, fileName = 'large.bin'): Promise<Session> {
  return createSession(service, caller, { folderId: '0', fileName, fileSizeBytes: sizeBytes });
}

/** Sends the part with this number, from 0. */
async function sendPart(service: Service, caller: Caller, session: Session, number: number) {
  const start = number * session.part_size;
  const bytes = content.subarray(start, Math.min(start + session.part_size, sizeBytes));
  const range = { start, end: start + bytes.length - 1, total: sizeBytes };
  return uploadPart(service, caller, {
    sessionId: session.id,
    range,
    sha1: sha1Of(bytes),
    content: bytesOf(bytes),
  });
}

async function sendAll(service: Service, caller: Caller, session: Session, order = [2, 0, 1]): Promise<CommitSession> {
  const parts = await Promise.all(order.map((number) => sendPart(service, caller, session, number)));
  return { sessionId: session.id, sha1: wholeSha1, parts };
}

describe('the digest of the whole', () => {
  const whole = Buffer.from(Array.from({ length: 2_000 }, (_, index) => index & 0xff));
  const parts = 5;

  /** A world of small parts that are read for the digest like this, and a way to send them one by one. */
  async function openPartWorld(feedWith: (blobs: Service['blobs']) => Service['blobs']['feed']) {
    const t = await openWorld({ uploadSessions: { leastBytes: 1, partBytes: whole.length / parts } });
    const service: Service = { ...t.service, blobs: { ...t.service.blobs, feed: feedWith(t.service.blobs) } };
    const order = { folderId: '0', fileName: 'parts.bin', fileSizeBytes: whole.length };
    const session = await createSession(service, t.ann, order);
    const send = async (number: number, by = service) => {
      const start = number * session.part_size;
      const bytes = whole.subarray(start, start + session.part_size);
      const range = { start, end: start + bytes.length - 1, total: whole.length };
      return uploadPart(by, t.ann, { sessionId: session.id, range, sha1: sha1Of(bytes), content: bytesOf(bytes) });
    };
    const stored = async () =>
      (await listParts(service, t.ann, { sessionId: session.id, offset: 0, limit: 100 })).total_count;
    return { ...t, service, session, send, stored };
  }

  /** The same, with a digest that is suspended until the test releases it. */
  async function openHeldWorld() {
    const letGo = Promise.withResolvers<void>();
    const t = await openPartWorld((blobs) => async (id, take) => letGo.promise.then(() => blobs.feed(id, take)));
    return { ...t, letGo: letGo.resolve };
  }

  it('is waited for by parts that come faster than it is made, so that the commit finds it nearly done', async () => {
    await using t = await openHeldWorld();
    const sent = [];
    for (let number = 0; number < 2; number += 1) sent.push(await t.send(number));
    let isAnswered = false;
    const next = t.send(2).finally(() => {
      isAnswered = true;
    });
    await expect.poll(t.stored).toBe(3);
    expect(isAnswered).toBe(false);
    t.letGo();
    sent.push(await next, ...(await Promise.all([3, 4].map((number) => t.send(number)))));
    const commit = { sessionId: t.session.id, sha1: sha1Of(whole), parts: sent };
    expect(await commitSession(t.service, t.ann, commit)).toMatchObject({ kind: 'committed' });
  });

  it.each([
    ['the first part, nothing is left to read', 0, whole.length],
    ['another part, all is read once more', 1, 2 * whole.length],
  ])('is made by one of several processes: where the commit comes to the one of %s', async (_case, at, wanted) => {
    let bytesRead = 0;
    await using t = await openPartWorld((blobs) => async (id, take) => {
      await blobs.feed(id, (bytes) => {
        bytesRead += bytes.length;
        take(bytes);
      });
    });
    const processes = [0, 1, 2].map(() => ({ ...t.service, assemblies: createAssemblies() }));
    const sent = [];
    for (let number = 0; number < parts; number += 1) sent.push(await t.send(number, processes[number % 3]));
    const commit = { sessionId: t.session.id, sha1: sha1Of(whole), parts: sent };
    expect(await commitSession(processes[at] ?? t.service, t.ann, commit)).toMatchObject({ kind: 'committed' });
    expect(bytesRead).toBeLessThanOrEqual(wanted);
  });

  it('keeps no part waiting for long, because a client would time out', async () => {
    await using t = await openHeldWorld();
    for (let number = 0; number < 3; number += 1) await t.send(number);
    expect(await t.stored()).toBe(3);
    t.letGo();
  });
});

describe('opening an upload session', () => {
  it('splits the file into parts of eight mebibytes for seven days', async () => {
    await using t = await openWorld();
    const session = await open(t.service, t.ann);
    expect(session).toMatchObject({ part_size: 8_388_608, total_parts: 3, num_parts_processed: 0 });
    expect(Math.abs(Date.parse(session.session_expires_at) - Date.UTC(2026, 0, 8))).toBeLessThan(1000);
    expect(await getSession(t.service, t.ann, session.id)).toEqual(session);
  });

  it.each([
    [20_000_000, 8_388_608],
    [10_000 * 8_388_608, 8_388_608],
    [10_000 * 8_388_608 + 1, 9 * 1024 * 1024],
    [500 * 1024 ** 3, 52 * 1024 * 1024],
  ])('makes parts of a file of %d bytes %d bytes long, and never more than 10,000', (fileSize, partSize) => {
    expect(partSizeFor(fileSize, limits.uploadPartBytes)).toBe(partSize);
    expect(Math.ceil(fileSize / partSize)).toBeLessThanOrEqual(10_000);
  });

  it('refuses small files, taken names and what does not fit', async () => {
    await using t = await openWorld({ maxFileBytes: 30_000_000 });
    await putFile(t.service, t.ann, '0', 'taken');
    const request = { folderId: '0', fileName: 'f', fileSizeBytes: sizeBytes };
    const codes = [
      await refusalOf(createSession(t.service, t.ann, { ...request, fileSizeBytes: 19_999_999 })),
      await refusalOf(createSession(t.service, t.ann, { ...request, fileName: 'Taken' })),
      await refusalOf(createSession(t.service, t.ann, { ...request, fileSizeBytes: 30_000_001 })),
      await refusalOf(createSession(t.service, t.ann, { ...request, folderId: '404' })),
    ].map(({ code }) => code);
    expect(codes).toEqual(['file_size_too_small', 'item_name_in_use', 'file_size_limit_exceeded', 'not_found']);
  });

  it('belongs to who made it', async () => {
    await using t = await openWorld();
    const bob = await t.world.join('bob');
    const session = await open(t.service, t.ann);
    expect((await refusalOf(getSession(t.service, bob, session.id))).code).toBe('forbidden');
    expect((await refusalOf(sendPart(t.service, bob, session, 0))).code).toBe('forbidden');
    expect((await refusalOf(abortSession(t.service, bob, session.id))).code).toBe('forbidden');
  });
});

describe('uploading parts', () => {
  it('takes them side by side and lists them by offset', async () => {
    await using t = await openWorld();
    const session = await open(t.service, t.ann);
    await sendAll(t.service, t.ann, session);
    const listed = await listParts(t.service, t.ann, { sessionId: session.id, offset: 0, limit: 100 });
    expect(listed.total_count).toBe(3);
    expect(listed.entries.map(({ offset }) => offset)).toEqual([0, 8_388_608, 16_777_216]);
    expect(listed.entries.every(({ part_id }) => /^[0-9a-f]{8}$/.test(part_id))).toBe(true);
    expect((await getSession(t.service, t.ann, session.id)).num_parts_processed).toBe(3);
  });

  it('lets one of two equal parts win that come at the same time', async () => {
    await using t = await openWorld();
    const session = await open(t.service, t.ann);
    const outcomes = await Promise.allSettled([0, 0].map((number) => sendPart(t.service, t.ann, session, number)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'range_overlaps_existing_part' });
  });

  it('refuses parts of an expired session, and forgets it with its parts', async () => {
    await using t = await openWorld();
    const session = await open(t.service, t.ann);
    await sendPart(t.service, t.ann, session, 0);
    t.world.passTime(7 * 24 * 3600 * 1000);
    expect((await refusalOf(sendPart(t.service, t.ann, session, 1))).code).toBe('session_expired');
    expect(await dropExpiredSessions(t.service)).toBe(1);
    expect(await collectReleasedBlobs(t.service, 0)).toBe(1);
    expect((await refusalOf(getSession(t.service, t.ann, session.id))).code).toBe('not_found');
  });
});

describe('committing', () => {
  it('makes the file out of parts that came in any order, and only then shows it', async () => {
    await using t = await openWorld();
    const session = await open(t.service, t.ann);
    const commit = await sendAll(t.service, t.ann, session);
    const outcome = await commitSession(t.service, t.ann, { ...commit, contentModifiedAt: 5000 });
    if (outcome.kind !== 'committed') throw new Error(outcome.kind);
    expect(outcome.file).toMatchObject({ name: 'large.bin', size: sizeBytes, sha1: wholeSha1, etag: '0' });
    await collectReleasedBlobs(t.service, 0);
    const download = await downloadFile(t.service, t.ann, { fileId: outcome.file.id });
    expect(sha1Of(await readAll(await download.open()))).toBe(wholeSha1);
    const seam = await readAll(await download.open({ start: 8_388_600, end: 8_388_615 }));
    expect(seam).toEqual(content.subarray(8_388_600, 8_388_616));
    expect(await verifyStore(t.service)).toMatchObject({ versions: 1, faults: [] });
  });

  it('gives the same answer again, makes no second file, and tells of it once', async () => {
    await using t = await openWorld();
    const commit = await sendAll(t.service, t.ann, await open(t.service, t.ann));
    const first = await commitSession(t.service, t.ann, commit);
    if (first.kind !== 'committed') throw new Error(first.kind);
    await deleteFile(t.service, t.ann, { fileId: first.file.id });
    expect(await commitSession(t.service, t.ann, commit)).toEqual(first);
    const other = commitSession(t.service, t.ann, { ...commit, sha1: sha1Of('other') });
    expect((await refusalOf(other)).code).toBe('digest_mismatch');
    const { entries } = await listEvents(t.service, t.ann, { streamType: 'all', limit: 10 });
    expect(entries.map(({ event_type }) => event_type)).toEqual(['ITEM_UPLOAD', 'ITEM_TRASH']);
    await abortSession(t.service, t.ann, commit.sessionId);
  });

  it('joins a commit that is running', async () => {
    await using t = await openWorld();
    const commit = await sendAll(t.service, t.ann, await open(t.service, t.ann));
    const [one, two] = await Promise.all([
      commitSession(t.service, t.ann, commit),
      commitSession(t.service, t.ann, commit),
    ]);
    expect(one).toEqual(two);
    expect((await verifyStore(t.service)).versions).toBe(1);
  });

  it('says when to ask again while the assembly takes long, and then gives the result', async () => {
    await using t = await openWorld({ commitAnswerMs: 0 });
    const commit = await sendAll(t.service, t.ann, await open(t.service, t.ann));
    const first = await commitSession(t.service, t.ann, commit);
    expect(first).toEqual({ kind: 'assembling', retryAfterSeconds: 5 });
    const patient = { ...t.service, settings: { ...t.service.settings, commitAnswerMs: 25_000 } };
    expect(await commitSession(patient, t.ann, commit)).toMatchObject({ kind: 'committed', file: { sha1: wholeSha1 } });
  });

  it('works after a restart, when the state of the digest is lost', async () => {
    await using t = await openWorld();
    const commit = await sendAll(t.service, t.ann, await open(t.service, t.ann));
    const restarted = { ...t.service, assemblies: createAssemblies() };
    expect(await commitSession(restarted, t.ann, commit)).toMatchObject({ kind: 'committed' });
  });

  it('refuses a digest that is not that of the whole, and the session stays open', async () => {
    await using t = await openWorld();
    const commit = await sendAll(t.service, t.ann, await open(t.service, t.ann));
    const wrong = commitSession(t.service, t.ann, { ...commit, sha1: sha1Of('wrong') });
    expect((await refusalOf(wrong)).code).toBe('digest_mismatch');
    expect(await commitSession(t.service, t.ann, commit)).toMatchObject({ kind: 'committed' });
  });

  it('refuses a name that was taken meanwhile, and succeeds once it is free', async () => {
    await using t = await openWorld();
    const commit = await sendAll(t.service, t.ann, await open(t.service, t.ann));
    const other = await putFile(t.service, t.ann, '0', 'LARGE.bin');
    expect((await refusalOf(commitSession(t.service, t.ann, commit))).code).toBe('item_name_in_use');
    await deleteFile(t.service, t.ann, { fileId: other.id });
    expect(await commitSession(t.service, t.ann, commit)).toMatchObject({ kind: 'committed' });
  });

  it('honours If-Match and If-None-Match for a new version', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'f');
    const session = await createVersionSession(t.service, t.ann, { fileId, fileSizeBytes: sizeBytes, fileName: 'g' });
    const commit = await sendAll(t.service, t.ann, session);
    expect(await commitSession(t.service, t.ann, { ...commit, ifNoneMatch: '0' })).toEqual({ kind: 'not_modified' });
    await uploadVersion(t.service, t.ann, { fileId, content: bytesOf('faster') });
    const outdated = commitSession(t.service, t.ann, { ...commit, ifMatch: '0' });
    expect((await refusalOf(outdated)).code).toBe('precondition_failed');
    const outcome = await commitSession(t.service, t.ann, { ...commit, ifMatch: '1' });
    expect(outcome).toMatchObject({
      kind: 'committed',
      file: { id: fileId, name: 'g', etag: '2', version_number: '3' },
    });
  });

  it('releases the parts when the session is aborted, even twice', async () => {
    await using t = await openWorld();
    const session = await open(t.service, t.ann);
    const commit = await sendAll(t.service, t.ann, session);
    await abortSession(t.service, t.ann, session.id);
    await abortSession(t.service, t.ann, session.id);
    expect((await refusalOf(commitSession(t.service, t.ann, commit))).code).toBe('not_found');
    expect(await collectReleasedBlobs(t.service, 0)).toBe(3);
  });
});
