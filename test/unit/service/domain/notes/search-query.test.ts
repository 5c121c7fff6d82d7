import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../../../service/domain/notes/search/query.ts';
import { wordsOf } from '../../../../../service/domain/notes/search/words.ts';
import { Refusal } from '../../../../../service/domain/refusal.ts';

/** Alternatives in short: words of a term joined by a space, in quotes when they stood in quotes. */
function short(query: string) {
  const term = ({ words, isPhrase }: { words: readonly string[]; isPhrase: boolean }) =>
    isPhrase ? `"${words.join(' ')}"` : words.join(' ');
  return parseQuery(query).map(({ all, none }) => [all.map(term), none.map(term)]);
}

describe('words of a text', () => {
  test.each([
    ['Größe_2026.PDF', ['größe', '2026', 'pdf']],
    ['ﬁne ＡＢＣ', ['fine', 'abc']],
    ["don't stop", ['don', 't', 'stop']],
    ['日本 text', ['日', '本', 'text']],
    ['Пример-файла', ['пример', 'файла']],
    ['e\u0301t\u00e9', ['été']],
    ['  ../..  ', []],
    ['x'.repeat(100), ['x'.repeat(64)]],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

describe('operators of a query', () => {
  test.each([
    ['one', [[['one'], []]]],
    [
      'one two',
      [
        [['one'], []],
        [['two'], []],
      ],
    ],
    [
      'one OR two',
      [
        [['one'], []],
        [['two'], []],
      ],
    ],
    ['one AND two', [[['one', 'two'], []]]],
    [
      'one AND two OR three',
      [
        [['one', 'two'], []],
        [['three'], []],
      ],
    ],
    ['one NOT two', [[['one'], ['two']]]],
    ['NOT two one', [[['one'], ['two']]]],
    [
      'one three NOT two',
      [
        [['one'], ['two']],
        [['three'], ['two']],
      ],
    ],
    ['one AND NOT two', [[['one'], ['two']]]],
    [
      '"one two" three',
      [
        [['"one two"'], []],
        [['three'], []],
      ],
    ],
    ['"not closed', [[['"not closed"'], []]]],
    ['report-2026.pdf', [[['report 2026 pdf'], []]]],
    [
      'one and not two',
      [
        [['one'], []],
        [['and'], []],
        [['not'], []],
        [['two'], []],
      ],
    ],
    ['"AND"', [[['"and"'], []]]],
    ['AND', []],
    ['?!', []],
  ])('%s', (query, alternatives) => {
    expect(short(query)).toEqual(alternatives);
  });

  test.each([['NOT one'], [Array.from({ length: 51 }, (_, index) => `w${index}`).join(' ')]])(
    'what cannot be answered is refused: %s',
    (query) => {
      expect(() => parseQuery(query)).toThrow(Refusal);
    },
  );
});
