import { describe, expect, it } from 'vitest';
import type { SharedLinkRecord } from '../../../service/ports/metadata/sharing/shared-links.ts';
import type { FileRequestRecord } from '../../../service/ports/metadata/surfaces/file-requests.ts';
import { folder, type MetadataStoreFixture, withAnn } from './metadata-store.ts';

type Open = () => Promise<MetadataStoreFixture>;

/** The contract of every metadata store for shared links and file requests. */
export function sharingSuite(open: Open): void {
  sharedLinkSuite(open);
  fileRequestSuite(open);
}

/** Later than 32 bits can count. */
const later = 7_000_000_000_000;

const link: SharedLinkRecord = {
  itemId: '10',
  token: 'a'.repeat(32),
  access: 'open',
  passwordHash: null,
  vanityName: null,
  unsharedAt: null,
  canDownload: true,
  canEdit: false,
  downloadCount: 0,
  previewCount: 0,
  createdBy: '1',
  createdAt: later,
};

function sharedLinkSuite(open: Open): void {
  describe('shared links', () => {
    it('are found by their item, their token, and their name without regard to case', async () => {
      await using fixture = await withFolders(open);
      const { store } = fixture;
      const named: SharedLinkRecord = {
        ...link,
        access: 'company',
        passwordHash: '$argon2id$x',
        vanityName: 'Our-Summer-2026',
        unsharedAt: later,
        canEdit: true,
      };
      await store.transaction((tx) => tx.sharedLinks.insert(named));
      await store.read(async ({ sharedLinks }) => {
        expect(await sharedLinks.get('10')).toEqual(named);
        expect(await sharedLinks.getByToken(named.token)).toEqual(named);
        expect(await sharedLinks.getByVanityName('our-summer-2026')).toEqual(named);
        expect(await sharedLinks.listOfItems(['11', '10', '12'])).toEqual([named]);
        expect([await sharedLinks.get('11'), await sharedLinks.getByToken('b')]).toEqual([null, null]);
      });
    });

    it('no two have the same token or the same name; many have no name', async () => {
      await using fixture = await withFolders(open);
      const { store } = fixture;
      const insert = (changes: Partial<SharedLinkRecord>) =>
        store.transaction((tx) => tx.sharedLinks.insert({ ...link, ...changes }));
      await insert({ vanityName: 'only-one-of-these' });
      await expect(insert({ itemId: '11' })).rejects.toThrow();
      await expect(insert({ itemId: '11', token: 'b', vanityName: 'ONLY-one-of-these' })).rejects.toThrow();
      await insert({ itemId: '11', token: 'b' });
      await insert({ itemId: '12', token: 'c' });
    });

    it('an update leaves the counts alone, which rise by one for each use', async () => {
      await using fixture = await withFolders(open);
      const { store } = fixture;
      await store.transaction((tx) => tx.sharedLinks.insert(link));
      await store.transaction(async ({ sharedLinks }) => {
        await sharedLinks.count('10', 'download');
        await sharedLinks.count('10', 'download');
        await sharedLinks.count('10', 'preview');
        await sharedLinks.update({ ...link, canDownload: false });
      });
      const counted = { ...link, canDownload: false, downloadCount: 2, previewCount: 1 };
      expect(await store.read((reads) => reads.sharedLinks.get('10'))).toEqual(counted);
    });

    it('those that expired come longest ago first, up to the limit; those without an end never', async () => {
      await using fixture = await withFolders(open);
      const { store } = fixture;
      await store.transaction(async ({ sharedLinks }) => {
        await sharedLinks.insert({ ...link, unsharedAt: 20 });
        await sharedLinks.insert({ ...link, itemId: '11', token: 'b', unsharedAt: 10 });
        await sharedLinks.insert({ ...link, itemId: '12', token: 'c' });
      });
      await store.read(async ({ sharedLinks }) => {
        expect(await sharedLinks.listExpired(20, 9)).toEqual(['11', '10']);
        expect(await sharedLinks.listExpired(19, 9)).toEqual(['11']);
        expect(await sharedLinks.listExpired(later, 1)).toEqual(['11']);
      });
      await store.transaction((tx) => tx.sharedLinks.deleteOfItems(['11', '12']));
      expect(await store.read((reads) => reads.sharedLinks.listOfItems(['10', '11', '12']))).toHaveLength(1);
    });
  });
}

