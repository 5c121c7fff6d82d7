import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCollaboration } from '../../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../../service/domain/collaborations/delete-collaboration.ts';
import { transferOwnership } from '../../../../../../service/domain/collaborations/transfer-ownership.ts';
import { updateCollaboration } from '../../../../../../service/domain/collaborations/update-collaboration.ts';
import { answerOnce } from '../../../../../../service/domain/idempotency/answer-once.ts';
import { createAssemblies } from '../../../../../../service/domain/kernel/uploads/assemblies.ts';
import { createUser } from '../../../../../../service/domain/people/users/create-user.ts';
import { deleteUser } from '../../../../../../service/domain/people/users/delete-user.ts';
import { type Caller, callerFor, type Service } from '../../../../../../service/domain/service.ts';
import { getFile } from '../../../../../../service/domain/tree/files/get-file.ts';
import { updateFile } from '../../../../../../service/domain/tree/files/update-file.ts';
import { uploadVersion } from '../../../../../../service/domain/tree/files/upload-version.ts';
import { createFolder } from '../../../../../../service/domain/tree/folders/create-folder.ts';
import { abortSession } from '../../../../../../service/domain/tree/upload-sessions/abort-session.ts';
import {
  type CommitSession,
  commitSession,
} from '../../../../../../service/domain/tree/upload-sessions/commit-session.ts';
import {
  createSession,
  createVersionSession,
} from '../../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { uploadPart } from '../../../../../../service/domain/tree/upload-sessions/upload-part.ts';
import {
  BlobDamaged,
  BlobMissing,
  BlobSpaceExhausted,
  BlobStoreUnavailable,
  BlobUnreadable,
} from '../../../../../../service/ports/blob-store.ts';
import { bytesOf, openDomainWorld, putFile, refusalOf, sha1Of } from '../../../../../support/service/domain-world.ts';

/* What happens between the opening of an upload session and its commit. */

const whole = Buffer.from('eight by');

type Session = Awaited<ReturnType<typeof createSession>>;

async function sendAll(service: Service, caller: Caller, { id: sessionId }: Session): Promise<CommitSession> {
  const sha1 = sha1Of(whole);
  const range = { start: 0, end: whole.length - 1, total: whole.length };
  const part = await uploadPart(service, caller, { sessionId, range, sha1, content: bytesOf(whole) });
  return { sessionId, sha1, parts: [part] };
}

/** Ann edits in a folder of Bob. */
async function openWorld() {
  const world = await openDomainWorld({ uploadSessions: { leastBytes: 1, partBytes: 8 } });
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const { id: folderId } = await createFolder(service, bob, { parentId: '0', name: 'of bob' });
  const item = { kind: 'folder' as const, id: folderId };
  const { id: collaborationId } = await createCollaboration(service, bob, {
    item,
    invited: { login: 'ann' },
    role: 'editor',
  });
  const order = { fileSizeBytes: whole.length };
  return {
    service,
    blobsDirectory: join(world.directory, 'blobs'),
    ann,
    bob,
    folderId,
    collaborationId,
    newFile: async (parentId = '0', fileName = 'f') =>
      sendAll(service, ann, await createSession(service, ann, { ...order, folderId: parentId, fileName })),
    newVersion: async (fileId: string, fileName?: string) =>
      sendAll(service, ann, await createVersionSession(service, ann, { ...order, fileId, fileName })),
    /** All of this person's space, in bytes. */
    setSpace: ({ user }: Caller, spaceAmountBytes: number) =>
      service.store.transaction(({ users }) => users.update(user.id, { spaceAmountBytes })),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** The same service, which does something before it puts the parts together. */
function composingAfter(service: Service, work: () => Promise<unknown>): Service {
  const compose: Service['blobs']['compose'] = async (ids) => {
    await work();
    return service.blobs.compose(ids);
  };
  return { ...service, blobs: { ...service.blobs, compose } };
}

describe('a new version of a file that is renamed meanwhile', () => {
  test('leaves the new name alone, unless the session was opened with a name', async () => {
    await using t = await openWorld();
    for (const [fileName, expected] of [
      [undefined, 'renamed 1'],
      ['wanted', 'wanted'],
    ] as const) {
      const { id: fileId } = await putFile(t.service, t.ann, '0', `old ${fileName}`);
      const commit = await t.newVersion(fileId, fileName);
      await updateFile(t.service, t.ann, { fileId, name: 'renamed 1' });
      expect(await commitSession(t.service, t.ann, commit)).toMatchObject({ file: { id: fileId, name: expected } });
      await updateFile(t.service, t.ann, { fileId, name: `done ${fileName}` });
    }
  });

  test('is committed by who may not rename it', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.bob, t.folderId, 'old');
    const role = 'viewer uploader' as const;
    await updateCollaboration(t.service, t.bob, { id: t.collaborationId, role });
    const commit = await t.newVersion(fileId);
    await updateFile(t.service, t.bob, { fileId, name: 'renamed' });
    expect(await commitSession(t.service, t.ann, commit)).toMatchObject({ file: { name: 'renamed', size: 8 } });
  });

  test('is not renamed by who may no longer rename it, whatever name the session was opened with', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.bob, t.folderId, 'old');
    const commit = await t.newVersion(fileId, 'wanted');
    await updateCollaboration(t.service, t.bob, { id: t.collaborationId, role: 'viewer uploader' });
    expect(await refusalOf(commitSession(t.service, t.ann, commit))).toMatchObject({
      code: 'access_denied_insufficient_permissions',
    });
  });

  test('is refused at the opening if the name that it would get is in use', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'old');
    await putFile(t.service, t.ann, '0', 'taken');
    expect(await refusalOf(t.newVersion(fileId, 'Taken'))).toMatchObject({ code: 'item_name_in_use' });
  });
});

