import { expect, test } from 'vitest';
import { openClockTrust } from '../../../../../service/domain/kernel/clock-trust.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A world whose two clocks the test moves. */
async function openClocks() {
  let elapsed = 0;
  const world = await openDomainWorld({}, () => elapsed);
  world.holdTime();
  return {
    world,
    trust: world.service.trust,
    elapsed: () => elapsed,
    /** The service runs; both clocks advance. */
    run: (ms: number) => {
      elapsed += ms;
      world.passTime(ms);
    },
    /** Only the clock that people can set advances, as while the machine is off. */
    leap: (ms: number) => world.passTime(ms),
    [Symbol.asyncDispose]: async () => world[Symbol.asyncDispose](),
  };
}

test('a clock that is ahead for minutes destroys nothing, nor does the right one for a day after it', async () => {
  await using clocks = await openClocks();
  expect(await clocks.trust.mayDestroy()).toBe(true);
  clocks.run(minute);
  clocks.leap(40 * day);
  expect(await clocks.trust.mayDestroy()).toBe(false);
  clocks.run(15 * minute);
  expect(await clocks.trust.mayDestroy()).toBe(false);
  clocks.leap(-40 * day);
  expect(await clocks.trust.mayDestroy()).toBe(false);
  clocks.run(day - minute);
  expect(await clocks.trust.mayDestroy()).toBe(false);
  clocks.run(10 * minute);
  expect(await clocks.trust.mayDestroy()).toBe(true);
});

test('a machine that was off for a week destroys what has expired once it has run for a day, also in several parts', async () => {
  await using clocks = await openClocks();
  const { service } = clocks.world;
  await clocks.trust.mayDestroy();
  clocks.leap(7 * day);
  let trust = await openClockTrust(service.store, service.clock, clocks.elapsed);
  expect(await trust.mayDestroy()).toBe(false);
  for (let part = 0; part < 2; part += 1) {
    clocks.run(day / 2 - minute);
    expect(await trust.mayDestroy()).toBe(false);
    clocks.leap(day / 2);
    trust = await openClockTrust(service.store, service.clock, clocks.elapsed);
  }
  expect(await trust.mayDestroy()).toBe(false);
  clocks.run(20 * minute);
  expect(await trust.mayDestroy()).toBe(true);
});

test('two processes do not count the same hours twice', async () => {
  await using clocks = await openClocks();
  const { service } = clocks.world;
  await clocks.trust.mayDestroy();
  clocks.leap(7 * day);
  const trusts = [clocks.trust, await openClockTrust(service.store, service.clock, clocks.elapsed)];
  for (const trust of trusts) expect(await trust.mayDestroy()).toBe(false);
  for (let hour = 0; hour < 23; hour += 1) {
    clocks.run(60 * minute);
    for (const trust of trusts) expect(await trust.mayDestroy()).toBe(false);
  }
  clocks.run(60 * minute);
  for (const trust of trusts) expect(await trust.mayDestroy()).toBe(true);
});

test('a change by a clock that is behind has no time from before the clock was last trusted, also after a restart', async () => {
  await using clocks = await openClocks();
  const { service } = clocks.world;
  const ann = await clocks.world.join('ann');
  await clocks.trust.mayDestroy();
  const trusted = service.clock.now();
  clocks.leap(-20 * 365 * day);
  const restarted = { ...service, trust: await openClockTrust(service.store, service.clock, clocks.elapsed) };
  for (const [name, one] of Object.entries({ service, restarted })) {
    const file = await putFile(one, ann, '0', name);
    expect(Date.parse(file.created_at)).toBe(Math.floor(trusted / 1000) * 1000);
  }
});
