import { describe, expect, it } from 'vitest';
import type { PathState } from '../../../../../../preload/ipc/shapes/path-state.ts';
import { changersOf, noListFilters, passes } from '../../../../../../renderer/features/files/list/filters.ts';
import { isInState, rowStates } from '../../../../../../renderer/features/files/state/row-states.ts';
import type { Item } from '../../../../../../renderer/state/items/item.ts';
import { listedFile, listedFolder } from '../../../../../support/window/folder-answers.ts';

const now = Date.parse('2026-11-23T14:05:00Z');
const ann = { type: 'user', id: '7', name: 'Ann', login: 'ann@x.example' };
const bob = { type: 'user', id: '8', name: 'Bob', login: 'bob@x.example' };
const changed = (by: object, content_modified_at: string) => ({ modified_by: by, content_modified_at }) as never;
const items = [
  listedFolder('1', 'pictures.jpg'),
  listedFile('2', 'Facade.JPG', changed(ann, '2026-11-22T10:00:00Z')),
  listedFile('3', 'notes', changed(bob, '2026-10-30T10:00:00Z')),
  listedFile('4', 'plan.pdf', changed(bob, '2025-12-01T10:00:00Z')),
];
const stateOf = () => undefined;
const passing = (change: Partial<typeof noListFilters>) =>
  items.filter((item) => passes(item, { ...noListFilters, ...change }, { nowMs: now, stateOf })).map(({ id }) => id);

it('filters by kind: folders by what they are, files by their extension in either case', () => {
  expect(passing({ kind: 'folder' })).toEqual(['1']);
  expect(passing({ kind: 'image' })).toEqual(['2']);
  expect(passing({ kind: 'pdf' })).toEqual(['4']);
  expect(passing({})).toEqual(['1', '2', '3', '4']);
});

it('filters by when and by whom an item was changed last, all filters together', () => {
  expect(passing({ since: 'month' })).toEqual(['1', '2', '3']);
  expect(passing({ since: 'week' })).toEqual(['2']);
  expect(passing({ by: '8' })).toEqual(['3', '4']);
  expect(passing({ by: '8', since: 'year' })).toEqual(['3', '4']);
  expect(passing({ by: '8', kind: 'pdf', since: 'month' })).toEqual([]);
});

it('offers each person once, by name', () => {
  expect(changersOf([...items].reverse())).toEqual([
    { id: '7', name: 'Ann' },
    { id: '8', name: 'Bob' },
  ]);
  expect(changersOf(items.slice(0, 2))).toEqual([{ id: '7', name: 'Ann' }]);
});

describe('the state of an item', () => {
  const file = (change: object = {}): Item => ({ type: 'file', id: '1', name: 'a.txt', ...change }) as Item;
  const state = (change: object): PathState =>
    ({ status: 'synced', code: null, conflict: null, held: null, beneath: null, ...change }) as PathState;
  const found = (item: Item, of: PathState | undefined) => rowStates.filter((wanted) => isInState(item, of, wanted));

  it.each([
    [{ status: 'synced' }, ['synced']],
    [{ status: 'syncing' }, ['syncing']],
    [{ status: 'unknown' }, ['syncing']],
    [{ status: 'waiting' }, ['waiting']],
    [{ status: 'blocked' }, ['attention']],
    [{ status: 'synced', held: 4 }, ['attention']],
    [{ status: 'synced', beneath: 'attention' }, ['attention']],
    [{ status: 'synced', beneath: 'syncing' }, ['syncing']],
    [{ status: 'conflict' }, ['conflict']],
    [{ status: 'excluded' }, ['excluded']],
    [{ status: 'outside' }, ['excluded']],
    [{ status: 'ignored' }, ['ignored']],
  ])('%j is %j', (change, wanted) => {
    expect(found(file(), state(change))).toEqual(wanted);
  });

  it('is also "locked" while a person holds the lock', () => {
    const locked = file({ lock: { created_by: { name: 'Bob' } } });
    expect(found(locked, state({ status: 'waiting' }))).toEqual(['waiting', 'locked']);
    expect(found(locked, state({ status: 'synced' }))).toEqual(['synced', 'locked']);
  });

  it('is none until the engine has answered, and of a bookmark', () => {
    expect(found(file(), undefined)).toEqual([]);
    expect(found({ type: 'web_link', id: '1' } as Item, state({}))).toEqual([]);
  });
});
