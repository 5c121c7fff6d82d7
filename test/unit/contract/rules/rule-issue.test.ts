import { expect, test } from 'vitest';
import { z } from 'zod';
import { createGroupMembership } from '../../../../contract/operations/people/group-memberships.ts';
import { itemName, plainText, tags } from '../../../../contract/request-fields.ts';
import { ruleSentences } from '../../../../contract/rules/rule-issue.ts';
import { say, verbatim } from '../../../../contract/rules/say.ts';

const flags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`flag ${at}`, true]));
const rulesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => ruleSentences(issue, value));

test.each([
  [
    'of a rule of its own',
    itemName,
    'x'.repeat(1_300),
    say`A name can have at most ${255} characters, not ${1_300}. Shorten it.`,
  ],
  [
    'with the most that it may have',
    z.string().max(2, 'may have at most 2 characters'),
    'abc',
    say`may have at most ${2} characters, not ${3}.`,
  ],
  ['with the least that it must have', z.int().min(3, 'must be at least 3'), 1, say`must be at least ${3}.`],
  [
    'with a maximum in characters',
    plainText(1_000),
    'x'.repeat(1_001),
    say`may have at most ${1_000} characters, not ${1_001}.`,
  ],
  [
    'with a maximum of a list',
    z.object({ list: z.array(z.string()).max(1, 'may hold at most 1 word') }),
    { list: ['a', 'b', 'c'] },
    say`may hold at most ${1} word, not ${3}.`,
  ],
  [
    'with a maximum of entries',
    createGroupMembership.body.schema,
    { user: { id: '1' }, group: { id: '2' }, configurable_permissions: flags(51) },
    say`may hold at most ${50} flags, not ${51}.`,
  ],
  ['with a maximum of a number', z.int().max(2, 'may be at most 2'), 3, say`may be at most ${2}, not ${3}.`],
  ['without a number', tags, [], say`must hold at least one tag; send null to take all tags away.`],
  ['of the library', z.boolean(), 1, verbatim('Invalid input: expected boolean, received number.')],
])('an issue has the sentences %s', (_, schema, value, sentences) => {
  expect(rulesOf(schema, value)).toEqual([sentences]);
});
