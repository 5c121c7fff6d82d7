import { expect, test } from 'vitest';
import { abortSession } from '../../../../service/domain/tree/upload-sessions/abort-session.ts';
import { commitSession } from '../../../../service/domain/tree/upload-sessions/commit-session.ts';
import { createSession } from '../../../../service/domain/tree/upload-sessions/create-session.ts';
import { uploadPart } from '../../../../service/domain/tree/upload-sessions/upload-part.ts';
import { bytesOf, openDomainWorld, putFile, refusalOf, sha1Of } from '../../../support/service/domain-world.ts';

/** A user with a quota of 1,000 bytes who tries to use more disk space. Parts have 100 bytes here. */
const part = Buffer.alloc(100, 7);
const whole = Buffer.concat([part, part, part, part]);

async function openHouse() {
  const world = await openDomainWorld({ uploadSessions: { leastBytes: 1, partBytes: part.length } });
  const { service } = world;
  const ann = await world.join('ann');
  await service.store.transaction(({ users }) => users.update(ann.user.id, { spaceAmountBytes: 1000 }));
  const open = (fileName: string, fileSizeBytes = whole.length) =>
    createSession(service, ann, { folderId: '0', fileName, fileSizeBytes });
  const send = (sessionId: string, index: number) => {
    const start = index * part.length;
    const range = { start, end: start + part.length - 1, total: whole.length };
    return uploadPart(service, ann, { sessionId, range, sha1: sha1Of(part), content: bytesOf(part) });
  };
  return { world, service, ann, open, send, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test('parts of open sessions never take more than the quota', async () => {
  await using house = await openHouse();
  const sessions = [await house.open('1'), await house.open('2')];
  for (const { id } of sessions) for (const index of [0, 1, 2, 3]) await house.send(id, index);
  // 800 of 1,000 bytes are parts.
  expect(await refusalOf(house.open('3'))).toMatchObject({ code: 'storage_limit_exceeded' });
  const small = await house.open('small', 150);
  expect(small.part_size).toBe(100);
});

test('a part that no longer fits is refused, though its session was opened when there was room', async () => {
  await using house = await openHouse();
  const sessions = [await house.open('1'), await house.open('2'), await house.open('3')];
  const sent: string[] = [];
  for (const { id } of sessions) {
    for (const index of [0, 1, 2, 3]) {
      const refused = await refusalOf(house.send(id, index)).catch(() => null);
      sent.push(refused?.code ?? 'stored');
    }
  }
  expect(sent).toEqual([...Array(10).fill('stored'), 'storage_limit_exceeded', 'storage_limit_exceeded']);
});

test('parts that are still arriving take space too: what exceeds the quota is refused before it has arrived', async () => {
  await using house = await openHouse();
  const { service, ann } = house;
  const sessions = [await house.open('1'), await house.open('2'), await house.open('3')];
  const end = Promise.withResolvers<void>();
  const pending = async function* () {
    yield part.subarray(1);
    await end.promise;
    yield part.subarray(0, 1);
  };
  const codes: string[] = [];
  const sent = sessions.flatMap(({ id }) =>
    [0, 1, 2, 3].map(async (index) => {
      const start = index * part.length;
      const range = { start, end: start + part.length - 1, total: whole.length };
      const content = pending();
      const refusal = await refusalOf(uploadPart(service, ann, { sessionId: id, range, sha1: sha1Of(part), content }));
      codes.push(refusal.code);
    }),
  );
  const outcomes = Promise.allSettled(sent);
  await expect.poll(() => codes).toEqual(['storage_limit_exceeded', 'storage_limit_exceeded']);
  end.resolve();
  // The others arrive: `refusalOf` rejects when a request succeeds.
  expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(10);
});

test('a plain upload does not take the space that parts hold, and an abort gives it back', async () => {
  await using house = await openHouse();
  const { id } = await house.open('1');
  for (const index of [0, 1, 2, 3]) await house.send(id, index);
  const upload = () => putFile(house.service, house.ann, '0', 'plain.bin', 'x'.repeat(700));
  expect(await refusalOf(upload())).toMatchObject({
    code: 'storage_limit_exceeded',
    message: expect.stringContaining('Unfinished uploads take 400 bytes'),
  });
  await abortSession(house.service, house.ann, id);
  await upload();
});

test('a commit counts its bytes once: what fits exactly is committed', async () => {
  await using house = await openHouse();
  await putFile(house.service, house.ann, '0', 'before.bin', 'x'.repeat(600));
  const { id } = await house.open('exact.bin');
  const parts = [];
  for (const index of [0, 1, 2, 3]) parts.push(await house.send(id, index));
  const done = await commitSession(house.service, house.ann, { sessionId: id, sha1: sha1Of(whole), parts });
  expect(done.kind).toBe('committed');
  const owner = await house.service.store.read(({ users }) => users.get(house.ann.user.id));
  expect(owner?.spaceUsedBytes).toBe(1000);
});

test('the 501st open session of a person is refused, and a committed or aborted one makes room', async () => {
  await using house = await openHouse();
  const first = await house.open('0', 100);
  for (let index = 1; index < 500; index += 1) await house.open(`${index}`, 100);
  expect(await refusalOf(house.open('one more', 100))).toMatchObject({ code: 'rate_limit_exceeded' });
  await abortSession(house.service, house.ann, first.id);
  await house.open('one more', 100);
});
