import { describe, expect, test } from 'vitest';
import type { SelectionFolder, SelectionTree } from '../../../../../preload/ipc/shapes/scope.ts';
import {
  type Choices,
  changesOf,
  chosenAmount,
  type Folders,
  foldersOf,
  noChoices,
  stateOf,
  toggled,
} from '../../../../../renderer/parts/selection/choices.ts';

/**
 * The tree that a person chooses in, without a page:
 *   work (30 bytes: 10 of its own, plans 15, old 5 left out)    photos (100, left out)    music (7)
 */
const folder = (id: string, bytes: number, more: Partial<SelectionFolder> = {}): SelectionFolder => ({
  id,
  name: id,
  state: 'synced',
  files: bytes,
  bytes,
  chosenFiles: bytes,
  chosenBytes: bytes,
  hasFolders: false,
  isShared: false,
  ...more,
});
const out = { state: 'not_synced', chosenFiles: 0, chosenBytes: 0 } as const;
const level = (folderId: string, folders: SelectionFolder[]): SelectionTree => ({
  rootId: 1,
  folderId,
  path: folderId,
  files: 137,
  bytes: 137,
  chosenFiles: 32,
  chosenBytes: 32,
  isListed: true,
  folders,
});
const work = folder('work', 30, { state: 'partially_synced', chosenFiles: 25, chosenBytes: 25, hasFolders: true });
const top = level('0', [work, folder('photos', 100, out), folder('music', 7)]);
const inWork = level('work', [folder('plans', 15), folder('old', 5, out)]);

const loaded = (...trees: SelectionTree[]): Folders => {
  const folders = foldersOf(trees);
  if (folders === null) throw new Error('nothing is loaded');
  return folders;
};
const folders = loaded(top, inWork);
const chosen = (...ids: string[]): Choices =>
  ids.reduce<Choices>((choices, id) => toggled(folders, choices, id), noChoices);

describe('the drawn state', () => {
  test('without a choice it is the current state', () => {
    expect(['work', 'photos', 'music', 'plans', 'old'].map((id) => stateOf(folders, noChoices, id))).toEqual([
      'partially_synced',
      'not_synced',
      'synced',
      'synced',
      'not_synced',
    ]);
    expect(chosenAmount(folders, noChoices)).toEqual({ files: 32, bytes: 32 });
  });

  test('a folder applies to the folders below it, until one of those is chosen separately', () => {
    const choices = chosen('music', 'work', 'old');
    expect(stateOf(folders, choices, 'music')).toBe('not_synced');
    // Partly in comes wholly in with the first press; then one of it is taken out again.
    expect(stateOf(folders, choices, 'work')).toBe('partially_synced');
    expect(stateOf(folders, choices, 'plans')).toBe('synced');
    expect(stateOf(folders, choices, 'old')).toBe('not_synced');
  });

  test('an excluded folder with one included folder is partly in', () => {
    const choices = chosen('work', 'work', 'plans');
    expect([stateOf(folders, choices, 'work'), stateOf(folders, choices, 'plans')]).toEqual([
      'partially_synced',
      'synced',
    ]);
    // The files directly in it come too.
    expect(chosenAmount(folders, choices).bytes).toBe(32 - 25 + 10 + 15);
  });

  test('including the last excluded folder makes the folder above it whole', () => {
    expect(stateOf(folders, chosen('old'), 'work')).toBe('synced');
  });
});

describe('levels from different moments', () => {
  test('a folder counts once, although it moved between them', () => {
    const moved = loaded(
      level('0', [work, folder('music', 7)]),
      level('work', [folder('music', 7)]),
      level('music', [work]),
    );
    expect([...moved.below]).toEqual([
      ['0', ['work', 'music']],
      ['work', []],
      ['music', []],
    ]);
    expect(stateOf(moved, toggled(moved, noChoices, 'music'), 'music')).toBe('not_synced');
  });

  test('a folder in a deleted one is unknown, and is written last: it may have moved', () => {
    const gone = loaded(level('0', [folder('music', 7)]), inWork);
    expect(gone.byId.has('plans')).toBe(false);
    const choices = new Map([
      ['plans', 'synced'],
      ['music', 'not_synced'],
    ] as const);
    expect(changesOf(gone, choices)).toEqual([
      { folderId: 'music', state: 'not_synced' },
      { folderId: 'plans', state: 'synced' },
    ]);
  });
});

describe('the chosen amount', () => {
  test('counts whole folders, with the separate choices in them', () => {
    expect(chosenAmount(folders, chosen('photos')).bytes).toBe(132);
    expect(chosenAmount(folders, chosen('work')).bytes).toBe(37);
    expect(chosenAmount(folders, chosen('work', 'work')).bytes).toBe(7);
    expect(chosenAmount(folders, chosen('old')).bytes).toBe(37);
    expect(chosenAmount(folders, chosen('work', 'plans')).bytes).toBe(22);
  });

  test('counts the files directly in each folder on the way to an included one', () => {
    const photos = folder('photos', 100, { ...out, hasFolders: true });
    const trip = folder('trip', 60, { ...out, hasFolders: true });
    const deep = loaded(
      level('0', [photos]),
      level('photos', [trip, folder('scans', 30, out)]),
      level('trip', [folder('day 1', 20, out), folder('day 2', 35, out)]),
    );
    const rest = 32;
    // 10 directly in photos, 5 directly in trip.
    expect(chosenAmount(deep, toggled(deep, noChoices, 'day 1')).bytes).toBe(rest + 10 + 5 + 20);
    const other = toggled(deep, toggled(deep, noChoices, 'scans'), 'scans');
    expect(chosenAmount(deep, other).bytes).toBe(rest);
  });

  test('knows the whole of a folder whose inside was never opened', () => {
    const closed = loaded(top);
    expect(chosenAmount(closed, toggled(closed, noChoices, 'work')).bytes).toBe(37);
  });
});

describe('the written choices', () => {
  test('a press and another one come to nothing', () => {
    expect(chosen('photos', 'photos').size).toBe(0);
    expect(chosen('plans', 'plans').size).toBe(0);
  });

  test('a folder overrules earlier choices below it', () => {
    expect([...chosen('plans', 'work')]).toEqual([['work', 'synced']]);
  });

  test('the upper folder comes first', () => {
    expect(changesOf(folders, new Map([...chosen('work', 'old')].reverse()))).toEqual([
      { folderId: 'work', state: 'synced' },
      { folderId: 'old', state: 'not_synced' },
    ]);
  });
});