/** The same service after a restart. */
const fresh = (service: Service): Service => ({ ...service, assemblies: createAssemblies() });

describe('a commit during a storage outage', () => {
  test('keeps the session while the disk with the contents is not mounted', async () => {
    await using t = await openWorld();
    const commit = await t.newFile();
    await rename(t.blobsDirectory, `${t.blobsDirectory}.away`);
    await mkdir(t.blobsDirectory);
    await expect(commitSession(fresh(t.service), t.ann, commit)).rejects.toThrow(BlobStoreUnavailable);
    await rmdir(t.blobsDirectory);
    await rename(`${t.blobsDirectory}.away`, t.blobsDirectory);
    expect(await commitSession(fresh(t.service), t.ann, commit)).toMatchObject({ kind: 'committed' });
  });

  test('keeps the session when a part cannot be read at the moment', async () => {
    await using t = await openWorld();
    const commit = await t.newFile();
    const feed: Service['blobs']['feed'] = async (id) => {
      throw new BlobUnreadable(id, new Error('EIO'));
    };
    const failing = { ...fresh(t.service), blobs: { ...t.service.blobs, feed } };
    await expect(commitSession(failing, t.ann, commit)).rejects.toThrow(BlobStoreUnavailable);
    expect(await commitSession(fresh(t.service), t.ann, commit)).toMatchObject({ kind: 'committed' });
  });
});

