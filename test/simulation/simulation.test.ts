import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { catchBug } from './catch-bug.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { storyOf } from './play-seed.ts';
import { readScript, type Script, scriptOf } from './script.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulate.ts';
import { createServiceHost } from './world/service-host.ts';

const host = await createServiceHost();
afterAll(() => host.close());

const SEEDS = 300;
const SEEDS_PER_TEST = 50;
/** A planted bug has to be caught within so many seeds. */
const SEEDS_FOR_A_BUG = 200;

/** Scripts that showed something once; a file is named for what it was. */
const KEPT = join(import.meta.dirname, 'kept');

describe('devices, people on the web, and all that goes wrong between them', () => {
  for (let first = 1; first <= SEEDS; first += SEEDS_PER_TEST) {
    const last = first + SEEDS_PER_TEST - 1;
    it(`[I1] [I2] [I3] [I5] [I7] [I12] hold for the seeds ${first} to ${last}`, async () => {
      for (let seed = first; seed <= last; seed++) await expectClean(scriptOf(seed));
    });
  }

  it.each(readdirSync(KEPT))('%s stays clean', async (file) => {
    await expectClean(readScript(JSON.parse(readFileSync(join(KEPT, file), 'utf8'))));
  });

  it('[I14] one script gives one trace', async () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const [first, second] = [await simulate(host, scriptOf(seed)), await simulate(host, scriptOf(seed))];
      expect(second.trace).toBe(first.trace);
    }
  });
});

describe('planted bugs', () => {
  it.each([...PLANTED_BUGS])('%s: caught', async (_name, make) => {
    expect(await catchBug(host, make, SEEDS_FOR_A_BUG)).not.toBeNull();
  });
});

/** On a violation: shrinks the script and fails with the story of it. */
async function expectClean(script: Script): Promise<void> {
  const { violations } = await simulate(host, script);
  if (violations.length === 0) return;
  const shrunk = await shrink(host, script);
  throw new Error(storyOf(shrunk.script, shrunk.outcome));
}
