import { expect, test } from 'vitest';
import { requireNoNulls } from '../../../../../service/http/requests/null-characters.ts';

test.each([
  [{ name: 'a\0' }, '"name" in the body'],
  [{ tags: ['good', 'bad\0'] }, '"tags.1" in the body'],
  [{ entries: [{ parent: { id: '\0' } }] }, '"entries.0.parent.id" in the body'],
  [{ inner: { 'a\0b': 1 } }, '"inner.a?b" in the body'],
  ['\0', 'The body of the request'],
])('U+0000 in %j is named by its path', (value, place) => {
  const message = expect.stringMatching(
    new RegExp(`^${place.replaceAll('?', '\\?')}.* contains the character U\\+0000`),
  );
  expect(() => requireNoNulls('body', value)).toThrow(expect.objectContaining({ code: 'bad_request', message }));
});
