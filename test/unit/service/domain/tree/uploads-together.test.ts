import { describe, expect, it } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { updateUser } from '../../../../../service/domain/people/users/update-user.ts';
import { Refusal } from '../../../../../service/domain/refusal.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { uploadFile } from '../../../../../service/domain/tree/files/upload-file.ts';
import { uploadFiles } from '../../../../../service/domain/tree/files/upload-files.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { getFolder } from '../../../../../service/domain/tree/folders/get-folder.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { verifyStore } from '../../../../../service/domain/upkeep/verify-store.ts';
import { bytesOf, openDomainWorld, refusalOf } from '../../../../support/service/domain-world.ts';

/** A world that counts its transactions. */
async function openWorld() {
  const world = await openDomainWorld();
  let transactions = 0;
  const transaction: Service['store']['transaction'] = async (work, scope) => {
    transactions += 1;
    return world.service.store.transaction(work, scope);
  };
  const service: Service = { ...world.service, store: { ...world.service.store, transaction } };
  const ann = await world.join('ann');
  const { id: folder } = await createFolder(service, ann, { parentId: '0', name: 'folder' });
  const upload = async (name: string, text: string, caller: Caller = ann, sha1?: string) =>
    uploadFile(service, caller, { parentId: folder, name, content: bytesOf(text), atMostBytes: 1000, sha1 });
  const blobIds = async () => {
    const ids: string[] = [];
    for await (const { blobId } of service.blobs.list()) ids.push(blobId);
    return ids;
  };
  return {
    service,
    ann,
    folder,
    upload,
    blobIds,
    join: world.join,
    events: async () => {
      const query = { userId: ann.user.id, after: 0, limit: 100, onlyChanges: true, types: null };
      const events = await service.store.read((reads) => reads.events.list(query));
      return events.flatMap(({ eventType, source }) =>
        eventType === 'ITEM_UPLOAD' && source.kind === 'item' ? [source.item.name] : [],
      );
    },
    /** How many transactions `work` runs. */
    transactionsOf: async (work: () => Promise<unknown>) => {
      transactions = 0;
      await work();
      return transactions;
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

describe('single uploads into a folder at the same time', () => {
  it('share transactions, and each has its own row, event and answer', async () => {
    await using t = await openWorld();
    const files: { readonly name: string; readonly size: number }[] = [];
    const count = await t.transactionsOf(async () => {
      files.push(...(await Promise.all(names.map(async (name, index) => t.upload(name, 'x'.repeat(index))))));
    });
    expect(count).toBeLessThan(names.length / 2);
    expect(files.map(({ name, size }) => [name, size])).toEqual(names.map((name, index) => [name, index]));
    expect((await t.events()).sort()).toEqual(names);
    expect(await getFolder(t.service, t.ann, { folderId: t.folder })).toMatchObject({ size: 28 });
    expect((await verifyStore(t.service)).faults).toEqual([]);
  });

  it('one that is refused leaves the others alone, and nothing behind', async () => {
    await using t = await openWorld();
    await t.upload('taken', 'first');
    const outcomes = await Promise.allSettled(['a', 'TAKEN', 'b', 'b'].map(async (name) => t.upload(name, name)));
    const codes = outcomes.map((each) => (each.status === 'fulfilled' ? 'stored' : each.reason.code));
    expect(codes).toEqual(['stored', 'item_name_in_use', 'stored', 'item_name_in_use']);
    expect(await t.blobIds()).toHaveLength(3);
    expect((await t.events()).sort()).toEqual(['a', 'b', 'taken']);
  });

  it('those that no longer fit into the space of the owner are refused', async () => {
    await using t = await openWorld();
    await updateUser(t.service, t.ann, { userId: t.ann.user.id, changes: { spaceAmountBytes: 25 } });
    const outcomes = await Promise.allSettled(names.map(async (name) => t.upload(name, 'x'.repeat(10))));
    const stored = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(stored).toHaveLength(2);
    const { entries } = await listFolderItems(t.service, t.ann, {
      folderId: t.folder,
      page: { form: 'offset', offset: 0, limit: 10, fields: undefined },
    });
    expect(entries).toHaveLength(2);
  });

  it('each upload needs the rights of its own sender', async () => {
    await using t = await openWorld();
    const bob = await t.join('bob');
    const item = { kind: 'folder', id: t.folder } as const;
    await createCollaboration(t.service, t.ann, { item, invited: { id: bob.user.id }, role: 'viewer' });
    const limited: Caller = { ...t.ann, user: { ...t.ann.user, maxUploadBytes: 1 } };
    const elsewhere: Caller = { ...t.ann, restrictedTo: { itemId: '404' } };
    const outcomes = await Promise.allSettled([
      t.upload('of ann', 'text'),
      t.upload('of bob', 'text', bob),
      t.upload('too large', 'text', limited),
      t.upload('elsewhere', 'text', elsewhere),
      t.upload('of ann too', 'text'),
    ]);
    const codes = outcomes.map((each) => (each.status === 'fulfilled' ? 'stored' : each.reason.code));
    const denied = 'access_denied_insufficient_permissions';
    expect(codes).toEqual(['stored', denied, 'file_size_limit_exceeded', 'not_found', 'stored']);
    expect(await t.blobIds()).toHaveLength(2);
  });

  it('of different applications are recorded as such', async () => {
    await using t = await openWorld();
    const count = await t.transactionsOf(async () =>
      Promise.all(
        ['x', 'y', 'x', 'y', 'x', 'y'].map(async (id, n) => t.upload(`${n}`, '', { ...t.ann, clientId: id })),
      ),
    );
    expect(count).toBeGreaterThanOrEqual(2);
  });
});

describe('a batch', () => {
  const fileOf = (parentId: string, name: string) => {
    return { parentId, name, bytes: Buffer.from(name), contentCreatedAt: undefined, contentModifiedAt: undefined };
  };

  it('keeps only the contents of the files that it makes', async () => {
    await using t = await openWorld();
    await t.upload('taken', 'before');
    const sha1 = '0'.repeat(40);
    const files = [fileOf(t.folder, 'a'), fileOf(t.folder, 'TAKEN'), { ...fileOf(t.folder, 'damaged'), sha1 }];
    const outcomes = await uploadFiles(t.service, t.ann, files);
    expect(outcomes.map((one) => (one instanceof Refusal ? one.code : one.name))).toEqual([
      'a',
      'item_name_in_use',
      'bad_digest',
    ]);
    expect(await t.blobIds()).toHaveLength(2);
  });

  it('whose change fails leaves no content', async () => {
    await using t = await openWorld();
    const transaction: Service['store']['transaction'] = async () => {
      throw new Error('the change failed');
    };
    const service = { ...t.service, store: { ...t.service.store, transaction } };
    const files = [fileOf(t.folder, 'a'), fileOf(t.folder, 'b')];
    await expect(uploadFiles(service, t.ann, files)).rejects.toThrow('the change failed');
    expect(await t.blobIds()).toEqual([]);
  });
});

describe('a small upload', () => {
  const wrong = '0'.repeat(40);

  it('whose content is damaged is refused for its name first', async () => {
    await using t = await openWorld();
    await t.upload('taken', 'first');
    expect(await refusalOf(t.upload('taken', 'damaged', t.ann, wrong))).toMatchObject({ code: 'item_name_in_use' });
    expect(await refusalOf(t.upload('free', 'damaged', t.ann, wrong))).toMatchObject({ code: 'bad_digest' });
    expect(await t.blobIds()).toHaveLength(1);
  });

  it('whose sender breaks off is refused for its folder first', async () => {
    await using t = await openWorld();
    const broken = async function* () {
      yield Buffer.from('half');
      throw new Error('the line went dead');
    };
    const upload = async (parentId: string) =>
      uploadFile(t.service, t.ann, { parentId, name: 'f', content: broken(), atMostBytes: 1000 });
    expect(await refusalOf(upload('404'))).toMatchObject({ code: 'not_found' });
    await expect(upload(t.folder)).rejects.toThrow('the line went dead');
    expect(await t.blobIds()).toEqual([]);
  });
});

it('a large upload is refused before its first byte is read', async () => {
  await using t = await openWorld();
  let isRead = false;
  const content = async function* () {
    isRead = true;
    yield Buffer.from('content');
  };
  const request = { parentId: '404', name: 'f', content: content(), atMostBytes: 100_000_000 };
  expect(await refusalOf(uploadFile(t.service, t.ann, request))).toMatchObject({ code: 'not_found' });
  expect(isRead).toBe(false);
});
