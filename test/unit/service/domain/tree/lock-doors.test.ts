import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { transferOwnership } from '../../../../../service/domain/collaborations/transfer-ownership.ts';
import { deleteUser } from '../../../../../service/domain/people/users/delete-user.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { dropExpiredLocks } from '../../../../../service/domain/tree/locks/drop-expired-locks.ts';
import { createFolderLock } from '../../../../../service/domain/tree/locks/folder-locks.ts';
import { commitSession } from '../../../../../service/domain/tree/upload-sessions/commit-session.ts';
import { createVersionSession } from '../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { uploadPart } from '../../../../../service/domain/tree/upload-sessions/upload-part.ts';
import { deleteVersion } from '../../../../../service/domain/tree/versions/delete-version.ts';
import { promoteVersion } from '../../../../../service/domain/tree/versions/promote-version.ts';
import { restoreVersion } from '../../../../../service/domain/tree/versions/restore-version.ts';
import { bytesOf, openDomainWorld, putFile, refusalOf, sha1Of } from '../../../../support/service/domain-world.ts';

/* Ann owns everything; Bob is a co-owner of it. */

let world: Awaited<ReturnType<typeof openDomainWorld>>;
let service: Service;
let ann: Caller;
let bob: Caller;
let made = 0;
beforeAll(async () => {
  world = await openDomainWorld({ uploadSessions: { leastBytes: 1, partBytes: 100 } });
  ({ service } = world);
  ann = await world.join('ann');
  bob = await world.join('bob');
});
afterAll(() => world[Symbol.asyncDispose]());

const share = (kind: 'file' | 'folder', id: string) =>
  createCollaboration(service, ann, { item: { kind, id }, invited: { login: 'bob' }, role: 'co-owner' });

const newFolder = (parentId = '0') => createFolder(service, ann, { parentId, name: `folder ${++made}` });

/** A file of three versions, of which the second is in the trash. */
async function newFile() {
  const { id: fileId, file_version: first } = await putFile(service, ann, '0', `file ${++made}`);
  const { file_version: second } = await uploadVersion(service, ann, { fileId, content: bytesOf('second') });
  await uploadVersion(service, ann, { fileId, content: bytesOf('third') });
  await deleteVersion(service, ann, { fileId, versionId: second.id });
  return { fileId, past: first.id, trashed: second.id, collaborationId: (await share('file', fileId)).id };
}

/** A commit that only the lock can keep from the file. */
async function readyCommit(fileId: string) {
  const session = await createVersionSession(service, ann, { fileId, fileSizeBytes: 1 });
  const range = { start: 0, end: 0, total: 1 };
  const sha1 = sha1Of('x');
  const part = await uploadPart(service, ann, { sessionId: session.id, range, sha1, content: bytesOf('x') });
  return { sessionId: session.id, sha1, parts: [part] };
}

describe('a lock of someone else holds at each door to a change of the file', () => {
  type Doors = Readonly<Record<string, (file: Awaited<ReturnType<typeof newFile>>) => Promise<() => Promise<unknown>>>>;
  const doors: Doors = {
    rename:
      async ({ fileId }) =>
      () =>
        updateFile(service, ann, { fileId, name: `renamed ${++made}` }),
    describe:
      async ({ fileId }) =>
      () =>
        updateFile(service, ann, { fileId, description: 'new' }),
    date:
      async ({ fileId }) =>
      () =>
        updateFile(service, ann, { fileId, contentModifiedAt: 1000 }),
    move: async ({ fileId }) => {
      const { id: parentId } = await newFolder();
      return () => updateFile(service, ann, { fileId, parentId });
    },
    lock: async ({ fileId }) => {
      return () => updateFile(service, ann, { fileId, lock: { expiresAt: null, isDownloadPrevented: true } });
    },
    delete:
      async ({ fileId }) =>
      () =>
        deleteFile(service, ann, { fileId }),
    upload:
      async ({ fileId }) =>
      () =>
        uploadVersion(service, ann, { fileId, content: bytesOf('fourth') }),
    'open an upload session':
      async ({ fileId }) =>
      () => {
        return createVersionSession(service, ann, { fileId, fileSizeBytes: 1 });
      },
    'commit an upload session': async ({ fileId }) => {
      const commit = await readyCommit(fileId);
      return () => commitSession(service, ann, commit);
    },
    'promote a version':
      async ({ fileId, past }) =>
      () =>
        promoteVersion(service, ann, { fileId, versionId: past }),
    'delete a version':
      async ({ fileId, past }) =>
      () =>
        deleteVersion(service, ann, { fileId, versionId: past }),
    'restore a version':
      async ({ fileId, trashed }) =>
      () => {
        return restoreVersion(service, ann, { fileId, versionId: trashed });
      },
    'transfer it':
      async ({ collaborationId }) =>
      () =>
        transferOwnership(service, ann, collaborationId),
  };

  test.each(Object.keys(doors))('%s', async (door) => {
    const file = await newFile();
    const open = await doors[door]?.(file);
    if (!open) throw new Error(door);
    const { fileId } = file;
    await updateFile(service, bob, { fileId, lock: { expiresAt: null, isDownloadPrevented: false } });
    expect(await refusalOf(open())).toMatchObject({ code: 'access_denied_item_locked' });
    await updateFile(service, bob, { fileId, lock: null });
    await open();
  });
});

