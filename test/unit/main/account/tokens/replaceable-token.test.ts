import { expect, test } from 'vitest';
import { replaceableToken } from '../../../../../main/account/tokens/replaceable-token.ts';

/** A token in a file; `theirs` are of another account. */
function placed(theirs: readonly string[] = []) {
  const file: { text: string | null } = { text: 'first' };
  let reads = 0;
  const source = replaceableToken('first', {
    read: async () => {
      reads += 1;
      return file.text;
    },
    isOurs: async (token) => !theirs.includes(token),
  });
  return { file, source, reads: () => reads };
}

test('a refused token is read again, and its successor is used from then on', async () => {
  const { file, source } = placed();
  file.text = 'second';
  expect(await source.token()).toBe('first');
  expect(await source.renew('first')).toBe('second');
  expect(await source.token()).toBe('second');
  // A request that was sent with the first one comes back late.
  expect(await source.renew('first')).toBe('second');
});

test.each([
  ['the refused one', 'first'],
  ['none', null],
  ['an empty one', ''],
  ["another account's", 'of Bob'],
])('%s is no successor, and the next refusal reads again', async (_what, text) => {
  const { file, source } = placed(['of Bob']);
  file.text = text;
  expect(await source.renew('first')).toBeNull();
  expect(await source.token()).toBe('first');
  file.text = 'second';
  expect(await source.renew('first')).toBe('second');
});

test('requests that are refused at once read it once', async () => {
  const { source, reads } = placed();
  await Promise.all([source.renew('first'), source.renew('first')]);
  expect(reads()).toBe(1);
});

test('the mark follows the place, so that a new token ends a signed-out state', async () => {
  const { file, source } = placed();
  expect(await source.mark?.()).toBe('first');
  file.text = null;
  expect(await source.mark?.()).toBe('');
});