describe('a commit whose stored parts are lost', () => {
  const feedDamaged: Service['blobs']['feed'] = async (id) => {
    throw new BlobDamaged(id, 'It is truncated.');
  };
  const losses: Readonly<Record<string, (service: Service, blobId: string) => Promise<Service>>> = {
    'before the digest': async (service, blobId) => {
      await service.blobs.delete(blobId);
      return fresh(service);
    },
    'after the digest': async (service, blobId) => {
      await service.blobs.delete(blobId);
      return service;
    },
    'by a damaged disk': async (service) => ({ ...fresh(service), blobs: { ...service.blobs, feed: feedDamaged } }),
  };

  test.each(Object.entries(losses))('%s ends the session, so that the file can be sent again', async (_when, lose) => {
    await using t = await openWorld();
    await t.setSpace(t.ann, 100);
    const commit = await t.newFile();
    const part = await t.service.store.read(({ sessions }) => sessions.getPartAt(commit.sessionId, 0));
    const service = await lose(t.service, part?.blobId ?? '');
    expect(await refusalOf(commitSession(service, t.ann, commit))).toMatchObject({ code: 'upload_failed' });
    expect(await t.service.store.read(({ users }) => users.roomOf(t.ann.user.id))).toMatchObject({ heldBytes: 0 });
    expect(await refusalOf(commitSession(t.service, t.ann, commit))).toMatchObject({ code: 'not_found' });
    expect(await commitSession(t.service, t.ann, await t.newFile())).toMatchObject({ kind: 'committed' });
  });

  test('ends it also for a request with a key', async () => {
    await using t = await openWorld();
    const commit = await t.newFile();
    const feed = feedDamaged;
    const service = { ...fresh(t.service), blobs: { ...t.service.blobs, feed } };
    const keyed = answerOnce(service, {
      owner: { userId: t.ann.user.id, key: 'a-key-of-ann' },
      run: (held) => commitSession(held, t.ann, commit),
      recordOf: () => null,
      recordOfFailure: () => null,
    });
    expect(await refusalOf(keyed)).toMatchObject({ code: 'upload_failed' });
    expect(await refusalOf(commitSession(t.service, t.ann, commit))).toMatchObject({ code: 'not_found' });
  });

  test('because another process has committed it answers with the same file', async () => {
    await using t = await openWorld();
    const commit = await t.newFile();
    const compose: Service['blobs']['compose'] = async ([id = '']) => {
      await commitSession(fresh(t.service), t.ann, commit);
      throw new BlobMissing(id);
    };
    const late = commitSession({ ...t.service, blobs: { ...t.service.blobs, compose } }, t.ann, commit);
    expect(await late).toMatchObject({ kind: 'committed', file: { name: 'f' } });
  });
});

describe('a commit', () => {
  test('keeps both dates of the content', async () => {
    await using t = await openWorld();
    const dates = { contentCreatedAt: Date.UTC(2020, 0, 1), contentModifiedAt: Date.UTC(2021, 0, 1) };
    expect(await commitSession(t.service, t.ann, { ...(await t.newFile()), ...dates })).toMatchObject({
      file: { content_created_at: '2020-01-01T00:00:00.000Z', content_modified_at: '2021-01-01T00:00:00.000Z' },
    });
  });

  test('does not replace a version that came while the parts were put together, if it names the one before', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'f');
    const commit = await t.newVersion(fileId);
    const faster = () => uploadVersion(t.service, t.ann, { fileId, content: bytesOf('faster') });
    const late = commitSession(composingAfter(t.service, faster), t.ann, { ...commit, ifMatch: '0' });
    expect(await refusalOf(late)).toMatchObject({ code: 'precondition_failed' });
    expect(await getFile(t.service, t.ann, { fileId })).toMatchObject({ sha1: sha1Of('faster') });
  });

  test('needs the right to upload at its time, not only at the opening', async () => {
    await using t = await openWorld();
    const commit = await t.newFile(t.folderId);
    await updateCollaboration(t.service, t.bob, { id: t.collaborationId, role: 'viewer' });
    expect(await refusalOf(commitSession(t.service, t.ann, commit))).toMatchObject({ code: 'not_found' });
  });

  test('that is repeated gives the same answer to who lost the access meanwhile, with no rights on the file', async () => {
    await using t = await openWorld();
    const commit = await t.newFile(t.folderId);
    const first = await commitSession(t.service, t.ann, commit);
    if (first.kind !== 'committed') throw new Error(first.kind);
    await deleteCollaboration(t.service, t.bob, t.collaborationId);
    const repeated = await commitSession(t.service, t.ann, commit);
    expect(repeated).toMatchObject({ kind: 'committed', file: { id: first.file.id, sha1: commit.sha1 } });
    expect(repeated).toMatchObject({ file: { permissions: { can_download: false, can_delete: false } } });
  });

  test('of a new file can be repeated with any If-Match, which is about versions', async () => {
    await using t = await openWorld();
    const commit = { ...(await t.newFile()), ifMatch: '7' };
    expect(await commitSession(t.service, t.ann, commit)).toEqual(await commitSession(t.service, t.ann, commit));
  });

  test('finds no parts if an abort took them before the digest was made', async () => {
    await using t = await openWorld();
    const commit = await t.newFile();
    const assemblies: Service['assemblies'] = {
      ...t.service.assemblies,
      digest: async (from, session) => {
        await abortSession(t.service, t.ann, session.id);
        return t.service.assemblies.digest(from, session);
      },
    };
    const late = commitSession({ ...t.service, assemblies }, t.ann, commit);
    expect(await refusalOf(late)).toMatchObject({
      code: 'parts_mismatch',
      message: 'The session has missing parts. List its parts and send the rest.',
    });
  });
});

