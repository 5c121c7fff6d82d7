import { describe, expect, it } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import { updateCollaboration } from '../../../../../service/domain/collaborations/update-collaboration.ts';
import { createMembership } from '../../../../../service/domain/people/group-memberships/create-membership.ts';
import { deleteMembership } from '../../../../../service/domain/people/group-memberships/update-membership.ts';
import { createGroup } from '../../../../../service/domain/people/groups/write-group.ts';
import { setUser } from '../../../../../service/domain/people/users/set-user.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { purgeFolder } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { abortSession } from '../../../../../service/domain/tree/upload-sessions/abort-session.ts';
import { commitSession } from '../../../../../service/domain/tree/upload-sessions/commit-session.ts';
import {
  createSession,
  createVersionSession,
} from '../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { uploadPart } from '../../../../../service/domain/tree/upload-sessions/upload-part.ts';
import { collectReleasedBlobs } from '../../../../../service/domain/upkeep/collect-blobs.ts';
import { bytesOf, openDomainWorld, putFile, refusalOf, sha1Of } from '../../../../support/service/domain-world.ts';

const part = Buffer.alloc(100, 7);
const whole = Buffer.concat([part, part]);
const wholeSha1 = sha1Of(whole);

/** A world of parts of a hundred bytes, in which each session is for a file of two. */
async function openWorld() {
  const world = await openDomainWorld({ uploadSessions: { leastBytes: 100, partBytes: part.length } });
  const { service } = world;
  const ann = await world.join('ann');
  return {
    world,
    service,
    ann,
    open: (folderId = '0', fileName = 'f') =>
      createSession(service, ann, { folderId, fileName, fileSizeBytes: whole.length }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const send = (service: Service, caller: Caller, sessionId: string, index: number, content = bytesOf(part)) => {
  const start = index * part.length;
  const range = { start, end: start + part.length - 1, total: whole.length };
  return uploadPart(service, caller, { sessionId, range, sha1: sha1Of(part), content });
};

async function sendBoth(service: Service, caller: Caller, sessionId: string) {
  const parts = [await send(service, caller, sessionId, 0), await send(service, caller, sessionId, 1)];
  return { sessionId, sha1: wholeSha1, parts };
}

async function contentsIn({ blobs }: Service): Promise<number> {
  let count = 0;
  for await (const _blob of blobs.list()) count += 1;
  return count;
}

describe('a part that is still arriving when its session ends', () => {
  const ends = {
    'an abort': async (service: Service, caller: Caller, sessionId: string) => {
      await abortSession(service, caller, sessionId);
      return 0;
    },
    'a commit': async (service: Service, caller: Caller, sessionId: string) => {
      await commitSession(service, caller, await sendBoth(service, caller, sessionId));
      return 1;
    },
  };

  it.each(Object.keys(ends) as (keyof typeof ends)[])('by %s is refused, and leaves no content', async (end) => {
    await using t = await openWorld();
    const { id } = await t.open();
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    async function* slowly() {
      yield part.subarray(0, 50);
      begun.resolve();
      await ended.promise;
      yield part.subarray(50);
    }
    const late = refusalOf(send(t.service, t.ann, id, 0, slowly()));
    await begun.promise;
    const files = await ends[end](t.service, t.ann, id);
    ended.resolve();
    expect(await late).toMatchObject({ code: 'not_found' });
    await collectReleasedBlobs(t.service, 0);
    expect(await contentsIn(t.service)).toBe(files);
  });
});

it('a part after the last one is refused, even one without bytes', async () => {
  await using t = await openWorld();
  const { id: sessionId } = await t.open();
  const range = { start: whole.length, end: whole.length - 1, total: whole.length };
  const part = uploadPart(t.service, t.ann, { sessionId, range, sha1: sha1Of(''), content: bytesOf() });
  expect(await refusalOf(part)).toMatchObject({ code: 'invalid_content_range' });
});

it('an abort after the commit changes nothing: the commit can be repeated', async () => {
  await using t = await openWorld();
  const { id } = await t.open();
  const commit = await sendBoth(t.service, t.ann, id);
  const first = await commitSession(t.service, t.ann, commit);
  await abortSession(t.service, t.ann, id);
  expect(await commitSession(t.service, t.ann, commit)).toEqual(first);
});

it('a commit that is refused at its end leaves only the parts', async () => {
  await using t = await openWorld();
  const { id } = await t.open();
  const commit = await sendBoth(t.service, t.ann, id);
  const compose: Service['blobs']['compose'] = async (ids) => {
    await putFile(t.service, t.ann, '0', 'F');
    return t.service.blobs.compose(ids);
  };
  const service = { ...t.service, blobs: { ...t.service.blobs, compose } };
  expect(await refusalOf(commitSession(service, t.ann, commit))).toMatchObject({ code: 'item_name_in_use' });
  expect(await contentsIn(t.service)).toBe(3);
});

it('a part whose digest is in capitals is the same part', async () => {
  await using t = await openWorld();
  const { id } = await t.open();
  const { parts, ...commit } = await sendBoth(t.service, t.ann, id);
  const listed = parts.map((each) => ({ ...each, sha1: each.sha1.toUpperCase() }));
  expect(await commitSession(t.service, t.ann, { ...commit, parts: listed })).toMatchObject({ kind: 'committed' });
  const other = await t.open('0', 'other');
  const wrong = {
    ...(await sendBoth(t.service, t.ann, other.id)),
    parts: listed.map((each) => ({ ...each, sha1: wholeSha1 })),
  };
  expect(await refusalOf(commitSession(t.service, t.ann, wrong))).toMatchObject({ code: 'parts_mismatch' });
});

describe('each way to open a session', () => {
  /** The same service, where every user has this many sessions open. */
  const withOpen = (service: Service, count: number): Service => {
    const countOpen = async () => count;
    const transaction: Service['store']['transaction'] = (work, scope) =>
      service.store.transaction((tx) => work({ ...tx, sessions: { ...tx.sessions, countOpen } }), scope);
    return { ...service, store: { ...service.store, transaction } };
  };
  const ways = {
    'for a new file': (service: Service, caller: Caller, fileSizeBytes: number) =>
      createSession(service, caller, { folderId: '0', fileName: 'new', fileSizeBytes }),
    'for a new version': async (service: Service, caller: Caller, fileSizeBytes: number) => {
      const { id: fileId } = await putFile(service, caller, '0', `old ${fileSizeBytes}`);
      return createVersionSession(service, caller, { fileId, fileSizeBytes });
    },
  };
  const names = Object.keys(ways) as (keyof typeof ways)[];

  it.each(names)('%s takes a file from the least size on', async (way) => {
    await using t = await openWorld();
    expect(await refusalOf(ways[way](t.service, t.ann, 99))).toMatchObject({ code: 'file_size_too_small' });
    expect(await ways[way](t.service, t.ann, 100)).toMatchObject({ total_parts: 1 });
  });

  it.each(names)('%s counts the sessions that are open', async (way) => {
    await using t = await openWorld();
    const refused = await refusalOf(ways[way](withOpen(t.service, 500), t.ann, 100));
    expect(refused).toMatchObject({
      code: 'rate_limit_exceeded',
      message: 'You have 500 upload sessions open. Commit or abort some of them first.',
      retryAfterSeconds: 60,
    });
    expect(await ways[way](withOpen(t.service, 499), t.ann, 101)).toMatchObject({ total_parts: 2 });
  });
});

describe('a session into what someone else owns', () => {
  async function openShared() {
    const t = await openWorld();
    const bob = await t.world.join('bob');
    const { id: folderId } = await createFolder(t.service, t.ann, { parentId: '0', name: 'shared' });
    const { id: fileId } = await putFile(t.service, t.ann, folderId, 'file');
    const item = { kind: 'folder' as const, id: folderId };
    const collaboration = await createCollaboration(t.service, t.ann, {
      item,
      invited: { login: 'bob' },
      role: 'editor',
    });
    const fileSizeBytes = whole.length;
    const sessions = [
      await createSession(t.service, bob, { folderId, fileName: 'f', fileSizeBytes }),
      await createVersionSession(t.service, bob, { fileId, fileSizeBytes }),
    ];
    for (const { id } of sessions) await send(t.service, bob, id, 0);
    return { ...t, bob, folderId, collaboration, sessions };
  }

  type Shared = Awaited<ReturnType<typeof openShared>>;
  const endings: Readonly<Record<string, (t: Shared) => Promise<unknown>>> = {
    'another role': (t) => updateCollaboration(t.service, t.ann, { id: t.collaboration.id, role: 'viewer' }),
    'a removed collaboration': (t) => deleteCollaboration(t.service, t.ann, t.collaboration.id),
    'a left group': async (t) => {
      const admin: Caller = { ...t.ann, user: { ...t.ann.user, role: 'admin' } };
      const { id: groupId } = await createGroup(t.service, admin, { name: 'group' });
      const { id } = await createMembership(t.service, admin, {
        userId: t.bob.user.id,
        groupId,
        role: 'member',
        permissions: 'unset',
      });
      const item = { kind: 'folder' as const, id: t.folderId };
      await createCollaboration(t.service, t.ann, { item, invited: { type: 'group', id: groupId }, role: 'editor' });
      await deleteCollaboration(t.service, t.ann, t.collaboration.id);
      expect(await heldBytes(t)).toBe(200);
      await deleteMembership(t.service, admin, id);
    },
    'a closed account': (t) => setUser(t.service, 'bob', { status: 'inactive' }),
    'the permanent deletion of its folder': async (t) => {
      await deleteFolder(t.service, t.ann, { folderId: t.folderId, recursive: true });
      await purgeFolder(t.service, t.ann, t.folderId);
    },
    'a move of its folder out of the shared one': async (t) => {
      const { id: outer } = await createFolder(t.service, t.ann, { parentId: '0', name: 'outer' });
      const item = { kind: 'folder' as const, id: outer };
      await createCollaboration(t.service, t.ann, { item, invited: { login: 'bob' }, role: 'editor' });
      await updateFolder(t.service, t.ann, { folderId: t.folderId, parentId: outer });
      await deleteCollaboration(t.service, t.ann, t.collaboration.id);
      expect(await heldBytes(t)).toBe(200);
      await updateFolder(t.service, t.ann, { folderId: t.folderId, parentId: '0' });
    },
  };

  async function heldBytes({ service, ann }: Shared): Promise<number | undefined> {
    await service.store.transaction(({ users }) =>
      users.update(ann.user.id, { spaceAmountBytes: 1000, modifiedAt: 0 }),
    );
    return (await service.store.read(({ users }) => users.roomOf(ann.user.id)))?.heldBytes;
  }

  it.each(Object.entries(endings))('ends with %s, and takes no more of the space of its owner', async (_name, end) => {
    await using t = await openShared();
    expect(await heldBytes(t)).toBe(200);
    await end(t);
    expect(await heldBytes(t)).toBe(0);
    for (const { id } of t.sessions) expect((await refusalOf(send(t.service, t.bob, id, 1))).code).toBe('not_found');
  });

  it('outlives the end of an access that its sender also has by other means', async () => {
    await using t = await openShared();
    const item = { kind: 'folder' as const, id: t.folderId };
    const cat = await createCollaboration(t.service, t.ann, {
      item,
      invited: { login: 'cat@example.org' },
      role: 'editor',
    });
    await deleteCollaboration(t.service, t.ann, cat.id);
    for (const { id } of t.sessions) await send(t.service, t.bob, id, 1);
  });

  it('goes on while its target is in the trash, from which it may come back', async () => {
    await using t = await openShared();
    await deleteFolder(t.service, t.ann, { folderId: t.folderId, recursive: true });
    for (const { id } of t.sessions) await send(t.service, t.bob, id, 1);
  });
});
