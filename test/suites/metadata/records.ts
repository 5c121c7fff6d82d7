import { describe, expect, it } from 'vitest';
import type { LockCursor } from '../../../service/ports/metadata/items/items.ts';
import { ann, file, type MetadataStoreFixture, openSession, withAnn } from './metadata-store.ts';

type Open = () => Promise<MetadataStoreFixture>;

/** The contract of every metadata store for versions, sessions, tokens and the other small records. */
export function recordSuite(open: Open): void {
  describe('records', () => {
    it('finds a person by login without regard to case', async () => {
      await using fixture = await withAnn(open);
      expect(await fixture.store.read(({ users }) => users.getByLogin('ANN@example.ORG'))).toEqual(ann);
    });

    it('adds up what is in folders, and what owners have', async () => {
      await using fixture = await withAnn(open);
      const files = [
        file('11', 'one', { sizeBytes: 3 }),
        file('12', 'two', { sizeBytes: 4 }),
        file('13', 'trashed', { sizeBytes: 8, trashedAt: 1, trashedBy: '1' }),
      ];
      const found = await fixture.store.transaction(async ({ items, versions, trees }) => {
        for (const one of files) {
          const { versionId, name, sha1, sizeBytes, createdAt, modifiedAt, modifiedBy } = one;
          const { contentCreatedAt, contentModifiedAt, uploaderDisplayName } = one;
          const ended = { trashedAt: null, trashedBy: null, restoredAt: null, restoredBy: null };
          const dates = { createdAt, modifiedAt, modifiedBy, contentCreatedAt, contentModifiedAt, ...ended };
          const content = { blobId: 'b', sha1, sizeBytes, name, uploaderDisplayName, number: 1 };
          await items.insert(one, name);
          await versions.insert({ id: versionId, fileId: one.id, ...content, ...dates });
        }
        const counts = [await trees.countOwned('1', 9), await trees.countOwned('1', 2), await trees.countOwned('9', 2)];
        return [
          counts,
          await trees.bytesIn(['2', '11']),
          await trees.versionBytesOf('1'),
          await trees.versionBytesOf('9'),
        ];
      });
      expect(found).toEqual([[3, 2, 0], new Map([['2', 7]]), 15, 0]);
    });

    it('lists the locks that have expired, earliest first, without the others', async () => {
      await using fixture = await withAnn(open);
      const { store } = fixture;
      const lockUntil = (expiresAt: number | null) => {
        return { lock: { id: '9', createdBy: '1', createdAt: 1, expiresAt, isDownloadPrevented: false } };
      };
      const files = [
        file('11', 'renewed', lockUntil(5)),
        file('12', 'later', lockUntil(30)),
        file('13', 'second', lockUntil(20)),
        file('14', 'first', lockUntil(10)),
        file('15', 'until removed', lockUntil(null)),
        file('16', 'unlocked'),
        file('17', 'second too', lockUntil(20)),
      ];
      await store.transaction(async ({ items }) => {
        for (const one of files) await items.insert(one, one.name);
        await items.update(file('11', 'renewed', lockUntil(40)), 'renewed');
      });
      const list = (limit: number, after: LockCursor | null) =>
        store.read(({ items }) => items.listLocksExpiredBy(20, limit, after));
      const first = await list(2, null);
      expect(first).toEqual([
        { id: '14', expiresAt: 10 },
        { id: '13', expiresAt: 20 },
      ]);
      expect(await list(2, first[1] ?? null)).toEqual([{ id: '17', expiresAt: 20 }]);
    });

    it('knows an id by one spelling only', async () => {
      await using fixture = await withAnn(open);
      const find = (id: string) => fixture.store.read(({ users }) => users.get(id));
      expect([(await find(ann.id))?.id, await find(`0${ann.id}`)]).toEqual([ann.id, null]);
    });

    it('stores no text with U+0000', async () => {
      await using fixture = await withAnn(open);
      const insert = fixture.store.transaction(({ users }) =>
        users.insert({ ...ann, id: '99', login: 'x', name: 'a\0b' }),
      );
      await expect(insert).rejects.toMatchObject({ code: 'text_refused' });
      expect(await fixture.store.read(({ users }) => users.get('99'))).toBeNull();
    });

    it('keeps a token by its digest', async () => {
      await using fixture = await withAnn(open);
      const token = {
        digest: 'd',
        userId: '1',
        scopes: ['root_readonly'],
        createdAt: 1,
        expiresAt: 2,
        grant: { clientId: 'c', familyId: 'f', devicePinId: null },
        narrowedFrom: 'c',
        confirms: null,
        restriction: { itemId: '9', sharedLink: null },
      };
      await fixture.store.transaction((tx) => tx.tokens.insert(token));
      expect(await fixture.store.read(({ tokens }) => tokens.get('d'))).toEqual(token);
      expect(await fixture.store.transaction((tx) => tx.tokens.deleteExpiredBefore(3, 100))).toBe(1);
      expect(await fixture.store.read(({ tokens }) => tokens.get('d'))).toBeNull();
    });

    it.each([0, 100, 5000, 3_000_000])('keeps a stored answer of %i characters as it was', async (length) => {
      await using fixture = await withAnn(open);
      const body =
        length === 0 ? null : JSON.stringify({ name: 'Ä\u0007"'.repeat(Math.floor(length / 10)).padEnd(length, 'x') });
      const sent = { userId: '1', key: 'a-key', operation: 'createFolder', fingerprint: 'f', contentSha1: null };
      const answer = { ...sent, authority: 'a', status: 201, headers: { etag: '1' }, body, createdAt: Date.now() };
      await fixture.store.transaction(({ idempotencyKeys }) => idempotencyKeys.insert(answer));
      expect(await fixture.store.read(({ idempotencyKeys }) => idempotencyKeys.get('1', 'a-key'))).toEqual(answer);
    });

    it('gives a job to one process when it is due, and to another once the lease of a dead one is over', async () => {
      await using fixture = await withAnn(open);
      const claim = (holder: string, now: number) => {
        const lease = { name: 'a job', holder, now, everyMs: 1000, holdMs: 100 };
        return fixture.store.transaction(({ jobRuns }) => jobRuns.claim(lease));
      };
      const finish = (holder: string) =>
        fixture.store.transaction(({ jobRuns }) => jobRuns.finish('a job', holder, 'complete'));
      expect([await claim('dead', 5000), await claim('two', 5099), await claim('two', 5100)]).toEqual([
        null,
        5100,
        null,
      ]);
      await finish('two');
      expect([await claim('one', 6099), await claim('one', 6100)]).toEqual([6100, null]);
    });

    it('begins a series of reads once, and again after its time', async () => {
      await using fixture = await withAnn(open);
      const begin = (now: number, since: number | null, reader = 'r') =>
        fixture.store.transaction(({ useSeries }) => useSeries.begin(reader, { now, since }));
      expect(await begin(100, 50)).toBe(true);
      expect(await begin(150, 100)).toBe(false);
      expect(await begin(151, 101)).toBe(true);
      expect(await begin(152, null)).toBe(true);
      expect(await begin(153, 152)).toBe(false);
      const both = await Promise.all([begin(200, 150, 'other'), begin(200, 150, 'other')]);
      expect(both.toSorted()).toEqual([false, true]);
      const drop = (time: number, limit: number) =>
        fixture.store.transaction(({ useSeries }) => useSeries.deleteBegunBefore(time, limit));
      expect([await drop(152, 9), await drop(201, 1), await drop(201, 9), await drop(201, 9)]).toEqual([0, 1, 1, 0]);
    });

    it('starts a ZIP download once, and ends it once', async () => {
      await using fixture = await withAnn(open);
      const { store } = fixture;
      const counts = { totalFiles: 3, downloadedFiles: 1, skippedFiles: 1, skippedFolders: 1 };
      const request = {
        items: [{ kind: 'file' as const, id: '9' }],
        fileName: 'ü.zip',
        use: { token: 'digest', asUser: '3' },
        sharedLink: { itemId: '9', stamp: 's' },
      };
      const record = {
        id: 'z',
        userId: '2',
        network: '192.0.2.1',
        request,
        state: 'waiting' as const,
        seenAt: 0,
        expiresAt: 100,
        ...counts,
      };
      await store.transaction(({ zipDownloads }) => zipDownloads.insert(record));
      expect(await store.read(({ zipDownloads }) => zipDownloads.get('z'))).toEqual(record);
      const start = (now: number) => store.transaction((tx) => tx.zipDownloads.start('z', { now, expiresAt: 900 }));
      expect(await start(100)).toBe(false);
      expect((await Promise.all([start(99), start(99)])).toSorted()).toEqual([false, true]);
      const runningSince = (time: number) => store.read(({ zipDownloads }) => zipDownloads.runningSince(time));
      expect([await runningSince(98), await runningSince(99)]).toEqual([[{ userId: '2', network: '192.0.2.1' }], []]);
      const progress = (now: number, since: number) =>
        store.transaction((tx) =>
          tx.zipDownloads.progress('z', { ...counts, downloadedFiles: 2 }, { now, since, expiresAt: 950 }),
        );
      expect([await progress(200, 98), await progress(300, 200)]).toEqual([true, false]);
      expect(await store.read(({ zipDownloads }) => zipDownloads.get('z'))).toMatchObject({ expiresAt: 950 });
      const end = (state: 'succeeded' | 'failed') =>
        store.transaction((tx) => tx.zipDownloads.end('z', state, { ...counts, downloadedFiles: 3 }, 1000));
      await end('succeeded');
      await end('failed');
      const ended = { state: 'succeeded', seenAt: 200, expiresAt: 1000, downloadedFiles: 3 };
      expect(await store.read(({ zipDownloads }) => zipDownloads.get('z'))).toEqual({ ...record, ...ended });
      expect([await runningSince(0), await progress(300, 0)]).toEqual([[], false]);
      const drop = (time: number) => store.transaction((tx) => tx.zipDownloads.deleteExpiredBefore(time, 9));
      expect([await drop(1000), await drop(1001), await drop(1001)]).toEqual([0, 1, 0]);
    });

    it.each([
      { kind: 'new_file', folderId: '2', fileName: 'f' },
      { kind: 'new_version', fileId: '3', fileName: 'g' },
      { kind: 'new_version', fileId: '3', fileName: null },
    ] as const)('keeps an upload session as it is: $kind, named $fileName', async (target) => {
      await using fixture = await withAnn(open);
      const sizes = { storedBytes: 0, fileSizeBytes: 10, partSizeBytes: 5 };
      const times = { createdAt: 1, expiresAt: 9 };
      const session = {
        id: 'S',
        userId: '1',
        ownerId: '1',
        target,
        ...sizes,
        ...times,
        state: { kind: 'open' },
      } as const;
      await fixture.store.transaction(({ sessions }) => sessions.insert(session));
      expect(await fixture.store.read(({ sessions }) => sessions.get('S'))).toEqual(session);
    });

    it('counts the versions of files, and lists them from the oldest on', async () => {
      await using fixture = await withAnn(open);
      const leaf = file('12', 'leaf');
      const { versionId, name, sha1, sizeBytes, createdAt, modifiedAt, modifiedBy } = leaf;
      const { contentCreatedAt, contentModifiedAt, uploaderDisplayName } = leaf;
      const restored = { restoredAt: null, restoredBy: null };
      const dates = { createdAt, modifiedAt, modifiedBy, contentCreatedAt, contentModifiedAt };
      const common = { fileId: '12', blobId: 'b', sha1, sizeBytes, name, uploaderDisplayName, ...dates, ...restored };
      const first = { ...common, id: '777', number: 1, trashedAt: 3, trashedBy: '1' };
      await fixture.store.transaction(async ({ items, versions }) => {
        await items.insert(leaf, 'leaf');
        await versions.insert({ ...common, id: versionId, number: 2, trashedAt: null, trashedBy: null });
        await versions.insert(first);
      });
      const found = await fixture.store.read(async ({ versions }) => ({
        counts: await versions.countOfFiles(['12', '404']),
        oldest: await versions.listOldest('12', 1),
      }));
      expect(found).toEqual({ counts: new Map([['12', 2]]), oldest: [first] });
    });

    it('lists the open sessions in the space of an owner', async () => {
      await using fixture = await withAnn(open);
      const list = () => fixture.store.read(({ sessions }) => sessions.listOpenInSpaceOf('1'));
      await fixture.store.transaction(async ({ sessions }) => {
        await sessions.insert(openSession);
        await sessions.insert({ ...openSession, id: 'T', ownerId: '404' });
      });
      expect(await list()).toEqual([openSession]);
      await fixture.store.transaction(({ sessions }) => sessions.setState('S', { kind: 'aborted' }));
      expect(await list()).toEqual([]);
    });

    it('knows which contents are named by parts, the space that parts take, and which contents wait to be deleted', async () => {
      await using fixture = await withAnn(open);
      await fixture.store.transaction(async (tx) => {
        await tx.sessions.insert(openSession);
        const part = { sessionId: 'S', partId: '1', offset: 5, sizeBytes: 5, sha1: 'a', blobId: 'named' };
        await tx.sessions.insertPart(part);
        await tx.users.addSpaceUsed('1', 7);
        await tx.blobs.release(['named', 'free', 'free']);
      });
      const seen = await fixture.store.read(async ({ blobs, sessions, users }) => ({
        room: await users.roomOf('1'),
        unknown: await users.roomOf('404'),
        referenced: [...(await blobs.referenced(['named', 'free']))],
        released: [...(await blobs.listReleased({ after: '', limit: 10, releasedBy: Number.MAX_SAFE_INTEGER }))].sort(),
        part: await sessions.getPartAt('S', 5),
        none: await sessions.getPartAt('S', 0),
      }));
      expect(seen).toMatchObject({ referenced: ['named'], released: ['free', 'named'], none: null });
      expect(seen.part?.partId).toBe('1');
      expect(seen.room).toEqual({ allBytes: 5_000_000_000, usedBytes: 7, heldBytes: 5 });
      expect(seen.unknown).toBeNull();
      await fixture.store.transaction(({ blobs }) => blobs.forgetReferenced(['named', 'free']));
      const page = { after: '', limit: 10, releasedBy: Number.MAX_SAFE_INTEGER };
      expect(await fixture.store.read(({ blobs }) => blobs.listReleased(page))).toEqual(['free']);
      const unlimited = await fixture.store.transaction(async ({ users }) => {
        await users.update('1', { spaceAmountBytes: null });
        return users.roomOf('1');
      });
      expect(unlimited).toBeNull();
    });
  });
}
