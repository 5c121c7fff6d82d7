import { expect, test } from 'vitest';
import { renewingToken } from '../../../../../main/account/tokens/renewing-token.ts';

test('requests that are refused together cause one renewal and all get its token', async () => {
  let renewals = 0;
  const tokens = renewingToken('old', async () => `new ${++renewals}`);
  expect(await Promise.all([tokens.renew('old'), tokens.renew('old'), tokens.renew('old')])).toEqual([
    'new 1',
    'new 1',
    'new 1',
  ]);
  expect(await tokens.token()).toBe('new 1');
});

test('a late refusal of the old token does not renew again', async () => {
  let renewals = 0;
  const tokens = renewingToken('old', async () => `new ${++renewals}`);
  await tokens.renew('old');
  expect(await tokens.renew('old')).toBe('new 1');
});

test('signed out stays signed out, and a later renewal may succeed', async () => {
  const answers: (string | null)[] = [null, 'back'];
  const tokens = renewingToken('old', async () => answers.shift() ?? null);
  expect(await tokens.renew('old')).toBeNull();
  expect(await tokens.renew('old')).toBe('back');
});
