import { afterAll, expect, it } from 'vitest';
import { openRehearsals, pausedHalfway } from './play/rehearsal.ts';
import { scriptOf } from './script.ts';
import { simulate } from './simulate.ts';
import { createServiceHost } from './world/service/service-host.ts';

const host = await createServiceHost();
afterAll(() => host.close());

const STATES = 300;
const STATES_PER_TEST = 25;
const firsts = Array.from({ length: STATES / STATES_PER_TEST }, (_, index) => 1 + index * STATES_PER_TEST);

it.each(firsts)(
  '[P52] a dry run lists the steps of the next sync and changes nothing: 25 states from seed %d',
  async (first) => {
    const { check, listed } = openRehearsals();
    for (let seed = first; seed < first + STATES_PER_TEST; seed++) {
      const script = pausedHalfway(scriptOf(seed));
      const { violations } = await simulate(host, script, { afterActs: check });
      expect([seed, violations]).toEqual([seed, []]);
    }
    expect(listed()).toBeGreaterThan(STATES_PER_TEST);
  },
);
