import { describe, expect, it } from 'vitest';
import { say } from '../../../../../contract/rules/say.ts';
import { answerOnce, type KeyedWork } from '../../../../../service/domain/idempotency/answer-once.ts';
import { Refusal } from '../../../../../service/domain/refusal.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { commitSession } from '../../../../../service/domain/tree/upload-sessions/commit-session.ts';
import { createSession } from '../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { uploadPart } from '../../../../../service/domain/tree/upload-sessions/upload-part.ts';
import type { AnsweredRequest } from '../../../../../service/ports/metadata/upkeep/idempotency-keys.ts';
import { bytesOf, openDomainWorld, sha1Of } from '../../../../support/service/domain-world.ts';

const key = 'a-key-of-a-test';

/** The answer `status` of a request of this person. */
function answered(caller: Caller, status: number): AnsweredRequest {
  const request = { userId: caller.user.id, key, operation: 'createFolder', fingerprint: 'f', contentSha1: null };
  return { ...request, authority: '', status, headers: {}, body: null, createdAt: Date.UTC(2026, 0, 1) };
}

function work<Answer>(caller: Caller, run: KeyedWork<Answer>['run']): KeyedWork<Answer> {
  const owner = { userId: caller.user.id, key };
  return { owner, run, recordOf: () => answered(caller, 201), recordOfFailure: () => answered(caller, 409) };
}

const make = (caller: Caller, name: string) => async (service: Service) =>
  createFolder(service, caller, { parentId: '0', name });

/** Whether the folder is there and what status is stored, of one committed state. */
const stateOf = ({ store }: Service, caller: Caller) =>
  store.read(async ({ items, idempotencyKeys }) => {
    const page = { sort: 'id' as const, direction: 'ASC' as const, offset: 0, limit: 100 };
    const inRoot = await items.listChildren({ folderId: caller.user.rootId, alsoItems: [] }, page);
    return [inRoot.map(({ name }) => name), (await idempotencyKeys.get(caller.user.id, key))?.status ?? null] as const;
  });

/** The store of a service that loses the machine in the moment of a commit. */
function losingCommits(service: Service): Service {
  const transaction: Service['store']['transaction'] = async (work) =>
    service.store.transaction(async (tx) => {
      await work(tx);
      throw new Error('The machine is gone.');
    });
  return { ...service, store: { ...service.store, transaction } };
}

