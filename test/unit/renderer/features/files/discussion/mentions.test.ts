import { describe, expect, it } from 'vitest';
import {
  partsOf,
  tagged,
  typedMention,
  writtenName,
} from '../../../../../../renderer/features/files/discussion/mentions.ts';

const ann = { id: '7', name: 'Ann', login: 'ann@harbour.studio' };
const namesake = { id: '12', name: 'Ann', login: 'ann@quay.example' };
const keller = { id: '9', name: 'Ann Keller', login: 'keller@harbour.studio' };

describe('a mention that is typed', () => {
  it('begins with an @ at the start or behind a space, up to the caret', () => {
    expect(typedMention('@bo', 3)).toEqual({ from: 0, word: 'bo' });
    expect(typedMention('ask @', 5)).toEqual({ from: 4, word: '' });
    expect(typedMention('ask @bo now', 7)).toEqual({ from: 4, word: 'bo' });
    expect(typedMention('mail me@home', 12)).toBeNull();
    expect(typedMention('ask @bo now', 11)).toBeNull();
  });
});

describe('a comment with mentions', () => {
  it('goes to the service with the number of each person who was chosen, the longest name first', () => {
    expect(tagged('@Ann Keller and @Ann: see', [ann, keller], [])).toBe('@[9:Ann Keller] and @[7:Ann]: see');
    expect(tagged('@Bob Marsh', [ann], [])).toBe('@Bob Marsh');
    expect(tagged('nobody', [ann], [])).toBe('nobody');
  });

  it('mentions no one whose name is only the beginning of the word', () => {
    expect(tagged('@Anna and @Ann2, @Ann’s plan', [ann], [])).toBe('@Anna and @Ann2, @[7:Ann]’s plan');
    expect(tagged('@Ann Kellermann', [keller, ann], [])).toBe('@[7:Ann] Kellermann');
  });

  it('goes to the person who was chosen last of those with the same name', () => {
    expect(tagged('@Ann: see', [namesake], [ann, namesake])).toBe('@[12:Ann]: see');
    expect(tagged('@Ann: see', [namesake, ann], [ann, namesake])).toBe('@[12:Ann]: see');
  });

  it('names people with the same name by their sign-in names too, and tells the service only the name', () => {
    const [one, other] = [ann, namesake].map((person) => writtenName(person, [ann, namesake, keller]));
    expect([one, other]).toEqual(['Ann (ann@harbour.studio)', 'Ann (ann@quay.example)']);
    expect(writtenName(keller, [ann, namesake, keller])).toBe('Ann Keller');
    expect(tagged(`@${one} and @${other}: see`, [], [ann, namesake])).toBe('@[7:Ann] and @[12:Ann]: see');
  });

  it('mentions a person who was not chosen only if no one else has the name', () => {
    expect(tagged('@Ann and @Ann Keller', [], [ann, keller])).toBe('@[7:Ann] and @[9:Ann Keller]');
    expect(tagged('@Ann and @Ann Keller', [], [ann, keller, namesake])).toBe('@Ann and @[9:Ann Keller]');
  });

  it('is shown with its mentions apart, and without any as it was written', () => {
    expect(partsOf({ message: 'hi Bob', tagged_message: 'hi @[8:Bob Marsh]!' })).toEqual([
      { at: 0, text: 'hi ', isMention: false },
      { at: 3, text: '@Bob Marsh', isMention: true },
      { at: 17, text: '!', isMention: false },
    ]);
    expect(partsOf({ message: 'plain @[8:Bob]', tagged_message: '' })).toEqual([
      { at: 0, text: 'plain @[8:Bob]', isMention: false },
    ]);
  });
});
