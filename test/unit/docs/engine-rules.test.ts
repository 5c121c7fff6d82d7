import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { testsOfRules } from '../../../docs/generate/edge-cases.ts';

const engine = fileURLToPath(new URL('../../../main/engine/', import.meta.url));
const spec = readFileSync(`${engine}SPEC.md`, 'utf8');

describe.each([
  { letter: 'P', defined: /\*\*P(\d+)\*\*/g },
  { letter: 'I', defined: /^\| I(\d+) \|/gm },
] as const)('the numbers of the SPEC that begin with $letter', ({ letter, defined }) => {
  const numbers = new Set([...spec.matchAll(defined)].map(([, number]) => Number(number)));

  test('are each shown by at least one test, whose title carries its number, and none carries another', () => {
    const shown = new Set(testsOfRules(letter).keys());
    expect([...numbers].filter((number) => !shown.has(number))).toEqual([]);
    expect([...shown].filter((number) => !numbers.has(number))).toEqual([]);
  });

  test('are the only ones that the SPEC and the sources of the engine cite', () => {
    const cited = globSync('**/*.{ts,md}', { cwd: engine }).flatMap((file) =>
      [...readFileSync(`${engine}${file}`, 'utf8').matchAll(/\b([PI])(\d+)\b/g)].flatMap(([, kind, number]) =>
        kind === letter ? [{ file, number: Number(number) }] : [],
      ),
    );
    expect(cited.length).toBeGreaterThan(numbers.size);
    expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
  });
});
