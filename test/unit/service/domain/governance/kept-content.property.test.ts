import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';
import { type GovernedStep, GovernedWorld } from '../../../../support/service/governed-world.ts';

const which = fc.nat({ max: 3 });
const simple = <Do extends string>(...words: readonly Do[]) => fc.record({ do: fc.constantFrom(...words), which });

const step: fc.Arbitrary<GovernedStep> = fc.oneof(
  { weight: 3, arbitrary: simple('upload', 'new version') },
  { weight: 4, arbitrary: simple('trash', 'purge', 'restore', 'trash version') },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), which, to: which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('move folder', 'trash folder', 'purge folder', 'restore folder'),
      to: which,
    }),
  },
  { weight: 3, arbitrary: simple('hold', 'release', 'lift retention') },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('retain' as const),
      which,
      days: fc.integer({ min: 1, max: 90 }),
      permanently: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'run jobs' as const }) },
);

test('no operation or job permanently deletes a held or retained version, and all of them go after its release', async () => {
  await using world = await openDomainWorld();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async (steps) => {
      const governed = await GovernedWorld.open(world, `person-${++runs}`);
      await governed.take({ do: 'upload', which: 1 });
      for (const one of steps) expect(await governed.take(one)).toEqual([]);
      expect(await governed.attack()).toEqual([]);
      expect(await governed.letGo()).toEqual([]);
    }),
    { numRuns: 30, endOnFailure: false },
  );
}, 120_000);
