import { describe, expect, test } from 'vitest';
import {
  isRedirectAllowed,
  requireRedirectUri,
} from '../../../../../../../service/domain/people/oauth/clients/redirect-uris.ts';

describe('a redirect is allowed', () => {
  const registered = ['https://app.example/back', 'http://127.0.0.1/signed-in?a=1', 'http://[::1]/signed-in'];

  test.each([
    'https://app.example/back',
    'http://127.0.0.1/signed-in?a=1',
    'http://127.0.0.1:49152/signed-in?a=1',
    'http://[::1]:8080/signed-in',
  ])('to %s: registered, or on the loopback address at any port', (given) => {
    expect(isRedirectAllowed(registered, given)).toBe(true);
  });

  test.each([
    'https://app.example/back/',
    'https://app.example:8443/back',
    'https://app.example/back?x',
    'http://127.0.0.1:49152/other?a=1',
    'http://127.0.0.1:49152/signed-in',
    'http://127.0.0.1:49152/signed-in?a=2',
    'http://localhost:49152/signed-in?a=1',
    'https://127.0.0.1:49152/signed-in?a=1',
    'http://127.0.0.1:49152/signed-in?a=1#fragment',
    'http://ann@127.0.0.1:49152/signed-in?a=1',
    'http://:secret@127.0.0.1:49152/signed-in?a=1',
    'http://127.0.0.2/signed-in?a=1',
    'http://127.0.0.1\t:49152/signed-in?a=1',
    'http://127.0.0.1:49152/signed-in?a=1 ',
    ' http://127.0.0.1:49152/signed-in?a=1',
    'http://127.0.0.1:49152/signed-in?a=1\n',
    'not a URL',
    '',
  ])('never to %j', (given) => {
    expect(isRedirectAllowed(registered, given)).toBe(false);
  });

  test('to nothing that cannot be parsed, when the same is not registered', () => {
    expect(isRedirectAllowed(['nonsense'], 'other nonsense')).toBe(false);
  });
});

describe('a client may register', () => {
  test.each([
    'https://app.example/back',
    'https://app.example/back?a=1',
    'http://127.0.0.1/x',
    'http://[::1]/x',
    'http://localhost:3000/x',
    'org.example.app:/signed-in',
    'com.example.my-app+1:/x',
  ])('%s', (uri) => {
    expect(() => requireRedirectUri(uri)).not.toThrow();
  });

  test.each([
    'http://app.example/back',
    'https://app.example/back#fragment',
    'https://app.example/back#',
    'https://ann@app.example/back',
    'https://:secret@app.example/back',
    'http://127.0.0.1/x#fragment',
    'myapp:/signed-in',
    'javascript:alert(1)',
    '1org.example:/x',
    'not a URL',
    '',
  ])('not %j, which is named', (uri) => {
    expect(() => requireRedirectUri(uri)).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: `A redirect URI must be https, http on 127.0.0.1, [::1] or localhost, or have a scheme with a dot such as org.example.app:/signed-in, without a fragment, not "${uri}".`,
      }),
    );
  });

  test('none that is named longer than 200 characters', () => {
    const uri = `http://app.example/${'x'.repeat(400)}`;
    expect(() => requireRedirectUri(uri)).toThrow(`not "${uri.slice(0, 200)}".`);
  });
});
