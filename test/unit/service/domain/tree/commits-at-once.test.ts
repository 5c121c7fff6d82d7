import { describe, expect, it } from 'vitest';
import { createAssemblies } from '../../../../../service/domain/kernel/uploads/assemblies.ts';
import type { Service } from '../../../../../service/domain/service.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { abortSession } from '../../../../../service/domain/tree/upload-sessions/abort-session.ts';
import {
  type CommitSession,
  commitSession,
} from '../../../../../service/domain/tree/upload-sessions/commit-session.ts';
import {
  createSession,
  createVersionSession,
} from '../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { uploadPart } from '../../../../../service/domain/tree/upload-sessions/upload-part.ts';
import { verifyStore } from '../../../../../service/domain/upkeep/verify-store.ts';
import { MetadataUnavailable } from '../../../../../service/ports/metadata-store.ts';
import { bytesOf, openDomainWorld, putFile, refusalOf, sha1Of } from '../../../../support/service/domain-world.ts';

const whole = Buffer.from('eleven bytes');

/** A world of small parts, in which the parts of a file are put together only once the test releases `compose`. */
async function openWorld() {
  const world = await openDomainWorld({ uploadSessions: { leastBytes: 1, partBytes: 4 } });
  const ann = await world.join('ann');
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const compose: Service['blobs']['compose'] = async (ids) => {
    reached.resolve();
    await goOn.promise;
    return world.service.blobs.compose(ids);
  };
  const service: Service = { ...world.service, blobs: { ...world.service.blobs, compose } };
  const send = async (session: Awaited<ReturnType<typeof createSession>>): Promise<CommitSession> => {
    const parts = [];
    for (let start = 0; start < whole.length; start += session.part_size) {
      const bytes = whole.subarray(start, start + session.part_size);
      const range = { start, end: start + bytes.length - 1, total: whole.length };
      const sha1 = sha1Of(bytes);
      parts.push(await uploadPart(service, ann, { sessionId: session.id, range, sha1, content: bytesOf(bytes) }));
    }
    return { sessionId: session.id, sha1: sha1Of(whole), parts };
  };
  const order = { fileSizeBytes: whole.length, fileName: 'f' };
  return {
    service,
    ann,
    newFile: async () => send(await createSession(service, ann, { ...order, folderId: '0' })),
    newVersion: async (fileId: string) => send(await createVersionSession(service, ann, { ...order, fileId })),
    /** Resolves when a commit puts the parts together. */
    isComposing: reached.promise,
    goOn: goOn.resolve,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('several commits of one session at once', () => {
  it('a commit with another digest does not join the one that is running', async () => {
    await using t = await openWorld();
    const commit = await t.newFile();
    const right = commitSession(t.service, t.ann, commit);
    await t.isComposing;
    const wrong = refusalOf(commitSession(t.service, t.ann, { ...commit, sha1: sha1Of('other') }));
    t.goOn();
    expect(await right).toMatchObject({ kind: 'committed' });
    expect((await wrong).code).toBe('digest_mismatch');
  });

  it('a commit with another If-Match does not join either: it holds its own against the version that it replaces', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'f');
    const commit = await t.newVersion(fileId);
    const anyVersion = commitSession(t.service, t.ann, commit);
    await t.isComposing;
    const firstVersion = refusalOf(commitSession(t.service, t.ann, { ...commit, ifMatch: '0' }));
    await uploadVersion(t.service, t.ann, { fileId, content: bytesOf('faster') });
    t.goOn();
    expect(await anyVersion).toMatchObject({ kind: 'committed', file: { etag: '2' } });
    expect((await firstVersion).code).toBe('precondition_failed');
  });

  it('a repeated commit gets the result only with the If-Match that the result fulfilled', async () => {
    await using t = await openWorld();
    t.goOn();
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'f');
    const commit = await t.newVersion(fileId);
    const first = await commitSession(t.service, t.ann, { ...commit, ifMatch: '0' });
    expect(await commitSession(t.service, t.ann, { ...commit, ifMatch: '0' })).toEqual(first);
    const other = commitSession(t.service, t.ann, { ...commit, ifMatch: '1' });
    expect((await refusalOf(other)).code).toBe('precondition_failed');
  });

  it('a commit that joins another is answered only once the change of that one is durable', async () => {
    await using t = await openWorld();
    const commit = await t.newFile();
    let asked = 0;
    const assemblies: Service['assemblies'] = {
      ...t.service.assemblies,
      commit: (...request) => {
        asked += 1;
        return t.service.assemblies.commit(...request);
      },
    };
    const service = { ...t.service, assemblies };
    const durable = Promise.withResolvers<void>();
    const held: Service['held'] = {
      afterCommit: async (work) => void (await work()),
      commit: async () => undefined,
      settled: () => durable.promise,
    };
    const first = commitSession({ ...service, held }, t.ann, commit);
    await t.isComposing;
    let isAnswered = false;
    const joined = commitSession(service, t.ann, commit).finally(() => {
      isAnswered = true;
    });
    await expect.poll(() => asked).toBe(2);
    t.goOn();
    expect(await first).toMatchObject({ kind: 'committed' });
    await verifyStore(t.service);
    expect(isAnswered).toBe(false);
    durable.resolve();
    expect(await joined).toEqual(await first);
  });

  it('two processes that commit one session make one file', async () => {
    await using t = await openWorld();
    const commit = await t.newFile();

    const other = { ...t.service, assemblies: createAssemblies() };
    const both = [commitSession(t.service, t.ann, commit), commitSession(other, t.ann, commit)];
    await t.isComposing;
    t.goOn();
    const [one, two] = await Promise.all(both);
    expect(one).toEqual(two);
    expect(await verifyStore(t.service)).toMatchObject({ versions: 1, faults: [] });
  });

  it('an abort while the parts are put together: the commit is refused, and no file appears', async () => {
    await using t = await openWorld();
    const commit = await t.newFile();
    const refused = refusalOf(commitSession(t.service, t.ann, commit));
    await t.isComposing;
    await abortSession(t.service, t.ann, commit.sessionId);
    t.goOn();
    expect((await refused).code).toBe('not_found');
    const root = await listFolderItems(t.service, t.ann, {
      folderId: '0',
      page: { form: 'offset', offset: 0, limit: 10, fields: undefined },
    });
    expect(root).toMatchObject({ total_count: 0 });
  });
});