const request: FileRequestRecord = {
  id: '50',
  folderId: '10',
  token: 'a'.repeat(32),
  title: 'Photos',
  description: null,
  status: 'active',
  isEmailRequired: true,
  isDescriptionRequired: false,
  expiresAt: null,
  etag: 0,
  createdBy: '1',
  createdAt: later,
  updatedBy: '1',
  updatedAt: later,
  filesReceived: 0,
  bytesReceived: 0,
};

function fileRequestSuite(open: Open): void {
  describe('file requests', () => {
    it('are found by id and by token, are replaced and deleted', async () => {
      await using fixture = await withFolders(open);
      const { store } = fixture;
      await store.transaction((tx) => tx.fileRequests.insert(request));
      const changed: FileRequestRecord = {
        ...request,
        status: 'inactive',
        description: 'All',
        etag: 1,
        expiresAt: later,
      };
      await store.transaction((tx) => tx.fileRequests.update(changed));
      await store.read(async ({ fileRequests }) => {
        expect(await fileRequests.get('50')).toEqual(changed);
        expect(await fileRequests.getByToken(request.token)).toEqual(changed);
      });
      await store.transaction((tx) => tx.fileRequests.delete('50'));
      expect(await store.read((reads) => reads.fileRequests.get('50'))).toBeNull();
    });

    it('of those that expired, only the active ones are listed, longest ago first', async () => {
      await using fixture = await withFolders(open);
      const { store } = fixture;
      await store.transaction(async ({ fileRequests }) => {
        await fileRequests.insert({ ...request, expiresAt: 20 });
        await fileRequests.insert({ ...request, id: '51', token: 'b', expiresAt: 10 });
        await fileRequests.insert({ ...request, id: '52', token: 'c', expiresAt: 10, status: 'inactive' });
        await fileRequests.insert({ ...request, id: '53', token: 'd' });
      });
      const expired = await store.read((reads) => reads.fileRequests.listExpired(20, 9));
      expect(expired.map(({ id }) => id)).toEqual(['51', '50']);
    });

    it('are listed newest first, of a folder, or of who made them or owns their folder', async () => {
      await using fixture = await withFolders(open);
      const { store } = fixture;
      await store.transaction(async ({ fileRequests }) => {
        // Ann, who is the person 1, owns all the folders.
        await fileRequests.insert({ ...request, createdBy: '7' });
        await fileRequests.insert({ ...request, id: '51', token: 'b', folderId: '11' });
        await fileRequests.insert({ ...request, id: '52', token: 'c', createdBy: '7' });
      });
      await store.read(async ({ fileRequests }) => {
        const ids = async (...question: Parameters<typeof fileRequests.list>) =>
          (await fileRequests.list(...question)).map(({ id }) => id);
        const start = { beforeId: null, limit: 9 };
        expect(await ids({ kind: 'person', userId: '1' }, start)).toEqual(['52', '51', '50']);
        expect(await ids({ kind: 'person', userId: '7' }, start)).toEqual(['52', '50']);
        expect(await ids({ kind: 'folder', folderId: '10' }, start)).toEqual(['52', '50']);
        expect(await ids({ kind: 'person', userId: '1' }, { beforeId: '52', limit: 1 })).toEqual(['51']);
        expect(await ids({ kind: 'person', userId: '8' }, start)).toEqual([]);
      });
    });

    it('go with their folders', async () => {
      await using fixture = await withFolders(open);
      const { store } = fixture;
      await store.transaction(async ({ fileRequests }) => {
        await fileRequests.insert(request);
        await fileRequests.insert({ ...request, id: '51', token: 'b', folderId: '11' });
      });
      await store.transaction(async ({ fileRequests, items }) => {
        await fileRequests.deleteOfFolders(['10']);
        await items.delete(['10']);
      });
      await store.read(async ({ fileRequests }) => {
        expect([await fileRequests.get('50'), (await fileRequests.get('51'))?.id]).toEqual([null, '51']);
      });
    });
  });
}

/** Three folders in Ann's root. */
async function withFolders(open: Open): Promise<MetadataStoreFixture> {
  const fixture = await withAnn(open);
  await fixture.store.transaction(async ({ items }) => {
    for (const id of ['10', '11', '12']) await items.insert(folder(id, `folder ${id}`), `folder ${id}`);
  });
  return fixture;
}
