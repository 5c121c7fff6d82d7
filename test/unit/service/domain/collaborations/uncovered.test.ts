import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { transferOwnership } from '../../../../../service/domain/collaborations/transfer-ownership.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';

/** top > middle > deep, all of Ann. Bob has `top` and `deep`, and a folder "deep" of his own. */
async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob, eve] = [await world.join('ann'), await world.join('bob'), await world.join('eve')];
  const top = await createFolder(service, ann, { parentId: '0', name: 'top' });
  const middle = await createFolder(service, ann, { parentId: top.id, name: 'middle' });
  const deep = await createFolder(service, ann, { parentId: middle.id, name: 'deep' });
  const share = (id: string, login: string) =>
    createCollaboration(service, ann, { item: { kind: 'folder', id }, invited: { login }, role: 'editor' });
  await share(top.id, 'bob');
  await share(deep.id, 'bob');
  await createFolder(service, bob, { parentId: '0', name: 'deep' });
  const changesOfBob = async () => {
    const { entries } = await listEvents(service, bob, { streamType: 'changes', limit: 500 });
    return entries.map(({ event_type: type, source }) => [type, source && 'id' in source ? source.id : null]);
  };
  const rootOfBob = async () => {
    const page = { form: 'offset', offset: 0, limit: 100, fields: undefined } as const;
    return (await listFolderItems(service, bob, { folderId: '0', page })).entries.map(({ name }) => name ?? '');
  };
  return {
    service,
    ann,
    eve,
    middle,
    deep,
    share,
    changesOfBob,
    rootOfBob,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const ways: readonly [string, (t: Awaited<ReturnType<typeof openWorld>>) => Promise<unknown>][] = [
  ['moves out', (t) => updateFolder(t.service, t.ann, { folderId: t.middle.id, parentId: '0' })],
  [
    'goes to another owner',
    async (t) => {
      const { id } = await t.share(t.middle.id, 'eve');
      await transferOwnership(t.service, t.ann, id);
    },
  ],
];

test.each(ways)(
  'when a folder %s, items below it that are shared appear in the root, under a free name',
  async (_, go) => {
    await using t = await openWorld();
    expect(await t.rootOfBob()).toEqual(['deep', 'top']);
    const before = (await t.changesOfBob()).length;
    await go(t);
    expect((await t.changesOfBob()).slice(before)).toEqual([
      ['ITEM_UNSYNC', t.middle.id],
      ['ITEM_SYNC', t.deep.id],
    ]);
    expect((await t.rootOfBob()).toSorted()).toEqual(['deep', 'deep (2)', 'top']);
  },
);
