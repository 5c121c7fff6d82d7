import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ItemId, itemId, type LocalId, localId } from '../../../../../../main/engine/model/ids.ts';
import { FileSystemError } from '../../../../../../main/engine/ports/file-system.ts';
import { isSought, noteNewsRead, noteSeen, takeNewsRead } from '../../../../../../main/engine/recover/settle/looks.ts';
import { createHints } from '../../../../../../main/engine/root/schedule/hints.ts';
import { createServiceSight, type ServiceSight } from '../../../../../../main/engine/root/state/service-sight.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

let root: LocalRoot;
let context: Parameters<typeof isSought>[0];
let service: ServiceSight;
beforeEach(async () => {
  root = await openLocalRoot();
  await mkdir(root.at('a/b'), { recursive: true });
  await root.observer.scanAll();
  const record = root.whole.roots()[0];
  if (record === undefined) throw new Error('there is no root');
  const hints = createHints({ quietMs: 1_000, longestMs: 5_000 });
  service = createServiceSight();
  service.begin();
  context = { root: root.store, record, hints, service, effects: { looks: new Map() } };
});
afterEach(() => root.dispose());

const ITEM = itemId('11');
const isOpen = (folder: LocalId, what: ItemId | LocalId = ITEM): boolean => isSought(context, what, folder);

async function lookAt(...folders: string[]): Promise<void> {
  noteSeen(
    context,
    await root.scan(...folders),
    folders.map((folder) => join(root.path, folder)),
  );
}

test('[P85] where a step may have put or taken something is looked at once, at once, and sought until that was done', async () => {
  const folder = root.row('a/b').id;
  expect(isOpen(folder)).toBe(true);
  expect(context.hints.take(0).folders).toEqual([root.at('a/b')]);
  await lookAt('a');
  expect(isOpen(folder)).toBe(true);
  expect(context.hints.isEmpty()).toBe(true);
  await lookAt('a/b');
  expect(isOpen(folder)).toBe(false);
  // After one report it is over: the next failure is sought again.
  expect(isOpen(folder)).toBe(true);
  noteSeen(context, await root.observer.scanAll(), null);
  expect(isOpen(folder)).toBe(false);
});

test('[P85] a look that does not come to the folder is none', async () => {
  const folder = root.row('a/b').id;
  isOpen(folder);
  const report = {
    root: 'present',
    changed: 0,
    settleAtMs: null,
    isWhole: false,
    unreadable: [],
    restless: [],
    excluded: [],
  } as const;
  noteSeen(context, { ...report, restless: [root.at('a/b')] }, null);
  expect(isOpen(folder)).toBe(true);
  const error = new FileSystemError('denied', root.at('a'), 'not readable');
  noteSeen(context, { ...report, unreadable: [{ path: 'a', error }] }, null);
  expect(isOpen(folder)).toBe(true);
  noteSeen(context, report, null);
  expect(isOpen(folder)).toBe(false);
});

test('[P85] an unreadable folder hides what is below it, and nothing else', async () => {
  await mkdir(root.at('ab'));
  await root.observer.scanAll();
  const [below, beside] = [root.row('a/b').id, root.row('ab').id];
  isOpen(below, itemId('11'));
  isOpen(beside, itemId('12'));
  const error = new FileSystemError('denied', root.at('a'), 'not readable');
  const unreadable = [{ path: 'a', error }];
  noteSeen(
    context,
    { root: 'present', changed: 0, settleAtMs: null, isWhole: false, unreadable, restless: [], excluded: [] },
    null,
  );
  expect([isOpen(below, itemId('11')), isOpen(beside, itemId('12'))]).toEqual([true, false]);
});

test('[P85] the news of the service say nothing about a folder', () => {
  isOpen(root.row('a').id);
  noteNewsRead(context);
  expect(isOpen(root.row('a').id)).toBe(true);
});

test('[P85] in a folder that is gone nothing is sought', () => {
  expect(isOpen(root.row('a').id)).toBe(true);
  expect(isOpen(localId(99), itemId('12'))).toBe(false);
});

test('[P85] a node is sought beside an item of the same number', async () => {
  const { id } = root.row('a/b');
  expect(isOpen(root.row('a').id, id)).toBe(true);
  expect(isOpen(root.row('a').id, itemId(String(id)))).toBe(true);
  await lookAt('a');
  expect(isOpen(root.row('a').id, id)).toBe(false);
  expect(isOpen(root.row('a').id, itemId(String(id)))).toBe(false);
});

test('[P85] news of the service are asked for, and count once they were read, until they are taken', () => {
  expect(isSought(context, '1/5', 'service')).toBe(true);
  expect(service.hasNews).toBe(true);
  noteSeen(
    context,
    { root: 'present', changed: 0, settleAtMs: null, isWhole: false, unreadable: [], restless: [], excluded: [] },
    null,
  );
  expect([...takeNewsRead(context)]).toEqual([]);
  expect(isSought(context, '1/5', 'service')).toBe(true);
  noteNewsRead(context);
  expect([...takeNewsRead(context)]).toEqual(['1/5']);
  expect([...takeNewsRead(context)]).toEqual([]);
});