describe('the space of an upload in parts', () => {
  test('is taken once: parts that fill it to the last byte become the file', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'version', 'four');
    await t.setSpace(t.ann, 4 + 2 * whole.length);
    expect(await commitSession(t.service, t.ann, await t.newFile())).toMatchObject({ kind: 'committed' });
    expect(await commitSession(t.service, t.ann, await t.newVersion(fileId))).toMatchObject({ kind: 'committed' });
    expect(await refusalOf(t.newFile('0', 'more'))).toMatchObject({ code: 'storage_limit_exceeded' });
  });

  test('is that of the owner of the folder or the file, not of who sends the parts', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.bob, t.folderId, 'version', 'four');
    await t.setSpace(t.ann, 0);
    await t.setSpace(t.bob, 4 + 2 * whole.length);
    const commits = [await t.newFile(t.folderId), await t.newVersion(fileId)];
    const full = { code: 'storage_limit_exceeded' };
    expect(await refusalOf(putFile(t.service, t.bob, '0', 'own', '1'))).toMatchObject(full);
    for (const commit of commits) {
      expect(await commitSession(t.service, t.ann, commit)).toMatchObject({ kind: 'committed' });
    }
  });
});

describe('a commit that cannot succeed', () => {
  test.each(['another etag', 'a name in use', 'no space', 'no space of the new owner of the folder'] as const)(
    'for %s puts no parts together',
    async (why) => {
      await using t = await openWorld();
      const { id: fileId } = await putFile(t.service, t.ann, '0', 'f');
      let composed = 0;
      const service = composingAfter(t.service, async () => {
        composed += 1;
      });
      const commits = {
        'another etag': async () => ({ ...(await t.newVersion(fileId)), ifMatch: '5' }),
        'a name in use': async () => {
          const commit = await t.newFile('0', 'g');
          await putFile(t.service, t.ann, '0', 'G');
          return commit;
        },
        'no space': async () => {
          const commit = await t.newFile('0', 'g');
          await t.setSpace(t.ann, 0);
          return commit;
        },
        'no space of the new owner of the folder': async () => {
          const { id } = await createFolder(t.service, t.ann, { parentId: '0', name: 'given away' });
          const commit = await t.newFile(id);
          const invitation = { item: { kind: 'folder' as const, id }, invited: { login: 'bob' } };
          const collaboration = await createCollaboration(t.service, t.ann, { ...invitation, role: 'editor' });
          await transferOwnership(t.service, t.ann, collaboration.id);
          await t.setSpace(t.bob, 0);
          return commit;
        },
      };
      await refusalOf(commitSession(service, t.ann, await commits[why]()));
      expect(composed).toBe(0);
    },
  );

  test('on a full disk says when to retry, and keeps the parts', async () => {
    await using t = await openWorld();
    const commit = await t.newFile();
    const full = composingAfter(t.service, async () => {
      throw new BlobSpaceExhausted(null);
    });
    expect(await refusalOf(commitSession(full, t.ann, commit))).toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 60,
    });
    expect(await commitSession(t.service, t.ann, commit)).toMatchObject({ kind: 'committed' });
  });
});

test('the deletion of the account that uploads frees the space of the folder owner', async () => {
  await using t = await openWorld();
  const { sessionId } = await t.newFile(t.folderId);
  await t.setSpace(t.bob, whole.length);
  const fill = () => putFile(t.service, t.bob, '0', 'of bob himself', whole.toString());
  expect((await refusalOf(fill())).code).toBe('storage_limit_exceeded');
  const admin = callerFor(await createUser(t.service, { login: 'eve', name: 'Eve' }), ['manage_managed_users']);
  await t.service.store.transaction(({ users }) => users.update(admin.user.id, { role: 'admin' }));
  const eve = { ...admin, user: { ...admin.user, role: 'admin' as const } };
  await deleteUser(t.service, eve, { userId: t.ann.user.id, force: false });
  await fill();
  expect(await t.service.store.read(({ sessions }) => sessions.countParts(sessionId))).toBe(0);
});
