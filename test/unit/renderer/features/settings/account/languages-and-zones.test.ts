import { expect, test } from 'vitest';
import { languageName } from '../../../../../../renderer/features/settings/account/languages-and-zones.ts';

test.each([
  ['de', 'German'],
  ['en_GB', 'British English'],
  ['gb', 'British English'],
  ['e2', 'Canadian English'],
  ['e3', 'Australian English'],
  ['f2', 'Canadian French'],
  ['s2', 'Latin American Spanish'],
  ['zt', 'Traditional Chinese'],
  // No language: shown as it is.
  ['x9', 'x9'],
])('the language %s of an account is shown as %s', (code, name) => {
  expect(languageName(code)).toBe(name);
});
