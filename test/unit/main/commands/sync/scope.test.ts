import { expect, test } from 'vitest';
import type { CommandWorld } from '../../../../../main/commands/command-world.ts';
import { scopeCommands } from '../../../../../main/commands/sync/scope.ts';

const amounts = { files: 12, bytes: 3_400, chosenFiles: 0, chosenBytes: 0 };
const folder = { name: 'Plans', ...amounts, hasFolders: false, isShared: false };
const tree = {
  rootId: 1,
  folderId: '11',
  path: '',
  ...amounts,
  isListed: true,
  folders: [
    { ...folder, id: '12', state: 'synced' },
    { ...folder, id: '13', state: 'not_synced', files: 4 },
  ],
};

const commandsOn = (selectionTree: (request: object) => object) =>
  scopeCommands({ engine: { selectionTree } } as unknown as CommandWorld);

test('a list gets the states of the folders in columns, in the order of the tree', async () => {
  const states = await commandsOn((request) => ({ ok: true, value: { ...tree, ...request } }))['selection.states']({
    rootId: 1,
    folderId: '11',
  });
  expect(states).toEqual({
    ok: true,
    value: { ids: ['12', '13'], states: ['synced', 'not_synced'], files: [12, 4], isListed: true },
  });
});

test('a folder that the engine does not know has no states', async () => {
  const refused = { ok: false, error: { code: 'not_found' } };
  expect(await commandsOn(() => refused)['selection.states']({ rootId: 1, folderId: '99' })).toEqual(refused);
});
