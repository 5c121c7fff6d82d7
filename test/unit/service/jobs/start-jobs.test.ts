import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteFile } from '../../../../service/domain/tree/files/delete-file.ts';
import { purgeFile } from '../../../../service/domain/tree/trash/purge-item.ts';
import { startJobs } from '../../../../service/jobs/start-jobs.ts';
import { openDomainWorld, putFile } from '../../../support/service/domain-world.ts';

function notes() {
  const told: { readonly level: string; readonly fields: object }[] = [];
  const at = (level: string) => (fields: object) => void told.push({ level, fields });
  return { told, log: { info: at('info'), error: at('error') } };
}

describe('jobs', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('delete the contents of purged files, once it is their turn', async () => {
    await using world = await openDomainWorld();
    const ann = await world.join('ann');
    const { id: fileId } = await putFile(world.service, ann, '0', 'a');
    await deleteFile(world.service, ann, { fileId });
    await purgeFile(world.service, ann, fileId);
    const { told, log } = notes();
    const jobs = startJobs(world.service, log);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() => expect(told).toEqual([]));
    world.passTime(60_000);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() =>
      expect(told).toContainEqual({ level: 'info', fields: { job: 'delete released contents', count: 1 } }),
    );
    await jobs.stop();
  });

  it('read a new content for the search at their next turn', async () => {
    await using world = await openDomainWorld();
    const ann = await world.join('ann');
    const { told, log } = notes();
    const jobs = startJobs(world.service, log);
    for (const wait of [60_000, 10_000]) {
      told.length = 0;
      await putFile(world.service, ann, '0', `after ${wait}`);
      world.passTime(wait);
      vi.advanceTimersByTime(10_000);
      const done = { level: 'info', fields: { job: 'read contents for the search', count: 1 } };
      await vi.waitFor(() => expect(told).toContainEqual(done), { timeout: 10_000 });
    }
    await jobs.stop();
  });

  it('continue when one of them fails, and log which', async () => {
    await using world = await openDomainWorld();
    const failing = () => Promise.reject(new Error('the disk is gone'));
    const { told, log } = notes();
    const jobs = startJobs({ ...world.service, store: { ...world.service.store, transaction: failing } }, log);
    world.passTime(60_000);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(3));
    await jobs.stop();
    for (const job of ['end expired shared links', 'end expired collaborations'])
      expect(told).toContainEqual({ level: 'error', fields: { job, error: new Error('the disk is gone') } });
  });

  it('run again after a clock that was ahead is set back', async () => {
    await using world = await openDomainWorld();
    const year = 365 * 24 * 3_600_000;
    world.passTime(year);
    const ended: string[] = [];
    const jobs = startJobs(world.service, notes().log, (job) => void ended.push(job));
    world.passTime(60_000);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() => expect(ended).toContain('delete orphaned contents'));
    const first = ended.length;
    world.passTime(-year);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() => expect(ended.slice(first)).toContain('delete orphaned contents'));
    await jobs.stop();
  });

  it('destroy nothing when the clock leaps', async () => {
    await using world = await openDomainWorld({}, () => 0);
    const ann = await world.join('ann');
    const { id: fileId } = await putFile(world.service, ann, '0', 'in the trash');
    await deleteFile(world.service, ann, { fileId });
    const key = { userId: ann.user.id, key: 'key', operation: 'createFolder', fingerprint: 'f', authority: '' };
    const answer = { contentSha1: null, status: 201, headers: {}, body: null, createdAt: world.service.clock.now() };
    await world.service.store.transaction((tx) => tx.idempotencyKeys.insert({ ...key, ...answer }));
    const events = async () => {
      const query = { userId: ann.user.id, after: 0, limit: 100, onlyChanges: false, types: null };
      return (await world.service.store.read((reads) => reads.events.list(query))).map(({ eventType }) => eventType);
    };
    const before = await events();
    expect(before).toContain('ITEM_TRASH');
    const ended: string[] = [];
    const jobs = startJobs(world.service, notes().log, (job) => void ended.push(job));
    for (const ms of [60_000, 40 * 24 * 3_600_000]) {
      world.passTime(ms);
      const first = ended.length;
      vi.advanceTimersByTime(10_000);
      await vi.waitFor(() => expect(ended.slice(first)).toContain('drop expired locks'));
    }
    await jobs.stop();
    expect(ended).not.toContain('purge expired trash');
    const file = await world.service.store.read(async ({ items }) => items.get(fileId));
    expect(file?.trashedAt).not.toBeNull();
    expect(file).not.toBeNull();
    expect(await events()).toEqual(before);
    world.passTime(-40 * 24 * 3_600_000);
    const kept = await world.service.store.read(({ idempotencyKeys }) => idempotencyKeys.get(ann.user.id, 'key'));
    expect(kept).not.toBeNull();
  });

  it.each(['delete released contents', 'delete orphaned contents'])(
    'that are stopped end after the step they are at: %s',
    async (name) => {
      await using world = await openDomainWorld();
      const { service } = world;
      const begun = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      let deletions = 0;
      const deleteMany = async () => {
        deletions += 1;
        begun.resolve();
        await gate.promise;
        return new Map();
      };
      const ids = Array.from({ length: 1500 }, (_, index) => index.toString(16).padStart(32, '0'));
      if (name === 'delete released contents') await service.store.transaction(({ blobs }) => blobs.release(ids));
      const list: typeof service.blobs.list = async function* () {
        for (const blobId of name === 'delete released contents' ? [] : ids)
          yield { blobId, sizeBytes: 1, storedAt: 0 };
      };
      const { told, log } = notes();
      const ended: string[] = [];
      const jobs = startJobs({ ...service, blobs: { ...service.blobs, deleteMany, list } }, log, (job, end) => {
        if (job === name) ended.push(end);
      });
      world.passTime(600_000);
      vi.advanceTimersByTime(10_000);
      await begun.promise;
      const stopped = jobs.stop();
      gate.resolve();
      await stopped;
      expect(deletions).toBe(1);
      expect([told, ended]).toEqual([[], []]);
      const claim = { name, holder: 'other', now: service.clock.now(), everyMs: 24 * 3_600_000, holdMs: 1000 };
      expect(await service.store.transaction(({ jobRuns }) => jobRuns.claim(claim))).toBeNull();
    },
  );

  it('run beside a deletion of contents that takes long', async () => {
    await using world = await openDomainWorld();
    const { service } = world;
    await service.store.transaction(({ blobs }) => blobs.release(['0'.repeat(32)]));
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const deleteMany = async () => {
      begun.resolve();
      await gate.promise;
      return new Map();
    };
    const ended: string[] = [];
    const blobs = { ...service.blobs, deleteMany };
    const jobs = startJobs({ ...service, blobs }, notes().log, (job) => void ended.push(job));
    world.passTime(600_000);
    vi.advanceTimersByTime(10_000);
    await begun.promise;
    await vi.waitFor(() => expect(ended).toContain('finish purges'));
    const first = ended.length;
    world.passTime(600_000);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() => expect(ended.slice(first)).toContain('finish purges'));
    expect(ended).not.toContain('delete released contents');
    gate.resolve();
    await jobs.stop();
  });

  it('give back the space of an emptied trash while orphaned contents are listed', async () => {
    await using world = await openDomainWorld();
    const { service } = world;
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const list: typeof service.blobs.list = async function* () {
      begun.resolve();
      await gate.promise;
      yield* [];
    };
    const { told, log } = notes();
    const jobs = startJobs({ ...service, blobs: { ...service.blobs, list } }, log);
    world.passTime(600_000);
    vi.advanceTimersByTime(10_000);
    await begun.promise;
    await service.store.transaction(({ blobs }) => blobs.release(['0'.repeat(32)]));
    world.passTime(600_000);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() =>
      expect(told).toContainEqual({ level: 'info', fields: { job: 'delete released contents', count: 1 } }),
    );
    gate.resolve();
    await jobs.stop();
  });

  it('do nothing more once stopped', async () => {
    await using world = await openDomainWorld();
    const { told, log } = notes();
    const jobs = startJobs(
      { ...world.service, store: { ...world.service.store, transaction: () => Promise.reject(new Error('no')) } },
      log,
    );
    await jobs.stop();
    world.passTime(60_000);
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([]);
  });
});
