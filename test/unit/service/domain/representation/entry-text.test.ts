import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../../../../contract/rules/names.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { isWritable } from '../../../../../service/domain/representation/items/entry-text.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import {
  listFolderItems,
  listFolderItemsAsText,
} from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import type { ItemRecord } from '../../../../../service/ports/metadata/items/items.ts';
import { file, folder, webLink } from '../../../../suites/metadata/metadata-store.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

/** Fields of entries: those that are written as text, and some that are not. */
const writable = [
  'type',
  'id',
  'etag',
  'sequence_id',
  'name',
  'description',
  'size',
  'sha1',
  'file_version',
  'url',
  'parent',
  'created_at',
  'modified_at',
  'content_created_at',
  'content_modified_at',
  'created_by',
  'modified_by',
  'owned_by',
  'sync_state',
  'lock',
  'shared_link',
  'has_collaborations',
  'path_collection',
  'permissions',
  'item_status',
];
const rare = ['tags', 'extension', 'trashed_at', 'can_non_owners_invite', 'allowed_invitee_roles', 'no_such_field'];

const time = fc.nat(4e12);
const lock = fc.option(fc.record({ expiresAt: fc.option(time), isDownloadPrevented: fc.boolean() }));

/** Items of a folder as random as their columns allow; people by their place in a list, the last of whom is no longer there. */
const drawn = fc.record({
  kind: fc.constantFrom('file', 'folder', 'web_link'),
  name: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((name) => !name.includes('\0')),
  description: fc.string({ maxLength: 9 }),
  etag: fc.nat(),
  sequenceId: fc.nat(),
  sizeBytes: fc.maxSafeNat(),
  by: fc.tuple(fc.nat(2), fc.nat(2)),
  times: fc.tuple(time, time, time, time),
  syncState: fc.constantFrom('synced' as const, 'not_synced' as const, 'partially_synced' as const),
  canNonOwnersInvite: fc.boolean(),
  lock,
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function itemOf(
  one: Drawn,
  { id, folderId, people }: { readonly id: string; readonly folderId: string; readonly people: readonly string[] },
): ItemRecord {
  const { etag, sequenceId, sizeBytes, description, syncState, canNonOwnersInvite } = one;
  const [createdBy = '', modifiedBy = ''] = one.by.map((at) => people[at] ?? '');
  const [createdAt, modifiedAt, contentCreatedAt, contentModifiedAt] = one.times;
  const owned = { ownerId: people[0] ?? '', parentId: folderId, createdBy, modifiedBy };
  const times = { createdAt, modifiedAt, contentCreatedAt, contentModifiedAt };
  const common = { ...owned, ...times, etag, sequenceId, description };
  // Names are unique in a folder.
  const name = `${id} ${one.name}`;
  if (one.kind === 'folder') return folder(id, name, { ...common, sizeBytes, syncState, canNonOwnersInvite });
  if (one.kind === 'web_link') return webLink(id, name, { ...common, url: `https://example.com/"${one.name}"` });
  const held = one.lock && { id: '77', createdBy: modifiedBy, createdAt, ...one.lock };
  return file(id, name, { ...common, sizeBytes, sha1: 'ab'.repeat(20), lock: held });
}

/** A folder of Ann inside another; its files are shared with Bob and by a link, and one is locked. */
async function openWorld() {
  const world = await openDomainWorld();
  world.holdTime();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const outer = await createFolder(service, ann, { parentId: '0', name: 'outer' });
  const { id: folderId } = await createFolder(service, ann, { parentId: outer.id, name: '"inner"' });
  const [shared, linked] = [
    await putFile(service, ann, folderId, 'shared'),
    await putFile(service, ann, folderId, 'linked'),
  ];
  const invited = { item: { kind: 'file', id: shared.id }, invited: { id: bob.user.id }, role: 'viewer' } as const;
  await createCollaboration(service, ann, invited);
  await updateFile(service, ann, {
    fileId: linked.id,
    sharedLink: { access: 'open' },
    lock: { expiresAt: null, isDownloadPrevented: true },
  });
  const add = async (many: readonly Drawn[]) => {
    const people = [ann.user.id, bob.user.id, '999999'];
    await service.store.transaction(async (tx) => {
      for (const one of many) {
        const item = itemOf(one, { id: await tx.allocateId(), folderId, people });
        await tx.items.insert(item, nameKey(item.name));
      }
    });
  };
  const listed = async (caller: Caller, fields: readonly string[], marked: boolean, limit = 1000) => {
    const order = { limit, fields } as const;
    const page = marked
      ? ({ form: 'marker', marker: undefined, ...order } as const)
      : ({ form: 'offset', offset: 1, ...order } as const);
    const request = { folderId, page };
    const text = await listFolderItemsAsText(service, caller, request);
    const plain = JSON.stringify(await listFolderItems(service, caller, request));
    return { isText: text instanceof Uint8Array, text: shown(text), plain };
  };
  const shown = (page: object) => (page instanceof Uint8Array ? new TextDecoder().decode(page) : JSON.stringify(page));
  const annHeld: Caller = { ...ann, user: { ...ann.user, status: 'cannot_delete_edit' } };
  return { ann, annHeld, bob, outer, service, add, listed, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe('the entries of a folder as text', () => {
  it('are those of the folder as objects, byte by byte, with any fields', async () => {
    await using t = await openWorld();
    const fields = fc.subarray([...writable, ...rare], { minLength: 1 });
    const some = fc.oneof(fc.subarray(writable, { minLength: 1 }), fields);
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { maxLength: 4 }), some, fc.boolean(), fc.nat(100), async (...run) => {
        const [items, names, marked, limit] = run;
        await t.add(items);
        const { isText, text, plain } = await t.listed(t.ann, names, marked, limit + 1);
        expect(text).toBe(plain);
        expect(isText).toBe(isWritable(names));
        const held = await t.listed(t.annHeld, names, marked, limit + 1);
        expect(held.text).toBe(held.plain);
      }),
      { numRuns: 40 },
    );
  });

  it('are not written for someone whose rights differ from item to item', async () => {
    await using t = await openWorld();
    const item = { kind: 'folder', id: t.outer.id } as const;
    await createCollaboration(t.service, t.ann, { item, invited: { id: t.bob.user.id }, role: 'editor' });
    const { isText, text, plain } = await t.listed(t.bob, ['permissions', 'parent'], false);
    expect([isText, text]).toEqual([false, plain]);
  });

  it('are written with the fields that sync clients ask for', () => {
    expect(isWritable(writable)).toBe(true);
    expect(rare.filter((field) => isWritable([field]))).toEqual([]);
  });
});
