import { afterAll, expect, it } from 'vitest';
import { expectClean } from './play/expect-clean.ts';
import { keptScripts } from './play/kept.ts';
import { neighbourOf } from './play/neighbours.ts';
import { readScript, scriptOf } from './script.ts';
import { simulate } from './simulate.ts';
import { createServiceHost } from './world/service/service-host.ts';

const host = await createServiceHost();
afterAll(() => host.close());

it.each(keptScripts())('%s stays clean', (_file, script) => expectClean(host, script));

it('[I14] one script gives one trace', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const [first, second] = [await simulate(host, scriptOf(seed)), await simulate(host, scriptOf(seed))];
    expect(second.trace).toBe(first.trace);
  }
});

it('a neighbour of a kept script is another script that can be played, and the same for the same seed', () => {
  const kept = keptScripts().map(([, script]) => script);
  const known = new Set(kept.map((script) => JSON.stringify(script)));
  const drawn = Array.from({ length: 500 }, (_, seed) => neighbourOf(kept, seed));
  for (const [seed, script] of drawn.entries()) expect(neighbourOf(kept, seed)).toEqual(readScript(script));
  const news = drawn.filter((script) => !known.has(JSON.stringify(script)));
  expect(news.length).toBeGreaterThan(450);
  expect(new Set(drawn.map((script) => JSON.stringify(script))).size).toBeGreaterThan(490);
});
