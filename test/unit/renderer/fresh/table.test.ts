import { expect, test } from 'vitest';
import { type CommandName, commands } from '../../../../preload/ipc/commands.ts';
import { serviceCalls } from '../../../../preload/ipc/service-calls.ts';
import { subjectOf, touchedBy } from '../../../../renderer/state/fresh/table.ts';

const subjectOfCall = (name: string) => subjectOf(['service', name]);
const touchedByCall = (name: (typeof serviceCalls)[number]) => touchedBy('service.call', name);
const reads = serviceCalls.filter((name) => subjectOfCall(name) !== null);
const writes = serviceCalls.filter((name) => !reads.includes(name));

/** What is purged was in the trash, so no list of items shows it; and the people of a hub belong to the hub. */
const isApart = (write: string, read: string): boolean =>
  write.startsWith('purge') || (read.includes('Hub') && !write.includes('Hub'));

test('a write makes stale what reads the same kind of thing', () => {
  for (const write of writes) {
    const thing = write.replace(/^[a-z]+/, '');
    const several = thing.endsWith('y') ? `${thing.slice(0, -1)}ies` : thing.endsWith('s') ? thing : `${thing}s`;
    const readers = reads.filter((read) => read.endsWith(thing) || read.endsWith(several));
    for (const read of readers.filter((name) => !isApart(write, name))) {
      expect(touchedByCall(write), `${write}, ${read}`).toContain(subjectOfCall(read));
    }
    expect(touchedByCall(write), write).not.toEqual([]);
  }
});

test('a delete, a restore and a purge of an item change the trash of the service', () => {
  const moves = writes.filter((name) => /^(delete|restore|purge)(File|Folder|WebLink)$/.test(name));
  expect(moves).toHaveLength(9);
  for (const move of moves) expect(touchedByCall(move), move).toContain(subjectOfCall('listTrash'));
});

test('a change of an item changes the folder, the favourites, the recents and the search that show it', () => {
  const lists = ['listFolderItems', 'listCollectionItems', 'listRecentItems', 'search', 'getFile'];
  expect([...new Set(lists.map(subjectOfCall))]).toEqual(['items']);
});

/** Commands that change nothing that a page has cached about the same. */
const harmless: readonly string[] = [
  'account.check',
  'ignore.test',
  'problem.checkName',
  'root.open',
  'root.reveal',
  'link.open',
  'link.visit',
  'link.take',
];

test('a command makes stale what reads the same on this computer', () => {
  const names = Object.keys(commands) as CommandName[];
  const about = (name: string): string => name.slice(0, name.lastIndexOf('.'));
  const readsIt = (name: string): boolean => subjectOf([name]) !== null;
  for (const command of names.filter((name) => !readsIt(name) && !harmless.includes(name))) {
    for (const read of names.filter((name) => about(name) === about(command) && readsIt(name))) {
      expect(touchedBy(command, null), `${command}, ${read}`).toContain(subjectOf([read]));
    }
  }
});

test('a command that moves items makes their lists stale', () => {
  const moves = ['conflict.resolve', 'held.release', 'activity.undo', 'problem.rename', 'share.bringBack'] as const;
  for (const command of [...moves, 'share.leave' as const])
    expect(touchedBy(command, null), command).toContain('items');
});
