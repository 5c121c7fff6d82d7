import { afterAll, expect, it } from 'vitest';
import { openRehearsals, pausedHalfway } from '../play/rehearsal.ts';
import { scriptOf } from '../script.ts';
import { simulate } from '../simulate.ts';
import { createServiceHost } from '../world/service/service-host.ts';

const STATES_PER_TEST = 25;

/** Tests 150 states, from this seed on. Two files with half of the 300 states each run side by side. */
export async function rehearseStatesFrom(seed: number): Promise<void> {
  const host = await createServiceHost();
  afterAll(() => host.close());
  const firsts = Array.from({ length: 6 }, (_, index) => seed + index * STATES_PER_TEST);
  it.each(firsts)(
    '[P52] a dry run lists the steps of the next sync and changes nothing: 25 states from seed %d',
    async (first) => {
      const { check, listed } = openRehearsals();
      for (let next = first; next < first + STATES_PER_TEST; next++) {
        const script = pausedHalfway(scriptOf(next));
        const { violations } = await simulate(host, script, { afterActs: check });
        expect([next, violations]).toEqual([next, []]);
      }
      expect(listed()).toBeGreaterThan(STATES_PER_TEST);
    },
  );
}
