import { describe, expect, test } from 'vitest';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import { type TrayActions, type TrayView, trayMenu } from '../../../../../main/shell/tray/tray-menu.ts';
import { untilTomorrowMs } from '../../../../../main/shell/tray/tray-time.ts';
import { firstTrayView, withActivity, withUpdate } from '../../../../../main/shell/tray/tray-view.ts';
import type { ActivityEntry } from '../../../../../preload/ipc/shapes/status.ts';
import { clickMenu, menuEntry, menuLabels } from '../../../../support/desktop/menu.ts';

const view: TrayView = {
  state: 'in_sync',
  sentence: 'Everything is in sync',
  roots: [{ id: 7, name: 'Documents' }],
  recent: [{ rootId: 7, path: 'Contracts/R&D plan.docx' }],
  invitations: [{ id: '31', from: 'Carol', item: 'Launch plan' }],
  update: null,
};

function recorded(): { readonly actions: TrayActions; readonly done: unknown[][] } {
  const done: unknown[][] = [];
  const note =
    (name: string) =>
    (...args: unknown[]): void =>
      void done.push([name, ...args]);
  const actions: TrayActions = {
    showWindow: note('showWindow'),
    showInvitations: note('showInvitations'),
    accept: note('accept'),
    decline: note('decline'),
    reveal: note('reveal'),
    pause: note('pause'),
    resume: note('resume'),
    installUpdate: note('installUpdate'),
    quit: note('quit'),
  };
  return { actions, done };
}

const at = new Date(2026, 10, 20, 22, 30);
const menuOf = (shown: TrayView, actions = recorded().actions) =>
  trayMenu(shown, actions, { now: () => at, texts: shellTexts([]) });
describe('the menu of the tray', () => {
  test('shows the state, changes, invitations and actions, in this order', () => {
    expect(menuLabels(menuOf(view))).toEqual([
      'Everything is in sync',
      'separator',
      'R&&D plan.docx',
      'separator',
      'Carol invites you to “Launch plan”',
      'separator',
      'Pause',
      'separator',
      'Open folder',
      'Open Tandem',
      'separator',
      'Quit Tandem',
    ]);
    expect(menuEntry(menuOf(view), 'Everything is in sync').enabled).toBe(false);
  });

  test('pauses for half an hour, for two hours, and until six tomorrow', () => {
    const { actions, done } = recorded();
    const items = menuOf(view, actions);
    clickMenu(items, 'Pause', 'For 30 minutes');
    clickMenu(items, 'Pause', 'For 2 hours');
    clickMenu(items, 'Pause', 'Until tomorrow');
    expect(done).toEqual([
      ['pause', 1_800_000],
      ['pause', 7_200_000],
      ['pause', 7.5 * 3_600_000],
    ]);
  });

  test('offers to resume when paused, and nothing else of the kind', () => {
    const { actions, done } = recorded();
    const items = menuOf({ ...view, state: 'paused' }, actions);
    expect(menuLabels(items)).not.toContain('Pause');
    clickMenu(items, 'Resume');
    expect(done).toEqual([['resume']]);
  });

  test('accepts and declines the invitation that was clicked', () => {
    const { actions, done } = recorded();
    const items = menuOf({ ...view, invitations: [...view.invitations, { id: '32', from: '', item: '' }] }, actions);
    clickMenu(items, 'Carol invites you to “Launch plan”', 'Accept');
    clickMenu(items, 'Someone invites you to collaborate', 'Decline');
    expect(done).toEqual([
      ['accept', '31'],
      ['decline', '32'],
    ]);
  });

  test('lists three invitations and counts the rest', () => {
    const many = Array.from({ length: 5 }, (_, index) => ({ id: String(index), from: `P${index}`, item: 'X' }));
    const { actions, done } = recorded();
    const items = menuOf({ ...view, invitations: many }, actions);
    clickMenu(items, '2 more invitations');
    expect(menuLabels(items).filter((label) => label?.includes('invites you'))).toHaveLength(3);
    expect(done).toEqual([['showInvitations']]);
  });

  test('opens the folder, or lets a person choose among several', () => {
    const { actions, done } = recorded();
    clickMenu(menuOf(view, actions), 'Open folder');
    const two = { ...view, roots: [...view.roots, { id: 8, name: 'Studio' }] };
    clickMenu(menuOf(two, actions), 'Open folder', 'Studio');
    clickMenu(menuOf(view, actions), 'R&&D plan.docx');
    expect(done).toEqual([
      ['reveal', { rootId: 7 }],
      ['reveal', { rootId: 8 }],
      ['reveal', { rootId: 7, path: 'Contracts/R&D plan.docx' }],
    ]);
    expect(menuLabels(menuOf({ ...view, roots: [] }))).not.toContain('Open folder');
  });

  test('until tomorrow is six in the morning: of the next day, also at the end of a year, and of the same day at night', () => {
    expect(untilTomorrowMs(new Date(2026, 11, 31, 8, 0))).toBe(22 * 3_600_000);
    expect(untilTomorrowMs(new Date(2026, 11, 31, 1, 0))).toBe(5 * 3_600_000);
  });

  test('offers the restart for a newer version once it is there, and not before', () => {
    const { actions, done } = recorded();
    const onItsWay = withUpdate(view, { state: 'downloading', version: '1.3.0', share: 0.5, sentence: null });
    expect(menuLabels(menuOf(onItsWay)).join()).not.toContain('update');
    const ready = withUpdate(view, { state: 'ready', version: '1.3.0', share: null, sentence: null });
    clickMenu(menuOf(ready, actions), 'Restart to update to 1.3.0');
    expect(done).toEqual([['installUpdate']]);
  });
});

