import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHints } from '../../../../main/engine/hints.ts';
import { fileIdentity, itemId, type LocalId, localId } from '../../../../main/engine/model/ids.ts';
import type { Placing } from '../../../../main/engine/model/placing.ts';
import { FileSystemError } from '../../../../main/engine/ports/file-system.ts';
import { dropSought, isSought, noteSeen } from '../../../../main/engine/sought-places.ts';
import { type LocalRoot, openLocalRoot } from '../../../support/local-root.ts';

let root: LocalRoot;
let context: Parameters<typeof isSought>[0];
beforeEach(async () => {
  root = await openLocalRoot();
  await mkdir(root.at('a/b'), { recursive: true });
  await root.observer.scanAll();
  const record = root.whole.roots()[0];
  if (record === undefined) throw new Error('there is no root');
  const hints = createHints({ quietMs: 1_000, longestMs: 5_000 });
  context = { root: root.store, record, hints, live: { sought: new Map() } };
});
afterEach(() => root.dispose());

/** Something new that a step may have put into this folder. */
function putIn(folder: LocalId): Placing {
  const fingerprint = { identity: fileIdentity('nowhere'), sizeBytes: 0, mtimeNs: '0', ctimeNs: '0' };
  const names = { kind: 'folder', localName: 'c', remoteName: 'c' } as const;
  return {
    localId: null,
    itemId: itemId('11'),
    parentLocalId: folder,
    ...names,
    content: null,
    fingerprint,
    etag: null,
  };
}

async function lookAt(...folders: string[]): Promise<void> {
  noteSeen(
    context,
    await root.scan(...folders),
    folders.map((folder) => join(root.path, folder)),
  );
}

test('[P85] where a step may have put something is looked at once, at once, and sought until that was done', async () => {
  const one = putIn(root.row('a/b').id);
  expect(isSought(context, one)).toBe(true);
  expect(context.hints.take(0).folders).toEqual([root.at('a/b')]);
  await lookAt('a');
  expect(isSought(context, one)).toBe(true);
  expect(context.hints.isEmpty()).toBe(true);
  await lookAt('a/b');
  expect(isSought(context, one)).toBe(false);
  dropSought(context.live, []);
  expect(isSought(context, one)).toBe(true);
  noteSeen(context, await root.observer.scanAll(), null);
  expect(isSought(context, one)).toBe(false);
});

test('[P85] a look that does not come to the folder is none', async () => {
  const one = putIn(root.row('a/b').id);
  isSought(context, one);
  const report = { root: 'present', changed: 0, settleAtMs: null, unreadable: [], restless: [] } as const;
  noteSeen(context, { ...report, restless: [root.at('a/b')] }, null);
  expect(isSought(context, one)).toBe(true);
  const error = new FileSystemError('denied', root.at('a'), 'not readable');
  noteSeen(context, { ...report, unreadable: [{ path: 'a', error }] }, null);
  expect(isSought(context, one)).toBe(true);
  noteSeen(context, report, null);
  expect(isSought(context, one)).toBe(false);
});

test('[P85] in a folder that is gone nothing is sought', () => {
  expect(isSought(context, putIn(root.row('a').id))).toBe(true);
  expect(isSought(context, { ...putIn(localId(99)), itemId: itemId('12') })).toBe(false);
});
