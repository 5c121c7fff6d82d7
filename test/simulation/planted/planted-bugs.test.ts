import { afterAll, expect, it } from 'vitest';
import { createServiceHost } from '../world/service/service-host.ts';
import { catchBug } from './catch-bug.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';

const host = await createServiceHost();
afterAll(() => host.close());

/** A planted bug must be caught within this many seeds. */
const SEEDS_FOR_A_BUG = 100;

/** Bugs that need a rare coincidence take longer to catch: `npm run simulate:planted` also plays them. */
const RARE: ReadonlySet<string> = new Set([
  'take an error of the service for an absence',
  'follow the clock of another machine',
  'after a lost answer, send it again under another name',
  'take an error of the disk for an absence',
  'take a failed download for a delete there',
  'try what has failed before everything else',
  'take the position after the listing',
  'take the holder of the name for its own upload',
  'take a version that came first for its own',
  'forget the parts of an upload session',
  'trust the hints alone',
]);

it.each([...PLANTED_BUGS].filter(([name]) => !RARE.has(name)))('%s: caught', async (_name, make) => {
  expect(await catchBug(host, make, SEEDS_FOR_A_BUG)).not.toBeNull();
});