describe('recent files', () => {
  const changed = (id: number, path: string, itemKind: 'file' | 'folder' = 'file'): ActivityEntry => ({
    id,
    atMs: id,
    rootId: 7,
    kind: 'upload',
    side: 'remote',
    path,
    fromPath: null,
    batch: 1,
    undo: 'possible',
    by: null,
    itemKind,
    bytes: 1,
    sentence: '',
    rule: '',
  });

  test('come newest first, each once, without folders, and five at most', () => {
    const first = withActivity(
      firstTrayView(shellTexts([])),
      ['a', 'b', 'c', 'd', 'e'].map((name, index) => changed(index, name)),
    );
    const later = withActivity(first, [changed(6, 'x', 'folder'), changed(7, 'b'), changed(8, 'f')]);
    expect(later.recent.map((file) => file.path)).toEqual(['f', 'b', 'e', 'd', 'c']);
  });

  test.each<[string, Partial<ActivityEntry>, readonly string[]]>([
    ['a deleted file', { path: 'b', kind: 'trash-remote' }, ['in/c', 'a']],
    ['what is in a deleted folder', { path: 'in', kind: 'trash-local', itemKind: 'folder' }, ['b', 'a']],
    ['a rescued file', { path: 'b', kind: 'rescue' }, ['in/c', 'a']],
    ['what is in a rescued folder', { path: 'in', kind: 'rescue', itemKind: 'folder' }, ['b', 'a']],
    ['the old path of a moved file', { path: 'in/b', fromPath: 'b', kind: 'move-local' }, ['in/b', 'in/c', 'a']],
    ['what was in a moved folder', { path: 'out', fromPath: 'in', kind: 'move-local', itemKind: 'folder' }, ['b', 'a']],
  ])('leave out %s, until a file is there again', (_, change, expected) => {
    const first = withActivity(firstTrayView(shellTexts([])), [changed(1, 'a'), changed(2, 'b'), changed(3, 'in/c')]);
    const gone = { ...changed(4, ''), ...change };
    expect(withActivity(first, [gone]).recent.map(({ path }) => path)).toEqual(expected);
    const again = withActivity(first, [gone, changed(5, 'b'), changed(6, 'in/c')]);
    expect(again.recent.slice(0, 2).map(({ path }) => path)).toEqual(['in/c', 'b']);
    const elsewhere = withActivity(first, [{ ...gone, rootId: 8 }]);
    expect(elsewhere.recent).toEqual(expect.arrayContaining([...first.recent]));
  });
});
