import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { askedOperations, askedRows } from '../../../docs/generate/asked.ts';
import { interfaceFile, interfaceText } from '../../../docs/generate/interface.ts';

const repository = new URL('../../../', import.meta.url);

describe('what the interface asks for', () => {
  test('its part 4 has twenty operations, each in the contract with its methods and its path', () => {
    expect(askedOperations.map(({ section }) => section)).toEqual(
      Array.from({ length: 20 }, (_, index) => `4.${index + 1}`),
    );
    for (const { methods, path, operation, also } of askedOperations) {
      const declared: Operation = operations[operation];
      expect([path, methods]).toEqual([declared.path, [declared.method, ...declared.alsoMethods]]);
      if (also === undefined) continue;
      const other: Operation = operations[also.operation];
      expect([path, also.method]).toEqual([other.path, other.method]);
    }
  });

  test.each([
    ...askedOperations.map(({ section, title, tests }) => ({ what: `${section} ${title}`, tests })),
    ...askedRows.map(({ part, row, tests }) => ({ what: `part ${part}: ${row}`, tests })),
  ])('$what is shown by existing tests', async ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const [file, title] of tests) {
      expect((await readFile(new URL(file, repository), 'utf8')).includes(title), `${file}: ${title}`).toBe(true);
    }
  });

  test('docs/interface.md says what the contract says: `npm run docs` writes it', async () => {
    expect(await readFile(interfaceFile, 'utf8')).toBe(interfaceText());
  });
});
