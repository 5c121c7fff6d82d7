import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { expectClean } from './play/expect-clean.ts';
import { readScript, scriptOf } from './script.ts';
import { simulate } from './simulate.ts';
import { createServiceHost } from './world/service/service-host.ts';

const host = await createServiceHost();
afterAll(() => host.close());

/** Scripts that once exposed a bug; the file name describes it. */
const KEPT = join(import.meta.dirname, 'kept');

it.each(readdirSync(KEPT))('%s stays clean', async (file) => {
  await expectClean(host, readScript(JSON.parse(readFileSync(join(KEPT, file), 'utf8'))));
});

it('[I14] one script gives one trace', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const [first, second] = [await simulate(host, scriptOf(seed)), await simulate(host, scriptOf(seed))];
    expect(second.trace).toBe(first.trace);
  }
});
