import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Service } from '../../../../service/domain/service.ts';
import { runAlone } from '../../../../service/jobs/run-alone.ts';
import { openDomainWorld } from '../../../support/service/domain-world.ts';

const hour = 3_600_000;

/** A job that counts its runs and ends when the test says so. */
function heldJob() {
  const begun: (() => void)[] = [];
  const run = () => new Promise<number>((resolve) => begun.push(() => resolve(7)));
  return { begun, job: { name: 'held', everyMs: hour, run } };
}

/** A process that does not stop. */
const as = (holder: string) => ({ holder, signal: new AbortController().signal });

const quickJob = { name: 'quick', everyMs: hour, run: async () => 1 };

describe('a job of many processes', () => {
  it('runs in one of them at a time', async () => {
    await using world = await openDomainWorld();
    const { begun, job } = heldJob();
    const first = runAlone(world.service, job, as('one'));
    await expect.poll(() => begun.length).toBe(1);
    expect(await runAlone(world.service, job, as('two'))).toMatchObject({ kind: 'not_now' });
    begun[0]?.();
    expect(await first).toEqual({ kind: 'ran', count: 7 });
    expect(begun).toHaveLength(1);
  });

  it('is not run again before its time, in whichever of them, and then is', async () => {
    await using world = await openDomainWorld();
    expect(await runAlone(world.service, quickJob, as('one'))).toMatchObject({ kind: 'ran' });
    const later = await runAlone(world.service, quickJob, as('two'));
    expect(later.kind === 'not_now' && later.lookAgainAt - world.service.clock.now()).toBeLessThan(hour);
    world.passTime(hour);
    expect(await runAlone(world.service, quickJob, as('two'))).toMatchObject({ kind: 'ran' });
  });

  it('that destroys waits for a clock that can be trusted, and is not late because it waited', async () => {
    await using world = await openDomainWorld();
    const doubt = { isOver: false };
    const service = { ...world.service, trust: { ...world.service.trust, mayDestroy: async () => doubt.isOver } };
    const daily = { ...quickJob, everyMs: 24 * hour, destroys: true };
    const waiting = await runAlone(service, daily, as('one'));
    expect(waiting).toEqual({ kind: 'not_now', lookAgainAt: expect.closeTo(service.clock.now() + hour / 6, -4) });
    doubt.isOver = true;
    expect(await runAlone(service, daily, as('one'))).toMatchObject({ kind: 'ran' });
  });

  it('is taken over from a process that died in the middle of it', async () => {
    await using world = await openDomainWorld();
    const claim = { name: 'quick', holder: 'dead', now: world.service.clock.now(), everyMs: 1, holdMs: 120_000 };
    await world.service.store.transaction(({ jobRuns }) => jobRuns.claim(claim));
    expect(await runAlone(world.service, quickJob, as('alive'))).toMatchObject({ kind: 'not_now' });
    world.passTime(hour);
    expect(await runAlone(world.service, quickJob, as('alive'))).toMatchObject({ kind: 'ran' });
    const extended = world.service.store.transaction(({ jobRuns }) =>
      jobRuns.extend('quick', 'dead', Number.MAX_SAFE_INTEGER),
    );
    expect(await extended).toBe(false);
  });

  it('that runs once a day is due again two minutes after its process died', async () => {
    await using world = await openDomainWorld();
    world.holdTime();
    const { service } = world;
    const daily = { ...quickJob, everyMs: 24 * hour };
    const claim = { ...daily, holder: 'dead', now: service.clock.now(), holdMs: 120_000 };
    await service.store.transaction(({ jobRuns }) => jobRuns.claim(claim));
    world.passTime(60_000);
    const leaseEnd = service.clock.now() + 60_000;
    expect(await runAlone(service, daily, as('alive'))).toEqual({ kind: 'not_now', lookAgainAt: leaseEnd });
    world.passTime(60_000);
    expect(await runAlone(service, daily, as('alive'))).toMatchObject({ kind: 'ran' });
    expect(await runAlone(service, daily, as('alive'))).toMatchObject({ kind: 'not_now' });
  });

  it('is held for two minutes without a sign of life, and then taken over', async () => {
    await using world = await openDomainWorld();
    world.holdTime();
    const { begun, job } = heldJob();
    const often = { ...job, everyMs: 1 };
    const first = runAlone(world.service, often, as('one'));
    await expect.poll(() => begun.length).toBe(1);
    world.passTime(120_000 - 1);
    expect(await runAlone(world.service, often, as('two'))).toEqual({
      kind: 'not_now',
      lookAgainAt: world.service.clock.now() + 1,
    });
    world.passTime(1);
    const second = runAlone(world.service, often, as('two'));
    await expect.poll(() => begun.length).toBe(2);
    for (const end of begun) end();
    expect(await Promise.all([first, second])).toMatchObject([{ kind: 'ran' }, { kind: 'ran' }]);
  });

  it('ends before its next step in a process that was suspended, once another has taken it over', async () => {
    await using world = await openDomainWorld();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { service } = world;
    const { begun, job } = heldJob();
    const steps: string[] = [];
    const step = async (holder: string, { store }: Service) => {
      await store.read(async () => steps.push(holder));
      return steps.length;
    };
    const inSteps = (holder: string) => ({
      ...job,
      everyMs: 1,
      run: async (held: Service) => {
        await job.run();
        for (;;) if ((await step(holder, held)) > 1000 || holder === 'two') return steps.length;
      },
    });
    const first = runAlone(service, inSteps('one'), as('one'));
    await expect.poll(() => begun.length).toBe(1);
    world.passTime(120_000);
    const second = runAlone(service, inSteps('two'), as('two'));
    await expect.poll(() => begun.length).toBe(2);
    vi.advanceTimersByTime(30_000);
    // Behind the renewals of both.
    await service.store.transaction(async () => undefined, 'apart');
    for (const end of begun) end();
    await expect(first).rejects.toMatchObject({ code: 'job_taken_over' });
    expect(await second).toMatchObject({ kind: 'ran' });
    expect(steps).toEqual(['two']);
  });

  it('runs again after a clock that was ahead is set back', async () => {
    await using world = await openDomainWorld();
    const year = 365 * 24 * hour;
    world.passTime(year);
    expect(await runAlone(world.service, quickJob, as('one'))).toMatchObject({ kind: 'ran' });
    world.passTime(2 * hour - year);
    expect(await runAlone(world.service, quickJob, as('two'))).toMatchObject({ kind: 'ran' });
  });

  it('is taken from a process that died while the clock was ahead', async () => {
    await using world = await openDomainWorld();
    const { service } = world;
    const ahead = service.clock.now() + 365 * 24 * hour;
    const claim = { name: 'quick', holder: 'dead', now: ahead, everyMs: hour, holdMs: 120_000 };
    await service.store.transaction(({ jobRuns }) => jobRuns.claim(claim));
    expect(await runAlone(service, quickJob, as('alive'))).toMatchObject({ kind: 'ran' });
  });

  it('is due at once after it was interrupted, and after a failure only at its next turn', async () => {
    await using world = await openDomainWorld();
    const stopping = new AbortController();
    const run = async () => {
      stopping.abort();
      stopping.signal.throwIfAborted();
      return 1;
    };
    await expect(
      runAlone(world.service, { ...quickJob, run }, { holder: 'one', signal: stopping.signal }),
    ).rejects.toThrow();
    expect(await runAlone(world.service, quickJob, as('two'))).toMatchObject({ kind: 'ran' });
    world.passTime(hour);
    const failing = { ...quickJob, run: () => Promise.reject(new Error('no')) };
    await expect(runAlone(world.service, failing, as('one'))).rejects.toThrow('no');
    expect(await runAlone(world.service, quickJob, as('two'))).toMatchObject({ kind: 'not_now' });
  });

  it('is given back when it fails', async () => {
    await using world = await openDomainWorld();
    const failing = { ...quickJob, everyMs: 0, run: () => Promise.reject(new Error('no')) };
    await expect(runAlone(world.service, failing, as('one'))).rejects.toThrow('no');
    expect(await runAlone(world.service, { ...failing, run: async () => 1 }, as('two'))).toMatchObject({ kind: 'ran' });
  });
});
