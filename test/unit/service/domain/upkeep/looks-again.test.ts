import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import { expireCollaborations } from '../../../../../service/domain/collaborations/expire-collaborations.ts';
import { getCollaboration } from '../../../../../service/domain/collaborations/get-collaboration.ts';
import { updateCollaboration } from '../../../../../service/domain/collaborations/update-collaboration.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { createFileRequest } from '../../../../../service/domain/surfaces/file-requests/create-file-request.ts';
import {
  closeLapsedRequests,
  expireFileRequests,
} from '../../../../../service/domain/surfaces/file-requests/expire-file-requests.ts';
import { getFileRequest } from '../../../../../service/domain/surfaces/file-requests/get-file-request.ts';
import { updateFileRequest } from '../../../../../service/domain/surfaces/file-requests/update-file-request.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { dropExpiredLocks } from '../../../../../service/domain/tree/locks/drop-expired-locks.ts';
import {
  dropLapsedLinks,
  expireSharedLinks,
} from '../../../../../service/domain/tree/shared-links/expire-shared-links.ts';
import { restoreFile } from '../../../../../service/domain/tree/trash/restore-item.ts';
import { deleteVersion } from '../../../../../service/domain/tree/versions/delete-version.ts';
import { getVersion } from '../../../../../service/domain/tree/versions/get-version.ts';
import { restoreVersion } from '../../../../../service/domain/tree/versions/restore-version.ts';
import { purgeExpiredTrash, purgeExpiredVersions } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { bytesOf, openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';
import { meanwhile } from '../../../../support/service/meanwhile.ts';

const hour = 3_600_000;
const later = (service: Service) => service.clock.now() + hour;

interface House {
  readonly service: Service;
  readonly ann: Caller;
  readonly bob: Caller;
}

/** A person's act between the job's list and its transaction, and the item that the job must leave alone. */
interface Rescue {
  readonly act: () => Promise<unknown>;
  readonly saved: () => Promise<unknown>;
}

const share = async ({ service, ann }: House, kind: 'file' | 'folder', id: string, expiresAt?: number) => {
  const invited = { login: 'bob' };
  return (await createCollaboration(service, ann, { item: { kind, id }, invited, role: 'editor', expiresAt })).id;
};

const newFile = async ({ service, ann }: House) => (await putFile(service, ann, '0', 'f')).id;

const linkOf = async ({ service, ann }: House, fileId: string) => {
  const file = await getFile(service, ann, { fileId });
  return file === 'not_modified' ? file : file.shared_link;
};

const jobs: Readonly<
  Record<string, readonly [(service: Service) => Promise<number>, (house: House) => Promise<Rescue>]>
> = {
  'end expired collaborations': [
    expireCollaborations,
    async (house) => {
      const id = await share(house, 'file', await newFile(house), later(house.service));
      return {
        act: () => updateCollaboration(house.service, house.ann, { id, expiresAt: null }),
        saved: async () => (await getCollaboration(house.service, house.bob, id)).status,
      };
    },
  ],
  'end expired shared links': [
    expireSharedLinks,
    async (house) => {
      const fileId = await newFile(house);
      const share = (unsharedAt: number | null) =>
        updateFile(house.service, house.ann, { fileId, sharedLink: { access: 'open', unsharedAt } });
      await share(later(house.service));
      return { act: () => share(null), saved: () => linkOf(house, fileId) };
    },
  ],
  'drop lapsed shared links': [
    dropLapsedLinks,
    async (house) => {
      const fileId = await newFile(house);
      const id = await share(house, 'file', fileId);
      const link = (caller: Caller) => updateFile(house.service, caller, { fileId, sharedLink: { access: 'open' } });
      await link(house.bob);
      await deleteCollaboration(house.service, house.ann, id);
      return { act: () => link(house.ann), saved: () => linkOf(house, fileId) };
    },
  ],
  'end expired file requests': [
    expireFileRequests,
    async ({ service, ann }) => {
      const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'form' });
      const { id } = await createFileRequest(service, ann, { folderId, expiresAt: later(service) });
      return {
        act: () => updateFileRequest(service, ann, { fileRequestId: id, expiresAt: null, status: 'active' }),
        saved: async () => (await getFileRequest(service, ann, id)).status,
      };
    },
  ],
  'close lapsed file requests': [
    closeLapsedRequests,
    async (house) => {
      const { service, ann, bob } = house;
      const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'form' });
      const collaborationId = await share(house, 'folder', folderId);
      const { id } = await createFileRequest(service, bob, { folderId });
      await deleteCollaboration(service, ann, collaborationId);
      return {
        act: () => updateFileRequest(service, ann, { fileRequestId: id, status: 'active' }),
        saved: async () => (await getFileRequest(service, ann, id)).status,
      };
    },
  ],
  'drop expired locks': [
    dropExpiredLocks,
    async (house) => {
      const fileId = await newFile(house);
      const lock = (expiresAt: number | null) =>
        updateFile(house.service, house.ann, { fileId, lock: { expiresAt, isDownloadPrevented: false } });
      await lock(later(house.service));
      return {
        act: () => lock(null),
        saved: () =>
          house.service.store.read(async ({ items }) => {
            const item = await items.get(fileId);
            return item?.kind === 'file' ? item.lock : null;
          }),
      };
    },
  ],
  'purge expired trash': [
    purgeExpiredTrash,
    async (house) => {
      const fileId = await newFile(house);
      await deleteFile(house.service, house.ann, { fileId });
      return {
        act: () => restoreFile(house.service, house.ann, { itemId: fileId }),
        saved: () => getFile(house.service, house.ann, { fileId }),
      };
    },
  ],
  'purge expired trash that is restored and trashed again': [
    purgeExpiredTrash,
    async (house) => {
      const fileId = await newFile(house);
      await deleteFile(house.service, house.ann, { fileId });
      return {
        act: async () => {
          await restoreFile(house.service, house.ann, { itemId: fileId });
          await deleteFile(house.service, house.ann, { fileId });
        },
        saved: () => getFile(house.service, house.ann, { fileId }),
      };
    },
  ],
  'purge expired versions': [
    purgeExpiredVersions,
    async (house) => {
      const { service, ann } = house;
      const { id: fileId, file_version } = await putFile(service, ann, '0', 'f');
      const target = { fileId, versionId: file_version.id };
      await uploadVersion(service, ann, { fileId, content: bytesOf('newer') });
      await deleteVersion(service, ann, target);
      return { act: () => restoreVersion(service, ann, target), saved: () => getVersion(service, ann, target) };
    },
  ],
};

test.each(Object.keys(jobs))('"%s" leaves alone what a person saved since the job listed it', async (name) => {
  const [run, arrange] = jobs[name] ?? [];
  if (!run || !arrange) throw new Error(name);
  await using world = await openDomainWorld();
  const { service } = world;
  const house = { service, ann: await world.join('ann'), bob: await world.join('bob') };
  const { act, saved } = await arrange(house);
  world.passTime(40 * 24 * hour);
  const acts: number[] = [];
  const noted = async () => {
    acts.push(1);
    await act();
  };
  expect(await run(meanwhile(service, noted))).toBe(0);
  expect(acts).toEqual([1]);
  expect(await saved()).toBeTruthy();
  expect(await saved()).not.toBe('inactive');
});
