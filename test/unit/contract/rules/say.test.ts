import { expect, it } from 'vitest';
import { inEnglish, say } from '../../../../contract/rules/say.ts';

it('a sentence has its values apart, and each sentence its own', () => {
  const sentences = say`"${'a. B'}" has ${12_345} bytes. The limit is ${1_000}. Shorten it.`;
  expect(sentences).toEqual([
    { id: '"{0}" has {1} bytes.', values: ['a. B', 12_345] },
    { id: 'The limit is {0}.', values: [1_000] },
    { id: 'Shorten it.', values: [] },
  ]);
  expect(inEnglish(sentences)).toBe('"a. B" has 12,345 bytes. The limit is 1,000. Shorten it.');
});

it('a value that looks like a place stays as it is', () => {
  const sentences = say`"${'{1} and {7}'}" is not ${'{0}'}.`;
  expect(inEnglish(sentences)).toBe('"{1} and {7}" is not {0}.');
});

it('a sentence can begin with a value or a quotation', () => {
  expect(say`No. ${'Ann'} left. "${'b'}" stays.`.map(({ id }) => id)).toEqual(['No.', '{0} left.', '"{0}" stays.']);
});