test('a lock that is over is not renewed by the next one: that belongs to the person who sets it', async () => {
  const { fileId } = await newFile();
  const expiresAt = service.clock.now() + 1000;
  await updateFile(service, bob, { fileId, lock: { expiresAt, isDownloadPrevented: false } });
  world.passTime(1000);
  await updateFile(service, ann, { fileId, lock: { expiresAt: null, isDownloadPrevented: false } });
  await updateFile(service, ann, { fileId, description: 'mine to change' });
  const change = updateFile(service, bob, { fileId, description: 'not his' });
  expect(await refusalOf(change)).toMatchObject({ code: 'access_denied_item_locked' });
});

describe('a lock on a folder holds at each door that takes it away', () => {
  const doors: Readonly<Record<string, (folderId: string, collaborationId: string) => Promise<unknown>>> = {
    move: async (folderId) => updateFolder(service, ann, { folderId, parentId: (await newFolder()).id }),
    delete: (folderId) => deleteFolder(service, ann, { folderId, recursive: true }),
    'transfer it': (_folderId, collaborationId) => transferOwnership(service, ann, collaborationId),
  };
  const cells = Object.keys(doors).flatMap((door) => ['itself', 'a folder in it'].map((locked) => ({ door, locked })));

  test.each(cells)('$door, with a lock on $locked', async ({ door, locked }) => {
    const { id } = await newFolder();
    const { id: inner } = await newFolder(id);
    const { id: collaborationId } = await share('folder', id);
    await createFolderLock(service, ann, locked === 'itself' ? id : inner);
    // Whoever changed the folder last, the lock is among those of its owner.
    await updateFolder(service, bob, { folderId: id, description: 'changed by another person' });
    const attempt = doors[door]?.(id, collaborationId);
    if (!attempt) throw new Error(door);
    expect(await refusalOf(attempt)).toMatchObject({ code: 'access_denied_item_locked' });
  });
});

test('a lock that expires is dropped, with an event, although the account that set it is deleted', async () => {
  const eve = await world.join('eve');
  const { id: folderId } = await newFolder();
  const item = { kind: 'folder' as const, id: folderId };
  await createCollaboration(service, ann, { item, invited: { login: 'eve' }, role: 'editor' });
  const { id: fileId } = await putFile(service, ann, folderId, 'file');
  const expiresAt = service.clock.now() + 60_000;
  await updateFile(service, eve, { fileId, lock: { expiresAt, isDownloadPrevented: false } });
  await deleteUser(service, ann, { userId: eve.user.id, force: false });
  world.passTime(60_000);
  expect(await dropExpiredLocks(service)).toBe(1);
  const { entries } = await listEvents(service, ann, { streamType: 'changes', limit: 500 });
  expect(entries.at(-1)).toMatchObject({ event_type: 'LOCK_DESTROY', created_by: { name: 'eve' } });
});
