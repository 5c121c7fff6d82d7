import { expect, test } from 'vitest';
import { matching, peopleIn } from '../../../../../renderer/parts/people/known-people.ts';

const ann = { id: '7', name: 'Ann', login: 'ann@harbour.studio' };
const keller = { id: '9', name: 'Ann Keller', login: 'keller@harbour.studio' };
const bob = { id: '8', name: 'Bob Marsh', login: 'bob@harbour.studio' };
const user = (person: object) => ({ type: 'user', ...person });

test('people are found by their name, any word of it, or their sign-in name', () => {
  expect(matching([ann, bob], 'MAR')).toEqual([bob]);
  expect(matching([ann, keller, bob], 'kel')).toEqual([keller]);
  expect(matching([ann, keller, bob], 'ann k')).toEqual([keller]);
  expect(matching([ann, bob], 'x')).toEqual([]);
  const luc = { id: '10', name: 'Anna-Luc Ó Brien', login: 'a.brandt@harbour.studio' };
  expect(matching([luc, bob], 'luc')).toEqual([luc]);
  expect(matching([luc, bob], 'brand')).toEqual([luc]);
  expect(matching([luc, bob], 'a.brandt@h')).toEqual([luc]);
  // Within a word, or of everyone's domain.
  expect(matching([luc, bob], 'uc')).toEqual([]);
  expect(matching([luc, bob], 'harb')).toEqual([]);
});

test('the people in answers are each there once, with a sign-in name if one answer has it', () => {
  const page = { pages: [{ entries: [{ type: 'file', owned_by: user({ ...bob, login: undefined }) }, null] }] };
  const shared = {
    entries: [{ accessible_by: user(bob) }, { accessible_by: { type: 'group', id: '1', name: 'All' } }],
  };
  expect(peopleIn([undefined, page, shared, user(ann), user({ id: '1', name: '' })], 100)).toEqual([ann, bob]);
});

test('a long list is not read to its end', () => {
  const entries = Array.from({ length: 1_000 }, (_, at) => user({ ...ann, id: String(at) }));
  expect(peopleIn([{ entries }], 10_000)).toHaveLength(500);
  expect(peopleIn([[[[[[user(ann)]]]]]], 3)).toEqual([]);
});