describe('a request that is answered once', () => {
  it('carries its change and its answer in one commit, and wakes listeners only then', async () => {
    await using world = await openDomainWorld();
    const ann = await world.join('ann');
    let commits = 0;
    const transaction: Service['store']['transaction'] = async (run) => {
      commits += 1;
      return world.service.store.transaction(run);
    };
    const service = { ...world.service, store: { ...world.service.store, transaction } };
    const listener = await service.signal.subscribe(ann.user.id);
    let isWoken = false;
    void listener.changed.then(() => {
      isWoken = true;
    });
    await answerOnce(
      service,
      work(ann, async (held) => {
        const folder = await make(ann, 'a')(held);
        // Only the request itself sees its changes, and no listener is notified.
        expect(await stateOf(held, ann)).toEqual([['a'], null]);
        expect(await stateOf(service, ann)).toEqual([[], null]);
        expect(isWoken).toBe(false);
        return folder;
      }),
    );
    expect([commits, await stateOf(service, ann)]).toEqual([1, [['a'], 201]]);
    await listener.changed;
    listener.close();
  });

  it('leaves neither change nor answer when the commit is lost', async () => {
    await using world = await openDomainWorld();
    const ann = await world.join('ann');
    const lost = answerOnce(losingCommits(world.service), work(ann, make(ann, 'a')));
    await expect(lost).rejects.toThrow('The machine is gone.');
    expect(await stateOf(world.service, ann)).toEqual([[], null]);
  });

  it('undoes its change when it fails before its answer', async () => {
    await using world = await openDomainWorld();
    const ann = await world.join('ann');
    const failing = work(ann, async (held) => {
      await make(ann, 'a')(held);
      throw new Refusal('conflict', say`No.`);
    });
    await expect(answerOnce(world.service, failing)).rejects.toThrow('No.');
    expect(await stateOf(world.service, ann)).toEqual([[], 409]);
  });

  it('gives the answer of another process that was faster, and changes nothing', async () => {
    await using world = await openDomainWorld();
    const ann = await world.join('ann');
    const { service } = world;
    const outcome = await answerOnce(
      service,
      work(ann, async (held) => {
        await service.store.transaction(({ idempotencyKeys }) => idempotencyKeys.insert(answered(ann, 200)));
        return make(ann, 'a')(held);
      }),
    );
    expect(outcome).toMatchObject({ kind: 'known', request: { status: 200 } });
    expect(await stateOf(service, ann)).toEqual([[], 200]);
  });

  it('gives the answer that another process stored while this one worked, and changes nothing', async () => {
    await using world = await openDomainWorld();
    const ann = await world.join('ann');
    const { service } = world;
    const overtaken: typeof service.store.transaction = (run, scope) =>
      service.store.transaction(async (tx) => {
        const insert: typeof tx.idempotencyKeys.insert = async (mine) => {
          await tx.idempotencyKeys.insert(answered(ann, 200));
          return tx.idempotencyKeys.insert(mine);
        };
        return run({ ...tx, idempotencyKeys: { ...tx.idempotencyKeys, insert } });
      }, scope);
    const outcome = await answerOnce(
      { ...service, store: { ...service.store, transaction: overtaken } },
      work(ann, async (held) => make(ann, 'a')(held)),
    );
    expect(outcome).toMatchObject({ kind: 'known', request: { status: 200 } });
    expect((await stateOf(service, ann))[0]).toEqual([]);
  });

  it('commits all but its last transaction as they come, also those that begin side by side', async () => {
    await using world = await openDomainWorld();
    const ann = await world.join('ann');
    const { service } = world;
    await answerOnce(
      service,
      work(ann, async (held) => {
        const made = await Promise.all(['a', 'b', 'c'].map((name) => make(ann, name)(held)));
        const [names, status] = await stateOf(service, ann);
        expect([names.length, status]).toEqual([2, null]);
        return made;
      }),
    );
    expect(await stateOf(service, ann)).toEqual([['a', 'b', 'c'], 201]);
  });

  it('lets a commit outlast its answer, and holds up no other request', async () => {
    await using world = await openDomainWorld({
      uploadSessions: { leastBytes: 1, partBytes: 100 },
      commitAnswerMs: 1,
    });
    const ann = await world.join('ann');
    const goOn = Promise.withResolvers<void>();
    const compose: Service['blobs']['compose'] = async (ids) => {
      await goOn.promise;
      return world.service.blobs.compose(ids);
    };
    const service = { ...world.service, blobs: { ...world.service.blobs, compose } };
    const session = await createSession(service, ann, { folderId: '0', fileName: 'f', fileSizeBytes: 5 });
    const [sha1, content] = [sha1Of('bytes'), bytesOf('bytes')];
    const range = { start: 0, end: 4, total: 5 };
    const part = await uploadPart(service, ann, { sessionId: session.id, range, sha1, content });
    const commit = { sessionId: session.id, sha1, parts: [part] };
    const slow = { ...work(ann, (held) => commitSession(held, ann, commit)), recordOf: () => null };
    expect(await answerOnce(service, slow)).toMatchObject({ answer: { kind: 'assembling' } });
    goOn.resolve();
    await make(ann, 'a')(service);
    const patient = { ...service, settings: { ...service.settings, commitAnswerMs: 60_000 } };
    expect(await commitSession(patient, ann, commit)).toMatchObject({ kind: 'committed' });
    expect((await stateOf(service, ann))[1]).toBeNull();
  });

  it('has a change that waited for its turn until after the answer only once it is committed', async () => {
    await using world = await openDomainWorld();
    const ann = await world.join('ann');
    const [asked, turn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { store } = losingCommits(world.service);
    const transaction: Service['store']['transaction'] = async (run, scope) => {
      asked.resolve();
      await turn.promise;
      return store.transaction(run, scope);
    };
    const service = { ...world.service, store: { ...store, transaction } };
    const changes: Promise<unknown>[] = [];
    const late = work(ann, async (held) => {
      changes.push(make(ann, 'a')(held));
      await asked.promise;
      return 'later';
    });
    expect(await answerOnce(service, { ...late, recordOf: () => null })).toMatchObject({ answer: 'later' });
    const listener = await service.signal.subscribe(ann.user.id);
    turn.resolve();
    const isWoken = listener.changed.then(() => 'woken');
    await expect(Promise.race([isWoken, ...changes])).rejects.toThrow('The machine is gone.');
    listener.close();
  });
});
