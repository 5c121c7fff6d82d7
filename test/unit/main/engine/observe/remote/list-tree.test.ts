import { expect, test } from 'vitest';
import type { RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { etag, type ItemId, itemId } from '../../../../../../main/engine/model/ids.ts';
import { listTree } from '../../../../../../main/engine/observe/remote/list-tree.ts';
import { RemoteError } from '../../../../../../main/engine/ports/remote/remote.ts';

const folder = (id: string, parentId: ItemId): RemoteEntry => ({
  id: itemId(id),
  parentId,
  name: `f${id}`,
  kind: 'folder',
  etag: etag('0'),
  sequenceId: null,
  content: null,
  versionId: null,
  contentModifiedAtMs: null,
  canUpload: true,
  canRename: true,
  canDelete: true,
  canDownload: true,
});

/** Lists from folder 1; `children` says which folders the service shows in a folder. */
async function list(children: (folder: ItemId) => readonly string[]): Promise<{ asked: number; error: unknown }> {
  let asked = 0;
  const remote = {
    list: async (parent: ItemId) => {
      asked += 1;
      return children(parent).map((id) => folder(id, parent));
    },
  };
  const listing = { remote, top: itemId('1'), tick: () => asked, listed: () => {}, signal: undefined };
  return listTree(listing).then(
    () => ({ asked, error: null }),
    (error: unknown) => ({ asked, error }),
  );
}

test('a tree is listed to its end, each folder once', async () => {
  const tree: Readonly<Record<string, readonly string[]>> = { 1: ['2', '3'], 3: ['4'] };
  expect(await list((id) => tree[id] ?? [])).toEqual({ asked: 4, error: null });
});

test('folders that contain each other end with an error that names one of them', async () => {
  const { asked, error } = await list((id) => (id === '1' ? ['2', '3'] : ['2', '3', '4']));
  expect(error).toBeInstanceOf(RemoteError);
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/folder [234]/) });
  expect(asked).toBeLessThan(100);
});

test('a tree that is deeper than any disk ends with an error that names it', async () => {
  const { asked, error } = await list((id) => [String(Number(id) + 1)]);
  expect(error).toMatchObject({ code: 'unexpected', message: expect.stringMatching(/more than 4000 levels/) });
  expect(asked).toBeLessThan(5_000);
});
