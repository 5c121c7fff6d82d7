import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../../../../service/domain/service.ts';
import { createFolder } from '../../../../../../service/domain/tree/folders/create-folder.ts';
import { abortSession } from '../../../../../../service/domain/tree/upload-sessions/abort-session.ts';
import {
  type CommitSession,
  commitSession,
} from '../../../../../../service/domain/tree/upload-sessions/commit-session.ts';
import { createSession } from '../../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { getSession } from '../../../../../../service/domain/tree/upload-sessions/get-session.ts';
import { uploadPart } from '../../../../../../service/domain/tree/upload-sessions/upload-part.ts';
import { bytesOf, openDomainWorld, refusalOf, sha1Of } from '../../../../../support/service/domain-world.ts';

/* Every refusal of an upload session, with what it tells the client to do. */

/** Two whole parts and a shorter one. */
const whole = Buffer.from('four bytes');
const partBytes = 4;
const wholeSha1 = sha1Of(whole);
const otherSha1 = sha1Of('other');
const firstPart = { start: 0, end: 3, total: 10 };

async function openWorld() {
  const world = await openDomainWorld({ uploadSessions: { leastBytes: 5, partBytes } });
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const create = (fileSizeBytes: number) => {
    return createSession(service, ann, { folderId: '0', fileName: 'f', fileSizeBytes });
  };
  const { id } = await create(whole.length);
  const send = (range: typeof firstPart, bytes = whole.subarray(range.start, range.end + 1), sha1 = sha1Of(bytes)) =>
    uploadPart(service, ann, { sessionId: id, range, sha1, content: bytesOf(bytes) });
  const sendAll = async () => [
    await send(firstPart),
    await send({ start: 4, end: 7, total: 10 }),
    await send({ start: 8, end: 9, total: 10 }),
  ];
  const commit = (parts: CommitSession['parts'], sha1 = wholeSha1) =>
    commitSession(service, ann, { sessionId: id, sha1, parts });
  return {
    service,
    ann,
    id,
    create,
    send,
    sendAll,
    commit,
    get: (caller: Caller = ann, sessionId = id) => getSession(service, caller, sessionId),
    abort: () => abortSession(service, ann, id),
    bob,
    passTime: world.passTime,
    holdTime: world.holdTime,
    /** The number of contents on disk. */
    stored: async () => {
      let count = 0;
      for await (const _blob of service.blobs.list()) count += 1;
      return count;
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

describe('a session', () => {
  test.each<[string, (t: World) => Promise<unknown>, string, string]>([
    [
      'for a small file',
      (t) => t.create(4),
      'file_size_too_small',
      'An upload session requires a file of at least 5 bytes, not 4. Upload it in one request.',
    ],
    [
      'that does not exist',
      (t) => t.get(t.ann, 'ID'),
      'not_found',
      'Upload session ID does not exist. Create a new one.',
    ],
    ['of another user', (t) => t.get(t.bob), 'forbidden', 'Only the creator of an upload session can use it.'],
    [
      'that has expired',
      async (t) => {
        t.passTime(7 * 24 * 3600 * 1000);
        await t.get();
      },
      'session_expired',
      'Upload session ID has expired. Create a new one.',
    ],
    [
      'that was aborted',
      async (t) => {
        await t.abort();
        await t.get();
      },
      'not_found',
      'Upload session ID is aborted. Create a new one.',
    ],
    [
      'that was committed',
      async (t) => {
        await t.commit(await t.sendAll());
        await t.get();
      },
      'not_found',
      'Upload session ID is committed. Create a new one.',
    ],
  ])('%s is refused', async (_which, request, code, message) => {
    await using t = await openWorld();
    const refusal = await refusalOf(request(t));
    expect([refusal.code, refusal.message.replace(t.id, 'ID')]).toEqual([code, message]);
  });
});

describe('a part', () => {
  test.each([
    ['between two multiples of the part size', { start: 1, end: 4, total: 10 }],
    ['shorter than a part', { start: 0, end: 2, total: 10 }],
    ['longer than a part', { start: 0, end: 4, total: 10 }],
    ['of two parts', { start: 0, end: 7, total: 10 }],
    ['of a longer file', { start: 0, end: 3, total: 11 }],
    ['beyond the end of the file', { start: 8, end: 11, total: 10 }],
    ['after the end of the file', { start: 12, end: 15, total: 10 }],
    ['without bytes after the end of the file', { start: 12, end: 9, total: 10 }],
  ])('%s is refused', async (_which, range) => {
    await using t = await openWorld();
    const { code, message } = await refusalOf(t.send(range));
    const sent = `bytes ${range.start}-${range.end}/${range.total}`;
    expect([code, message]).toEqual([
      'invalid_content_range',
      `"${sent}" is not a valid part. Parts start at multiples of 4 and have 4 bytes (the last one fewer). The file has 10 bytes.`,
    ]);
  });

  test.each<[string, string, string, string, string]>([
    [
      'more bytes',
      'five!',
      sha1Of('four'),
      'invalid_content_range',
      'The body has more than the 4 bytes of "bytes 0-3/10".',
    ],
    [
      'fewer bytes',
      'fo',
      sha1Of('fo'),
      'invalid_content_range',
      'Received 2 of the 4 bytes of "bytes 0-3/10". Send the part again.',
    ],
    [
      'other bytes',
      'FOUR',
      sha1Of('four'),
      'precondition_failed',
      `The received bytes have the SHA-1 ${sha1Of('FOUR')}, not ${sha1Of('four')}. Send the part again.`,
    ],
  ])('with %s than announced is refused, and leaves no content', async (_what, body, sha1, code, message) => {
    await using t = await openWorld();
    const refusal = await refusalOf(t.send(firstPart, Buffer.from(body), sha1));
    expect([refusal.code, refusal.message]).toEqual([code, message]);
    expect([(await t.get()).num_parts_processed, await t.stored()]).toEqual([0, 0]);
  });

  test('that is already uploaded is refused with the stored part, so that a resumed upload can adopt it', async () => {
    await using t = await openWorld();
    const part = await t.send(firstPart);
    const { code, message, contextInfo } = await refusalOf(t.send(firstPart));
    expect([code, message]).toEqual([
      'range_overlaps_existing_part',
      'The part at offset 0 is already uploaded. Parts are immutable.',
    ]);
    expect(contextInfo).toEqual({ conflicting_part: part });
  });
});

describe('a commit', () => {
  const differ =
    'The parts in the commit differ from the stored ones. List the parts of the session and send all of them.';

  test('before all parts are stored is refused', async () => {
    await using t = await openWorld();
    const { code, message } = await refusalOf(t.commit([await t.send(firstPart)]));
    expect([code, message]).toEqual(['parts_mismatch', '4 of 10 bytes are stored. Send the missing parts first.']);
  });

  type Part = CommitSession['parts'][number];
  test.each<[string, (parts: readonly [Part, Part, Part]) => readonly Part[]]>([
    ['without one of them', ([one, two]) => [one, two]],
    ['with one of them twice', ([one, two]) => [one, two, two]],
    ['with one of them twice too many', ([one, two, three]) => [one, two, three, one]],
    ['with an unknown one', ([one, two, three]) => [one, two, { ...three, part_id: '00000009' }]],
    ['with another size', ([one, two, three]) => [one, two, { ...three, size: 1 }]],
    ['with another offset', ([one, two, three]) => [one, two, { ...three, offset: 9 }]],
    ['with another digest', ([one, two, three]) => [one, two, { ...three, sha1: otherSha1 }]],
  ])('of the parts %s is refused, and one of all of them in any order succeeds', async (_which, listed) => {
    await using t = await openWorld();
    const [one, two, three] = await t.sendAll();
    if (!one || !two || !three) throw new Error('Parts are missing.');
    const { code, message } = await refusalOf(t.commit(listed([one, two, three])));
    expect([code, message]).toEqual(['parts_mismatch', differ]);
    const { sha1: _digest, ...withoutDigest } = two;
    expect(await t.commit([three, one, withoutDigest])).toMatchObject({ kind: 'committed' });
  });

  test.each<[string, (t: World) => Promise<unknown>, string, string]>([
    [
      'with another digest than that of the parts',
      async (t) => t.commit(await t.sendAll(), otherSha1),
      'digest_mismatch',
      `The whole file has the SHA-1 ${wholeSha1}, not ${otherSha1}. Abort the session and upload the file again.`,
    ],
    [
      'repeated with another digest',
      async (t) => {
        const parts = await t.sendAll();
        await t.commit(parts);
        await t.commit(parts, otherSha1);
      },
      'digest_mismatch',
      'This session was committed with a different digest.',
    ],
    [
      'after an abort',
      async (t) => {
        const parts = await t.sendAll();
        await t.abort();
        await t.commit(parts);
      },
      'not_found',
      'The upload session ID was aborted.',
    ],
  ])('%s is refused', async (_which, request, code, message) => {
    await using t = await openWorld();
    const refusal = await refusalOf(request(t));
    expect([refusal.code, refusal.message.replace(t.id, 'ID')]).toEqual([code, message]);
  });
});

test('a session lives for seven days to the millisecond', async () => {
  await using t = await openWorld();
  t.holdTime();
  const { id } = await t.create(whole.length);
  t.passTime(7 * 24 * 3600 * 1000 - 1);
  expect(await t.get(t.ann, id)).toMatchObject({ id });
  t.passTime(1);
  expect((await refusalOf(t.get(t.ann, id))).code).toBe('session_expired');
});

test('a commit tells what took the name meanwhile, in the form for files', async () => {
  await using t = await openWorld();
  const parts = await t.sendAll();
  const other = await createFolder(t.service, t.ann, { parentId: '0', name: 'F' });
  const refusal = await refusalOf(t.commit(parts));
  expect(refusal).toMatchObject({
    code: 'item_name_in_use',
    contextInfo: { conflicts: { type: 'folder', id: other.id } },
  });
});
