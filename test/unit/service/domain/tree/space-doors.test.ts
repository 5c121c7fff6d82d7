import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { transferOwnership } from '../../../../../service/domain/collaborations/transfer-ownership.ts';
import { Refusal } from '../../../../../service/domain/refusal.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { createFileRequest } from '../../../../../service/domain/surfaces/file-requests/create-file-request.ts';
import { submitFile } from '../../../../../service/domain/surfaces/file-requests/visitors/submit-file.ts';
import { copyFile } from '../../../../../service/domain/tree/files/copy-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { uploadFiles } from '../../../../../service/domain/tree/files/upload-files.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { copyFolder } from '../../../../../service/domain/tree/folders/copy-folder.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { transferContent } from '../../../../../service/domain/tree/items/transfer-content.ts';
import {
  createSession,
  createVersionSession,
} from '../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { uploadPart } from '../../../../../service/domain/tree/upload-sessions/upload-part.ts';
import { promoteVersion } from '../../../../../service/domain/tree/versions/promote-version.ts';
import { bytesOf, openDomainWorld, putFile, refusalOf, sha1Of } from '../../../../support/service/domain-world.ts';

const text = 'ten  bytes';
const bytes = Buffer.from(text);

interface House {
  readonly service: Service;
  readonly ann: Caller;
  readonly bob: Caller;
}

/** A request that takes ten bytes of someone's space. */
interface Taking {
  readonly owner: Caller;
  readonly take: () => Promise<unknown>;
}

const put = ({ service }: House, caller: Caller, parentId = '0', name = 'f') =>
  putFile(service, caller, parentId, name, text);

/** A folder of Bob in which Ann may change things. */
async function folderOfBob({ service, bob }: House): Promise<string> {
  const { id } = await createFolder(service, bob, { parentId: '0', name: 'bob' });
  await createCollaboration(service, bob, { item: { kind: 'folder', id }, invited: { login: 'ann' }, role: 'editor' });
  return id;
}

async function commitOf({ service, ann }: House, session: Awaited<ReturnType<typeof createSession>>) {
  const range = { start: 0, end: 9, total: 10 };
  const sha1 = sha1Of(bytes);
  const part = await uploadPart(service, ann, { sessionId: session.id, range, sha1, content: bytesOf(bytes) });
  return { sessionId: session.id, sha1, parts: [part] };
}

