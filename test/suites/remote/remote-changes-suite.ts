import { describe, expect, test } from 'vitest';
import { streamPosition } from '../../../main/engine/model/ids.ts';
import type { Destination } from '../../../main/engine/model/transfer/transfer-records.ts';
import { changesSince, made, put } from '../../support/engine/remote-steps.ts';
import type { RemoteBench } from './remote-bench.ts';

/** The part of the remote suite about what a client learns of changes. */
export function changesSuite(bench: () => RemoteBench): void {
  const newFile = (fileName: string): Destination => ({ kind: 'new', parentId: bench().folder, name: fileName });

  describe('changes', () => {
    test('nothing new is an empty page that says it is the last, and the position stays', async () => {
      const position = await bench().remote.currentPosition();
      const page = await bench().remote.changes(position);
      const nothing = { changes: [], invitations: false, isAccessChanged: false, isEnd: true };
      expect(page).toEqual({ ok: true, position, ...nothing });
    });

    test('create, new version, rename and trash of a file arrive in order, each newer than the one before', async () => {
      const from = await bench().remote.currentPosition();
      const file = made(await put(bench().other, newFile('told.txt'), 'one'));
      const second = made(
        await put(bench().other, { kind: 'version', itemId: file.id, name: 'told.txt', ifMatch: file.etag }, 'two'),
      );
      const rename = {
        id: file.id,
        kind: 'file' as const,
        parentId: bench().folder,
        name: 'new.txt',
        ifMatch: second.etag,
      };
      made(await bench().other.move(rename));
      await bench().other.trash({ id: file.id, kind: 'file', ifMatch: null });
      const changes = await changesSince(bench().remote, from);
      expect(changes.map(({ kind, entry }) => [kind, entry.name, entry.content?.sha1])).toEqual([
        ['changed', 'told.txt', file.content?.sha1],
        ['changed', 'told.txt', second.content?.sha1],
        ['changed', 'new.txt', second.content?.sha1],
        ['removed', 'new.txt', changes[3]?.entry.content?.sha1],
      ]);
      const numbers = changes.map((change) => Number(change.entry.sequenceId));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(new Set(numbers).size).toBe(4);
    });

    test('[E93] the echo of an own change carries the etag that the change answered', async () => {
      const from = await bench().remote.currentPosition();
      const file = made(await put(bench().remote, newFile('echo.txt'), 'echo'));
      const [echo] = await changesSince(bench().remote, from);
      expect(echo?.entry).toMatchObject({
        id: file.id,
        etag: file.etag,
        sequenceId: file.sequenceId,
        content: file.content,
      });
    });

    test('a folder that is moved says that there may be more below it', async () => {
      const outer = made(await bench().remote.createFolder(bench().folder, 'outer'));
      const inner = made(await bench().remote.createFolder(bench().folder, 'inner'));
      const from = await bench().remote.currentPosition();
      made(
        await bench().other.move({ id: inner.id, kind: 'folder', parentId: outer.id, name: 'inner', ifMatch: null }),
      );
      expect(await changesSince(bench().remote, from)).toMatchObject([
        { kind: 'changed', contents: true, entry: { id: inner.id, parentId: outer.id } },
      ]);
    });

    test('[E92] [E95] a forgotten position is lost, one never handed out is unknown; neither is an error', async () => {
      const lost = { ok: false, reason: 'position_lost' };
      const unknown = { ok: false, reason: 'position_unknown' };
      expect(await bench().remote.changes(streamPosition('forgotten'))).toEqual(lost);
      expect(await bench().remote.changes(streamPosition('9007199254740991'))).toEqual(unknown);
    });

    test('a wait ends when something changes, also when it changed before the wait began', async () => {
      const position = await bench().remote.currentPosition();
      const waiting = bench().remote.waitForChange(position, AbortSignal.timeout(20_000));
      made(await bench().other.createFolder(bench().folder, 'wake up'));
      await waiting;
      await bench().remote.waitForChange(position, AbortSignal.timeout(20_000));
      expect(await changesSince(bench().remote, position)).toHaveLength(1);
    });
  });
}
