import { expect, test } from 'vitest';
import { judgeOrigin } from '../../../../main/headless/request-origin.ts';

const host = '127.0.0.1:4711';
const other = { 'sec-fetch-site': 'cross-site' };

test.each([
  ['another name', { host: 'evil.example.org:4711' }, false, 'wrong_host'],
  ['another port', { host: '127.0.0.1:4712' }, false, 'wrong_host'],
  ['our own page', { host, origin: `http://${host}` }, true, 'own'],
  ['another page', { host, origin: 'https://evil.example.org' }, false, 'foreign_origin'],
  ['a page without an address', { host, origin: 'null' }, false, 'foreign_origin'],
  ['a change without an origin', { host }, true, 'foreign_origin'],
  ['a read without an origin', { host }, false, 'own'],
  ['an image of another page', { host, ...other, 'sec-fetch-mode': 'no-cors' }, false, 'foreign_origin'],
  ['an image of another port', { host, 'sec-fetch-site': 'same-site' }, false, 'foreign_origin'],
  ['a link on another page', { host, ...other, 'sec-fetch-mode': 'navigate' }, false, 'own'],
  ['a link on another page that changes', { host, ...other, 'sec-fetch-mode': 'navigate' }, true, 'foreign_origin'],
  ['our own script', { host, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, false, 'own'],
] as const)('%s', (_who, headers, changes, verdict) => {
  expect(judgeOrigin(headers, host, changes)).toBe(verdict);
});
