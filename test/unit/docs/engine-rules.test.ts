import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testsOfRules } from '../../../docs/generate/edge-cases.ts';

const spec = readFileSync(new URL('../../../main/engine/SPEC.md', import.meta.url), 'utf8');
const rules = new Set([...spec.matchAll(/\bP(\d+)\b/g)].map(([, number]) => Number(number)));

test('each rule of the engine is shown by at least one test, whose title carries its number, and none carries another', () => {
  const shown = new Set(testsOfRules().keys());
  expect([...rules].filter((rule) => !shown.has(rule))).toEqual([]);
  expect([...shown].filter((rule) => !rules.has(rule))).toEqual([]);
});
