import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { itemId } from '../../../main/engine/model/ids.ts';
import type { Destination } from '../../../main/engine/model/transfer/transfer-records.ts';
import type { SessionCommit, UploadedPart } from '../../../main/engine/ports/remote/remote.ts';
import { plainEnglish } from '../../../preload/words/en/english.ts';
import { collect } from '../../support/collect.ts';
import { digestOf, made, put, textOf } from '../../support/engine/remote-steps.ts';
import type { RemoteBench } from './remote-bench.ts';
import { changesSuite } from './remote-changes-suite.ts';

/** The contract of every service behind the `Remote` port. */
export function remoteSuite(name: string, open: () => Promise<RemoteBench>): void {
  describe(`remote: ${name}`, () => {
    let bench: RemoteBench;
    beforeEach(async () => {
      bench = await open();
    });
    afterEach(() => bench.dispose());
    const newFile = (fileName: string): Destination => ({ kind: 'new', parentId: bench.folder, name: fileName });

    describe('folders and items', () => {
      test('a new folder is listed where it was made, with the rights of the account', async () => {
        const made1 = made(await bench.remote.createFolder(bench.folder, 'Bilder'));
        expect(made1).toMatchObject({ name: 'Bilder', kind: 'folder', parentId: bench.folder, content: null });
        const listed = await bench.other.list(bench.folder);
        expect(listed).toEqual([made1]);
        expect(made1).toMatchObject({ canUpload: true, canRename: true, canDelete: true, canDownload: true });
      });

      test('[E27] [E101] a name that is taken is answered with the item that holds it', async () => {
        const first = made(await bench.remote.createFolder(bench.folder, 'Twice'));
        expect(await bench.other.createFolder(bench.folder, 'twice')).toEqual({
          ok: false,
          reason: 'taken',
          existing: first.id,
          existingKind: 'folder',
        });
        const file = made(await put(bench.remote, newFile('a.txt'), 'one'));
        expect(await put(bench.other, newFile('A.TXT'), 'two')).toEqual({
          ok: false,
          reason: 'taken',
          existing: file.id,
          existingKind: 'file',
        });
      });

      test('[E34] a name that the service refuses is a refusal with a reason in words', async () => {
        const answer = await bench.remote.createFolder(bench.folder, 'ends with a space ');
        expect(answer).toMatchObject({ ok: false, reason: 'refused', code: 'name_invalid' });
        expect(answer.ok === false && answer.reason === 'refused' && plainEnglish(answer.says).length).toBeGreaterThan(
          10,
        );
      });

      test('[E94] listing a missing folder gives null, never an empty list', async () => {
        expect(await bench.remote.list(itemId('99999999'))).toBeNull();
        const folder = made(await bench.remote.createFolder(bench.folder, 'short-lived'));
        expect(await bench.remote.list(folder.id)).toEqual([]);
        await bench.remote.trash({ id: folder.id, kind: 'folder', ifMatch: null });
        expect(await bench.remote.list(folder.id)).toBeNull();
      });

      test('an item in the trash is not found', async () => {
        const file = made(await put(bench.remote, newFile('bye.txt'), 'bye'));
        expect(await bench.remote.item(file.id, 'file')).toEqual(file);
        expect(await bench.remote.trash({ id: file.id, kind: 'file', ifMatch: file.etag })).toEqual({ ok: true });
        expect(await bench.remote.item(file.id, 'file')).toBeNull();
        expect(await bench.remote.item(itemId('99999999'), 'folder')).toBeNull();
        expect(await bench.remote.trash({ id: file.id, kind: 'file', ifMatch: null })).toEqual({
          ok: false,
          reason: 'gone',
        });
      });

      test('an item requested as the other kind is not found', async () => {
        const folder = made(await bench.remote.createFolder(bench.folder, 'folder'));
        const file = made(await put(bench.remote, newFile('file'), 'x'));
        expect(await bench.remote.item(folder.id, 'file')).toBeNull();
        expect(await bench.remote.item(file.id, 'folder')).toBeNull();
      });

      test('a folder goes to the trash with everything below it', async () => {
        const folder = made(await bench.remote.createFolder(bench.folder, 'full'));
        const file = made(await put(bench.remote, { kind: 'new', parentId: folder.id, name: 'in.txt' }, 'in'));
        expect(await bench.remote.trash({ id: folder.id, kind: 'folder', ifMatch: folder.etag })).toEqual({ ok: true });
        expect(await bench.remote.item(file.id, 'file')).toBeNull();
      });

      test('a move keeps the id and takes a new name along', async () => {
        const folder = made(await bench.remote.createFolder(bench.folder, 'target'));
        const file = made(await put(bench.remote, newFile('old.txt'), 'same bytes'));
        const move = { id: file.id, kind: 'file' as const, parentId: folder.id, name: 'new.txt', ifMatch: file.etag };
        const moved = made(await bench.remote.move(move));
        expect(moved).toMatchObject({ id: file.id, name: 'new.txt', parentId: folder.id, content: file.content });
        expect(moved.etag).not.toBe(file.etag);
      });

      test('[E11] a folder cannot be moved below itself', async () => {
        const outer = made(await bench.remote.createFolder(bench.folder, 'outer'));
        const inner = made(await bench.remote.createFolder(outer.id, 'inner'));
        const move = { id: outer.id, kind: 'folder' as const, parentId: inner.id, name: 'outer', ifMatch: null };
        expect(await bench.remote.move(move)).toMatchObject({ ok: false, reason: 'refused', code: 'cyclic' });
      });

      test('[E108] a rename of an item that changed meanwhile is refused', async () => {
        const file = made(await put(bench.remote, newFile('race.txt'), 'one'));
        made(await put(bench.other, { kind: 'version', itemId: file.id, name: 'race.txt', ifMatch: file.etag }, 'two'));
        const rename = {
          id: file.id,
          kind: 'file' as const,
          parentId: bench.folder,
          name: 'mine.txt',
          ifMatch: file.etag,
        };
        expect(await bench.remote.move(rename)).toEqual({ ok: false, reason: 'changed' });
        expect(await bench.remote.trash({ id: file.id, kind: 'file', ifMatch: file.etag })).toEqual({
          ok: false,
          reason: 'changed',
        });
      });

      test('[P8] a move of an item that was moved and renamed meanwhile is refused', async () => {
        const file = made(await put(bench.remote, newFile('draft.txt'), 'one'));
        const [theirs, ours] = [
          made(await bench.other.createFolder(bench.folder, 'theirs')),
          made(await bench.remote.createFolder(bench.folder, 'ours')),
        ];
        const move = { id: file.id, kind: 'file' as const, ifMatch: file.etag };
        made(await bench.other.move({ ...move, parentId: theirs.id, name: 'FINAL.txt' }));
        const late = await bench.remote.move({ ...move, parentId: ours.id, name: 'draft.txt' });
        expect(late).toEqual({ ok: false, reason: 'changed' });
        expect(await bench.remote.item(file.id, 'file')).toMatchObject({ parentId: theirs.id, name: 'FINAL.txt' });
      });

      test('adding to a deleted folder is answered with gone', async () => {
        const folder = made(await bench.remote.createFolder(bench.folder, 'gone'));
        await bench.other.trash({ id: folder.id, kind: 'folder', ifMatch: null });
        expect(await bench.remote.createFolder(folder.id, 'child')).toEqual({ ok: false, reason: 'gone' });
        expect(await put(bench.remote, { kind: 'new', parentId: folder.id, name: 'a' }, 'a')).toEqual({
          ok: false,
          reason: 'gone',
        });
      });

      test('each request is counted', async () => {
        const before = bench.remote.requests();
        await bench.remote.list(bench.folder);
        expect(bench.remote.requests()).toBe(before + 1);
      });
    });

    describe('small files', () => {
      test.each([
        ['[E43] nothing', ''],
        ['some bytes', 'some bytes'],
      ])('%s arrives and comes back as it was', async (_title, text) => {
        const file = made(await put(bench.remote, newFile('file.bin'), text));
        expect(file.content).toEqual({ sha1: digestOf(Buffer.from(text)), sizeBytes: Buffer.byteLength(text) });
        expect(file.contentModifiedAtMs).toBe(1_700_000_000_000);
        expect(await textOf(bench.other, file, 0)).toBe(text);
      });

      test('a new version replaces only the version it expects, and the old one can still be fetched', async () => {
        const first = made(await put(bench.remote, newFile('v.txt'), 'first'));
        const version = { kind: 'version' as const, itemId: first.id, name: 'v.txt', ifMatch: first.etag };
        const second = made(await put(bench.remote, version, 'second'));
        expect(second).toMatchObject({ id: first.id, parentId: bench.folder });
        expect(await put(bench.other, version, 'third')).toEqual({ ok: false, reason: 'changed' });
        expect(await textOf(bench.remote, second, 0)).toBe('second');
        expect(await textOf(bench.remote, first, 0)).toBe('first');
      });

      test('a download resumes at any byte and reports the full size', async () => {
        const file = made(await put(bench.remote, newFile('r.txt'), '0123456789'));
        const download = await bench.remote.download({
          file: file.id,
          offset: 4,
          version: file.versionId,
          sizeBytes: 10,
        });
        expect(download.content.sizeBytes).toBe(10);
        expect(Buffer.concat(await collect(download.stream)).toString()).toBe('456789');
      });

      test('bytes of an item that is gone are not found', async () => {
        for (const sizeBytes of [null, 10]) {
          const wanted = { file: itemId('99999999'), offset: 0, version: null, sizeBytes };
          await expect(bench.remote.download(wanted)).rejects.toMatchObject({ code: 'not_found' });
        }
      });

      test('[P77] many small contents at once are each whole, and one that is gone fails alone', async () => {
        const upload = async (name: string) => made(await put(bench.remote, newFile(name), `text of ${name}`));
        const [first, lost, last] = [await upload('a'), await upload('b'), await upload('c')];
        await bench.other.trash({ id: lost.id, kind: 'file', ifMatch: null });
        // The first one tells the limits of a batch.
        expect(await textOf(bench.remote, first, 0)).toBe('text of a');
        const texts = await Promise.allSettled([first, lost, last].map((file) => textOf(bench.remote, file, 0)));
        const gone = { reason: { code: 'not_found' } };
        expect(texts).toMatchObject([{ value: 'text of a' }, gone, { value: 'text of c' }]);
      });

      test('bytes that are not what their digest says are refused', async () => {
        const file = { bytes: Buffer.from('real'), sha1: digestOf(Buffer.from('other')), contentModifiedAtMs: null };
        expect(await bench.remote.upload(newFile('bad.txt'), file)).toMatchObject({
          ok: false,
          reason: 'refused',
          code: 'digest_mismatch',
        });
        expect(await bench.remote.list(bench.folder)).toEqual([]);
      });
    });

    describe('copies', () => {
      test('[P78] a copy has the content of its source, its own name and time, and needs no upload', async () => {
        const source = made(await put(bench.remote, newFile('source.txt'), 'copied'));
        const to = { parentId: bench.folder, name: 'copy.txt', contentModifiedAtMs: 1_600_000_000_000 };
        const copy = made(await bench.remote.copyFile(source, to));
        expect(copy).toMatchObject({ name: 'copy.txt', parentId: bench.folder, content: source.content });
        expect(copy.contentModifiedAtMs).toBe(1_600_000_000_000);
        expect(copy.id).not.toBe(source.id);
        expect(await bench.other.item(copy.id, 'file')).toEqual(copy);
        expect(await textOf(bench.other, copy, 0)).toBe('copied');
      });

      test('a copy over a taken name or of a deleted file is refused', async () => {
        const source = made(await put(bench.remote, newFile('source.txt'), 'copied'));
        const to = { parentId: bench.folder, name: 'SOURCE.txt', contentModifiedAtMs: null };
        expect(await bench.remote.copyFile(source, to)).toMatchObject({
          ok: false,
          reason: 'taken',
          existing: source.id,
        });
        const lost = { id: itemId('99999999'), versionId: null };
        expect(await bench.remote.copyFile(lost, { ...to, name: 'x' })).toEqual({ ok: false, reason: 'gone' });
      });
    });

    describe('upload sessions', () => {
      const begin = async (destination: Destination, content: Buffer) => {
        const created = await bench.remote.createSession(destination, content.length);
        if (!created.ok) throw new Error(`refused: ${JSON.stringify(created)}`);
        return created.session;
      };
      const send = async (id: string, content: Buffer, from: number, to: number): Promise<UploadedPart> => {
        const bytes = content.subarray(from, to);
        const part = { bytes, offset: from, totalBytes: content.length, sha1: digestOf(bytes) };
        const answer = await bench.remote.uploadPart(id, part);
        if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`);
        return answer.part;
      };
      const sendAll = async (id: string, content: Buffer, partSizeBytes: number) => {
        const offsets = Array.from(
          { length: Math.ceil(content.length / partSizeBytes) },
          (_, at) => at * partSizeBytes,
        );
        const ends = (offset: number) => Math.min(offset + partSizeBytes, content.length);
        return Promise.all(offsets.toReversed().map((offset) => send(id, content, offset, ends(offset))));
      };
      const commitOf = (content: Buffer, parts: readonly UploadedPart[]): SessionCommit => ({
        sha1: digestOf(content),
        parts: parts.toSorted((a, b) => a.offset - b.offset),
        ifMatch: null,
        contentModifiedAtMs: 1_600_000_000_000,
      });

      test('parts in any order become the file, and the same commit gives the same answer again', async () => {
        const content = randomBytes(bench.sessionFromBytes + 12_345);
        const session = await begin(newFile('big.bin'), content);
        expect(session.totalParts).toBe(Math.ceil(content.length / session.partSizeBytes));
        const parts = await sendAll(session.id, content, session.partSizeBytes);
        const commit = commitOf(content, parts);
        const committed = await bench.remote.commit(session.id, commit);
        expect(committed).toMatchObject({
          ok: true,
          entry: { content: { sha1: commit.sha1, sizeBytes: content.length } },
        });
        expect(await bench.remote.commit(session.id, commit)).toEqual(committed);
        expect(await bench.remote.list(bench.folder)).toHaveLength(1);
      });

      test('[E110] an open session and its stored parts can be read', async () => {
        const content = randomBytes(bench.sessionFromBytes);
        const session = await begin(newFile('half.bin'), content);
        const part = await send(session.id, content, session.partSizeBytes, 2 * session.partSizeBytes);
        expect(await bench.remote.session(session.id)).toEqual(session);
        expect(await bench.remote.parts(session.id)).toEqual([part]);
      });

      test('[E99] uploading a part again is answered with the stored part', async () => {
        const content = randomBytes(bench.sessionFromBytes);
        const session = await begin(newFile('again.bin'), content);
        const part = await send(session.id, content, 0, session.partSizeBytes);
        const other = randomBytes(session.partSizeBytes);
        const again = { bytes: other, offset: 0, totalBytes: content.length, sha1: digestOf(other) };
        expect(await bench.remote.uploadPart(session.id, again)).toEqual({ ok: false, reason: 'stored', part });
      });

      test('[E98] a session that was given up is gone', async () => {
        const content = randomBytes(bench.sessionFromBytes);
        const session = await begin(newFile('never.bin'), content);
        await bench.remote.abort(session.id);
        await bench.remote.abort(session.id);
        expect(await bench.remote.session(session.id)).toBeNull();
        expect(await bench.remote.parts(session.id)).toBeNull();
        const bytes = content.subarray(0, session.partSizeBytes);
        const part = { bytes, offset: 0, totalBytes: content.length, sha1: digestOf(bytes) };
        expect(await bench.remote.uploadPart(session.id, part)).toEqual({ ok: false, reason: 'session_gone' });
        expect(await bench.remote.list(bench.folder)).toEqual([]);
      });

      test('[E2] a commit with parts missing makes no file', async () => {
        const content = randomBytes(bench.sessionFromBytes);
        const session = await begin(newFile('holes.bin'), content);
        const part = await send(session.id, content, 0, session.partSizeBytes);
        const answer = await bench.remote.commit(session.id, commitOf(content, [part]));
        expect(answer).toMatchObject({ ok: false, reason: 'parts_mismatch' });
        expect(await bench.remote.list(bench.folder)).toEqual([]);
      });

      test('[E108] a new version is committed only over the version it expects', async () => {
        const first = made(await put(bench.remote, newFile('big.bin'), 'small at first'));
        const content = randomBytes(bench.sessionFromBytes);
        const session = await begin(
          { kind: 'version', itemId: first.id, name: 'big.bin', ifMatch: first.etag },
          content,
        );
        const parts = await sendAll(session.id, content, session.partSizeBytes);
        const version = { kind: 'version' as const, itemId: first.id, name: 'big.bin', ifMatch: first.etag };
        made(await put(bench.other, version, 'other'));
        const answer = await bench.remote.commit(session.id, { ...commitOf(content, parts), ifMatch: first.etag });
        expect(answer).toEqual({ ok: false, reason: 'changed' });
      });

      test('[E101] a session for a name that is taken is refused with the item that holds it', async () => {
        const first = made(await put(bench.remote, newFile('held.bin'), 'here first'));
        expect(await bench.remote.createSession(newFile('held.bin'), bench.sessionFromBytes)).toEqual({
          ok: false,
          reason: 'taken',
          existing: first.id,
          existingKind: 'file',
        });
      });
    });

    changesSuite(() => bench);
  });
}
