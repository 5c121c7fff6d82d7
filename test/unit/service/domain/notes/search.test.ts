import { describe, expect, test } from 'vitest';
import { limits } from '../../../../../contract/rules/limits.ts';
import { nameKey } from '../../../../../contract/rules/names.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { itemWords } from '../../../../../service/domain/notes/search/item-words.ts';
import type { Search } from '../../../../../service/domain/notes/search/search.ts';
import { searchItems } from '../../../../../service/domain/notes/search/search-items.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { counting } from '../../../../support/service/counting.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

const usual: Search = {
  scope: 'user_content',
  fields: ['name', 'description', 'tags', 'comments'],
  filters: {},
  trash: 'non_trashed_only',
  sort: 'relevance',
  direction: 'DESC',
  offset: 0,
  limit: 30,
  includesLinked: false,
};

/** The total and the names of a search. */
async function found(service: Service, caller: Caller, request: Partial<Search>) {
  const { total, entries } = await searchItems(service, caller, { ...usual, ...request }, ['name']);
  return [total, ...entries.map(({ name }) => name ?? '').sort((one, other) => one.localeCompare(other))];
}

/** Ann with more old pictures in one folder than a search orders, and two new ones in another, which Bob can see. */
async function openPictures(trashOld: boolean) {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const old = await createFolder(service, ann, { parentId: '0', name: 'old' });
  const { id: firstId } = await putFile(service, ann, old.id, 'picture.jpg');
  if (trashOld) await deleteFile(service, ann, { fileId: firstId });
  await service.store.transaction(async (tx) => {
    const first = await tx.items.get(firstId);
    if (first === null) throw new Error('There is no picture.');
    for (let copy = 0; copy < limits.searchResults; copy += 1) {
      const item = { ...first, id: await tx.allocateId(), name: `picture ${copy}.jpg` };
      await tx.items.insert(item, nameKey(item.name));
      const source = { itemId: item.id, ownerId: item.ownerId, commentId: null };
      await tx.words.add([{ source, words: itemWords(item) }]);
    }
  });
  const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'new' });
  const item = { kind: 'folder' as const, id: folderId };
  await createCollaboration(service, ann, { item, invited: { login: 'bob' }, role: 'viewer' });
  world.passTime(24 * 3600 * 1000);
  const newSince = service.clock.now();
  for (const name of ['beach.jpg', 'lake.jpg']) await putFile(service, ann, folderId, name);
  return { ...world, ann, bob, folderId, newSince, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe('a search with more matches than it orders', () => {
  test('has the newest ones, in whatever folder, and each of them for someone who can see only these', async () => {
    await using t = await openPictures(false);
    const newest = [2, 'beach.jpg', 'lake.jpg'];
    const [total, ...names] = await found(t.service, t.ann, { query: 'jpg', limit: 2, sort: 'modified_at' });
    expect([total, names]).toEqual([limits.searchResults, ['beach.jpg', 'lake.jpg']]);
    expect(await found(t.service, t.ann, { query: 'jpg', ancestorIds: [t.folderId] })).toEqual(newest);
    const filters = { createdAt: { from: t.newSince, to: null } };
    expect(await found(t.service, t.ann, { query: 'jpg', filters })).toEqual(newest);
    expect(await found(t.service, t.bob, { query: 'jpg' })).toEqual(newest);
    const enterprise = { query: 'jpg', scope: 'enterprise_content', limit: 0 } as const;
    expect(await found(t.service, t.ann, enterprise)).toEqual([limits.searchResults]);
  });

  test('has those that are not in the trash', async () => {
    await using t = await openPictures(true);
    expect(await found(t.service, t.ann, { query: 'jpg' })).toEqual([2, 'beach.jpg', 'lake.jpg']);
    expect(await found(t.service, t.ann, { query: 'jpg', trash: 'trashed_only', limit: 0 })).toEqual([
      limits.searchResults,
    ]);
  });
});

describe('a search of the enterprise', () => {
  const everywhere = { query: 'report zebra', scope: 'enterprise_content' } as const;

  test('takes the same queries with many accounts as with few', async () => {
    await using world = await openDomainWorld();
    const ann = await world.join('ann');
    await putFile(world.service, ann, '0', 'report');
    const callsOf = async (request: Partial<Search>) => {
      const { service, calls } = counting(world.service, { reads: true });
      expect(await found(service, ann, { ...everywhere, ...request })).toEqual([1, 'report']);
      return calls();
    };
    const few = await callsOf({});
    for (let person = 0; person < 100; person += 1) await world.join(`${person}`);
    expect(await callsOf({})).toBe(few);
    expect(await callsOf({ filters: { ownerIds: [ann.user.id] } })).toBe(few);
  });

  test('reads only what belongs to the owners of its filter', async () => {
    await using world = await openDomainWorld();
    const [ann, bob] = [await world.join('ann'), await world.join('bob')];
    await putFile(world.service, ann, '0', 'report of ann');
    await putFile(world.service, bob, '0', 'report of bob');
    const of = (...ownerIds: string[]) => found(world.service, ann, { ...everywhere, filters: { ownerIds } });
    expect(await of(bob.user.id)).toEqual([1, 'report of bob']);
    expect(await of(ann.user.id, bob.user.id)).toEqual([2, 'report of ann', 'report of bob']);
    const own = { query: 'report', filters: { ownerIds: [bob.user.id] } };
    expect(await found(world.service, ann, own)).toEqual([0]);
  });
});
