import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../../service/domain/people/oauth/clients/create-client.ts';
import { setPassword } from '../../../../service/domain/people/sign-in/set-password.ts';
import { browserOf } from '../../../support/browser/scripted-browser.ts';
import { postOAuth, testPassword } from '../../../support/service/oauth.ts';
import { startSingleService, type TestService } from '../../../support/service/service.ts';

/** An attacker who guesses, and users who must not notice. The test is the proxy that names the addresses. */
let service: TestService;
const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
beforeAll(async () => {
  service = await startSingleService({ clock, config: { trustedProxies: ['127.0.0.1'] } });
  await setPassword(service.service, service.person.login, testPassword);
});
afterAll(() => service.stop());
// The guesses of one test have expired before the next.
beforeEach(() => void (clock.ahead += 3_600_000));

const from = (address: string) => ({ 'x-forwarded-for': address });

async function me(token: string, address: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, ...from(address) };
  return (await fetch(`${service.baseUrl}/users/me`, { headers })).status;
}

async function signIn(address: string, password: string, login = service.person.login): Promise<number> {
  const browser = browserOf(service.publicUrl, from(address));
  return (await browser.submit(await browser.get('/sign-in'), { login, password })).status;
}

async function times(count: number, act: (index: number) => Promise<number>): Promise<readonly number[]> {
  const answers: number[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await act(index));
  return answers;
}

describe('access tokens', () => {
  test('a valid token that this process has not seen answers beside 100 wrong ones from its address', async () => {
    const { token } = await service.addPerson('new@example.com');
    const wrong = await times(100, (index) => me(`wrong-${index}`, '203.0.113.1'));
    expect(wrong).toContain(429);
    expect(await me(token, '203.0.113.1')).toBe(200);
  });

  test('wrong tokens of one network of IPv6 count together', async () => {
    const wrong = await times(61, (index) => me(`wrong-${index}`, `2001:db8:1:2::${index.toString(16)}`));
    expect([wrong.at(59), wrong.at(60)]).toEqual([401, 429]);
    expect(await me('wrong', '2001:db8:1:3::1')).toBe(401);
  });

  test('a client that keeps sending its expired token gets 401, not a rate limit', async () => {
    expect(new Set(await times(100, () => me('dead', '203.0.113.2')))).toEqual(new Set([401]));
  });

  test('200 other addresses do not reset a recent guesser', async () => {
    await times(60, (index) => me(`wrong-${index}`, '203.0.113.3'));
    const others = Array.from({ length: 200 }, (_, index) => index);
    await Promise.all(others.map((index) => me('w', `198.51.${index >> 8}.${index & 255}`)));
    expect(await me('one-more', '203.0.113.3')).toBe(429);
  });
});

describe('passwords', () => {
  test('the 51st correct sign-in of an office in five minutes succeeds', async () => {
    expect(new Set(await times(51, () => signIn('203.0.113.10', testPassword)))).toEqual(new Set([303]));
  });

  test('ten wrong passwords from elsewhere lock no one out', async () => {
    const wrong = await times(12, (index) => signIn('203.0.113.20', `wrong password ${index}`));
    expect(wrong).toEqual([...Array<number>(10).fill(403), 429, 429]);
    expect(await signIn('203.0.113.21', testPassword)).toBe(303);
  });

  test('60 wrong passwords for other people from one address do not block a correct one', async () => {
    await times(60, (index) => signIn('203.0.113.30', 'wrong password', `person-${index}@example.com`));
    expect(await signIn('203.0.113.30', testPassword)).toBe(303);
  });

  test('the guesser himself has to wait, with the right password too', async () => {
    await times(10, (index) => signIn('203.0.113.40', `wrong password ${index}`));
    expect(await signIn('203.0.113.40', 'another wrong password')).toBe(429);
    expect(await signIn('203.0.113.40', 'a wrong one with other letters', service.person.login.toUpperCase())).toBe(
      429,
    );
  });

  test('wrong ones that came before a right one are forgiven', async () => {
    for (let round = 0; round < 2; round += 1) {
      await times(9, (index) => signIn('203.0.113.50', `wrong password ${round} ${index}`));
      expect(await signIn('203.0.113.50', testPassword)).toBe(303);
    }
  });
});

describe('secrets of clients', () => {
  test('90 wrong secrets at once cost no slow hash at all', async () => {
    const { client } = await createClient(service.service, {
      name: 'program',
      redirectUris: ['https://program.example.org/back'],
      isConfidential: true,
      mayActAlone: true,
    });
    expect(client.secretHash).toMatch(/^sha256:[0-9a-f]{64}$/);
    const tries = Array.from({ length: 90 }, (_, index) =>
      postOAuth(service, 'token', {
        grant_type: 'client_credentials',
        client_id: client.id,
        client_secret: `wrong ${index}`,
        box_subject_type: 'enterprise',
        box_subject_id: service.service.settings.enterprise.id,
      }),
    );
    const answers = (await Promise.all(tries)).map(({ status }) => status);
    expect(new Set(answers)).toEqual(new Set([400, 429]));
  });
});
