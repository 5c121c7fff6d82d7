import { ArrowDown, ArrowUp, Pencil, Plus, RotateCcw } from 'lucide-react';
import { describe, expect, test } from 'vitest';
import type { ActivityEntry } from '../../../../../preload/ipc/shapes/status.ts';
import { type ActivityGroup, daysOf } from '../../../../../renderer/features/activity/groups.ts';
import { icons, wordingFor } from '../../../../../renderer/features/activity/wording.ts';

const me = { id: '1', name: 'Ann' };
const bob = { id: '2', name: 'Bob' };

const entry = (change: Partial<ActivityEntry>): ActivityEntry => ({
  id: 1,
  atMs: 1,
  rootId: 1,
  kind: 'download',
  side: 'local',
  path: 'plan.txt',
  fromPath: null,
  batch: 1,
  undo: 'never',
  by: null,
  itemKind: 'file',
  bytes: 1,
  sentence: '',
  rule: 'P1',
  ...change,
});

function groupOf(...changes: readonly Partial<ActivityEntry>[]): ActivityGroup {
  const [group] = daysOf(changes.map(entry), false).flatMap(({ groups }) => groups);
  if (group === undefined) throw new Error('no entries');
  return group;
}

describe('the icon says what the sentence says', () => {
  test.each([
    ['download', me, 'uploaded', ArrowUp],
    ['download', bob, 'addedByOther', Plus],
    ['download', null, 'downloaded', ArrowDown],
    ['download-version', me, 'edited', Pencil],
    ['download-version', bob, 'editedByOther', Pencil],
  ] as const)('%s by %o', (kind, by, wording, icon) => {
    const group = groupOf({ kind, by });
    expect(wordingFor(group, me.id)).toBe(wording);
    expect(icons[wordingFor(group, me.id)]).toBe(icon);
  });
});

describe('a restore', () => {
  const restored = { kind: 'restore-remote', side: 'local' } as const;

  test('made on the service is of the person who made it', () => {
    const [mine, theirs] = [groupOf({ ...restored, by: me }), groupOf({ ...restored, by: bob })];
    expect([wordingFor(mine, me.id), wordingFor(theirs, me.id)]).toEqual(['restored', 'restoredHere']);
    expect([mine.isOurs, theirs.isOurs, theirs.by]).toEqual([false, false, bob]);
    expect(icons[wordingFor(theirs, me.id)]).toBe(RotateCcw);
  });

  test('of a folder includes the contents that come with it', () => {
    const box = { ...restored, path: 'box', itemKind: 'folder', by: me } as const;
    const contents = [{ path: 'box/in', kind: 'create-local-folder', itemKind: 'folder', by: me } as const, box];
    expect(wordingFor(groupOf({ path: 'box/in/a.txt', by: me }, ...contents), me.id)).toBe('restored');
    expect(wordingFor(groupOf({ path: 'boxes.txt', by: me }, ...contents), me.id)).toBe('changedThere');
  });
});