const doors: Readonly<Record<string, (house: House) => Promise<Taking>>> = {
  upload: async (house) => ({ owner: house.ann, take: () => put(house, house.ann) }),
  'upload into a folder of someone else': async (house) => {
    const folderId = await folderOfBob(house);
    return { owner: house.bob, take: () => put(house, house.ann, folderId) };
  },
  'upload a batch': async ({ service, ann }) => ({
    owner: ann,
    take: async () => {
      const file = { parentId: '0', name: 'f', bytes, contentCreatedAt: undefined, contentModifiedAt: undefined };
      const [outcome] = await uploadFiles(service, ann, [file]);
      if (outcome instanceof Refusal) throw outcome;
    },
  }),
  'upload a version': async (house) => {
    const { id: fileId } = await put(house, house.ann);
    return {
      owner: house.ann,
      take: () => uploadVersion(house.service, house.ann, { fileId, content: bytesOf(bytes) }),
    };
  },
  'promote a version': async (house) => {
    const { service, ann } = house;
    const { id: fileId, file_version } = await put(house, ann);
    await uploadVersion(service, ann, { fileId, content: bytesOf('newer') });
    return { owner: ann, take: () => promoteVersion(service, ann, { fileId, versionId: file_version.id }) };
  },
  'open a session': async ({ service, ann }) => ({
    owner: ann,
    take: () => createSession(service, ann, { folderId: '0', fileName: 'f', fileSizeBytes: 10 }),
  }),
  'open a session for a version': async (house) => {
    const { id: fileId } = await put(house, house.ann);
    return {
      owner: house.ann,
      take: () => createVersionSession(house.service, house.ann, { fileId, fileSizeBytes: 10 }),
    };
  },
  'send a part': async (house) => {
    const { service, ann } = house;
    const session = await createSession(service, ann, { folderId: '0', fileName: 'f', fileSizeBytes: 10 });
    return { owner: ann, take: () => commitOf(house, session) };
  },
  'transfer a folder with an unfinished upload': async (house) => {
    const { service, ann, bob } = house;
    const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'given away' });
    await commitOf(house, await createSession(service, ann, { folderId, fileName: 'f', fileSizeBytes: 10 }));
    const item = { kind: 'folder' as const, id: folderId };
    const { id } = await createCollaboration(service, ann, { item, invited: { login: 'bob' }, role: 'editor' });
    return { owner: bob, take: () => transferOwnership(service, ann, id) };
  },
  'copy a file': async (house) => {
    const { id: fileId } = await put(house, house.ann);
    return {
      owner: house.ann,
      take: () => copyFile(house.service, house.ann, { fileId, parentId: '0', name: 'copy' }),
    };
  },
  'copy a file to someone else': async (house) => {
    const { id: fileId } = await put(house, house.ann);
    const parentId = await folderOfBob(house);
    return { owner: house.bob, take: () => copyFile(house.service, house.ann, { fileId, parentId }) };
  },
  'copy a folder': async (house) => {
    const { service, ann } = house;
    const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'original' });
    await put(house, ann, folderId);
    return { owner: ann, take: () => copyFolder(service, ann, { folderId, parentId: '0', name: 'copy' }) };
  },
  'move to someone else': async (house) => {
    const { id: fileId } = await put(house, house.ann);
    const parentId = await folderOfBob(house);
    return { owner: house.bob, take: () => updateFile(house.service, house.ann, { fileId, parentId }) };
  },
  'transfer a file': async (house) => {
    const { service, ann, bob } = house;
    const { id: fileId } = await put(house, ann);
    const item = { kind: 'file' as const, id: fileId };
    const { id } = await createCollaboration(service, ann, { item, invited: { login: 'bob' }, role: 'editor' });
    return { owner: bob, take: () => transferOwnership(service, ann, id) };
  },
  'transfer all content': async (house) => {
    const { service, ann, bob } = house;
    await put(house, bob);
    return { owner: ann, take: () => transferContent(service, ann, { userId: bob.user.id, newOwnerId: ann.user.id }) };
  },
  'submit to a file request': async ({ service, ann }) => {
    const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'form' });
    const token = (await createFileRequest(service, ann, { folderId })).url.replace('/f/', '');
    const submitter = { email: '', description: '' };
    return {
      owner: ann,
      take: () => submitFile(service, { token, network: '192.0.2.1', submitter, name: 'f', content: bytesOf(bytes) }),
    };
  },
};

test.each(Object.keys(doors))('%s: what fits exactly is taken, and one byte more is refused', async (door) => {
  await using world = await openDomainWorld({ uploadSessions: { leastBytes: 1, partBytes: 10 } });
  const { service } = world;
  const house = { service, ann: await world.join('ann'), bob: await world.join('bob') };
  const taking = await doors[door]?.(house);
  if (!taking) throw new Error(door);
  const { id } = taking.owner.user;
  const room = async (left: number) => {
    const { usedBytes, heldBytes } = (await service.store.read(({ users }) => users.roomOf(id))) ?? {
      usedBytes: 0,
      heldBytes: 0,
    };
    return service.store.transaction(({ users }) =>
      users.update(id, { spaceAmountBytes: usedBytes + heldBytes + left }),
    );
  };
  // Without a limit there is no room to read.
  await service.store.transaction(({ users }) => users.update(id, { spaceAmountBytes: 1000 }));
  await room(9);
  expect(await refusalOf(taking.take())).toMatchObject({ code: 'storage_limit_exceeded' });
  await room(10);
  await taking.take();
});
