import { expect, test } from 'vitest';
import { ownedToken, type TokenOwner } from '../../../../../main/account/tokens/owned-token.ts';
import { replaceableToken } from '../../../../../main/account/tokens/replaceable-token.ts';

/** A token in a file that was given to the engine of Ann. */
function given(owner: TokenOwner | null, first = 'of Ann') {
  const file = { text: first };
  const asked: string[] = [];
  const isOurs = async (token: string): Promise<boolean> => {
    asked.push(token);
    return token.includes('Ann');
  };
  const source = replaceableToken(first, { read: async () => file.text, isOurs });
  return { file, asked, source: ownedToken(source, { owner: () => owner, isOurs }) };
}

const unconfirmed: TokenOwner = { userId: '11', isConfirmed: false };

test.each([
  ['before the engine is open', null],
  ['once the service has confirmed the user', { ...unconfirmed, isConfirmed: true }],
])('%s, nothing is asked about the token', async (_when, owner) => {
  const { source, asked } = given(owner);
  expect(await source.token()).toBe('of Ann');
  expect(asked).toEqual([]);
});

test('[E96] an engine opened without its service asks once whose token it has', async () => {
  const { source, asked } = given(unconfirmed);
  expect(await source.token()).toBe('of Ann');
  expect(await source.token()).toBe('of Ann');
  expect(asked).toEqual(['of Ann']);
});

test("[E96] another account's token counts as refused, until a token of the same account takes its place", async () => {
  const { source, file } = given(unconfirmed, 'of Bob');
  await expect(source.token()).rejects.toMatchObject({ status: 401 });
  await expect(source.token()).rejects.toMatchObject({ status: 401 });
  file.text = 'of Ann, later';
  expect(await source.token()).toBe('of Ann, later');
});