describe('a fault after the commit', () => {
  /** The rows are written, and then what wakes the listeners fails. */
  const failing = (service: Service): Service => ({
    ...service,
    signal: {
      ...service.signal,
      announce: () => {
        throw new Error('no listener can be woken');
      },
    },
  });

  it('does not delete the content of a file that is there', async () => {
    await using t = await openWorld();
    await expect(putFile(failing(t.service), t.ann, '0', 'f')).rejects.toThrow('no listener can be woken');
    expect(await verifyStore(t.service)).toMatchObject({ versions: 1, faults: [] });
  });

  it('does not delete the content of a file that was put together', async () => {
    await using t = await openWorld();
    t.goOn();
    const commit = await t.newFile();
    await expect(commitSession(failing(t.service), t.ann, commit)).rejects.toThrow('no listener can be woken');
    expect(await verifyStore(t.service)).toMatchObject({ versions: 1, faults: [] });
  });

  it.each([
    { written: 'unknown', contents: 1 },
    { written: 'nothing', contents: 0 },
  ] as const)('keeps a content whose row may be there: written is $written', async ({ written, contents }) => {
    await using t = await openWorld();
    const transaction: Service['store']['transaction'] = async () => {
      throw new MetadataUnavailable('The connection is lost.', null, written);
    };
    const service = { ...t.service, store: { ...t.service.store, transaction } };
    await expect(putFile(service, t.ann, '0', 'f')).rejects.toThrow('The connection is lost.');
    let left = 0;
    for await (const _blob of t.service.blobs.list()) left += 1;
    expect(left).toBe(contents);
  });

  it('does not delete a part that is there', async () => {
    await using t = await openWorld();
    t.goOn();
    const session = await createSession(t.service, t.ann, { folderId: '0', fileName: 'f', fileSizeBytes: 4 });
    const content = Buffer.from('part');
    const range = { start: 0, end: 3, total: 4 };
    const assemblies = {
      ...t.service.assemblies,
      advance: async () => {
        throw new Error('no digest');
      },
    };
    const order = { sessionId: session.id, range, sha1: sha1Of(content), content: bytesOf(content) };
    await expect(uploadPart({ ...t.service, assemblies }, t.ann, order)).rejects.toThrow('no digest');
    const parts = [{ part_id: '00000001', offset: 0, size: 4 }];
    const commit = { sessionId: session.id, sha1: sha1Of(content), parts };
    expect(await commitSession(t.service, t.ann, commit)).toMatchObject({ kind: 'committed' });
    expect(await verifyStore(t.service)).toMatchObject({ versions: 1, faults: [] });
  });
});
