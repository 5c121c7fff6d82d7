import { afterAll, expect, it } from 'vitest';
import { catchBug } from './catch-bug.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { createServiceHost } from './world/service-host.ts';

const host = await createServiceHost();
afterAll(() => host.close());

/** A planted bug has to be caught within so many seeds. */
const SEEDS_FOR_A_BUG = 200;

it.each([...PLANTED_BUGS])('%s: caught', async (_name, make) => {
  expect(await catchBug(host, make, SEEDS_FOR_A_BUG)).not.toBeNull();
});
