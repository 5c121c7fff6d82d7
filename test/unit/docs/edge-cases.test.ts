import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { edgeCaseOutcomes } from '../../../docs/generate/edge-case-outcomes.ts';
import { edgeCasesFile, testsOfEdgeCases } from '../../../docs/generate/edge-cases.ts';

const repository = new URL('../../../', import.meta.url);

describe('the catalogue of edge cases', () => {
  test('has 121 cases, each said in words', () => {
    expect(edgeCaseOutcomes.map(([number]) => number)).toEqual(Array.from({ length: 121 }, (_, index) => index + 1));
    for (const [, outcome] of edgeCaseOutcomes) expect(outcome).toMatch(/^[A-Z].{20,}\.$/);
  });

  test('each of them is shown by at least one test, whose title carries its number', () => {
    const found = testsOfEdgeCases();
    expect(edgeCaseOutcomes.map(([number]) => number).filter((number) => !found.has(number))).toEqual([]);
    expect([...found.keys()].filter((number) => number < 1 || number > 121)).toEqual([]);
  });

  test('docs/edge-cases.md lists each with tests that are there and carry it: `npm run docs` writes it', async () => {
    const found = testsOfEdgeCases();
    const rows = (await readFile(edgeCasesFile, 'utf8')).split('\n').filter((line) => /^\| \d/.test(line));
    expect(rows).toHaveLength(121);
    for (const [index, row] of rows.entries()) {
      const [number = 0, outcome = ''] = edgeCaseOutcomes[index] ?? [];
      expect(row.startsWith(`| ${number} | ${outcome} |`), row).toBe(true);
      const files = [...row.matchAll(/\(\.\.\/(test\/[^)]+)\)/g)].map(([, file = '']) => file);
      expect(files.length, row).toBeGreaterThan(0);
      for (const file of files) {
        expect(existsSync(new URL(file, repository)), file).toBe(true);
        expect(
          (found.get(number) ?? []).some((one) => one.file === file),
          `${file} shows ${number}`,
        ).toBe(true);
      }
    }
  });
});
