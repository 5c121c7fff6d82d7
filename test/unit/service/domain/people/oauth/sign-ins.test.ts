import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../../../../contract/rules/limits.ts';
import { createClient } from '../../../../../../service/domain/people/oauth/clients/create-client.ts';
import { findCode, keepCode } from '../../../../../../service/domain/people/oauth/codes.ts';
import { findRefreshToken } from '../../../../../../service/domain/people/oauth/find-refresh-token.ts';
import {
  type IssuedTokens,
  issueForClient,
  issueForCode,
  rotate,
  type TokenSubject,
} from '../../../../../../service/domain/people/oauth/issue-tokens.ts';
import { revokeToken } from '../../../../../../service/domain/people/oauth/revoke-token.ts';
import { authenticate } from '../../../../../../service/domain/people/tokens/authenticate.ts';
import { digestOf } from '../../../../../../service/domain/people/tokens/digest.ts';
import type { Caller } from '../../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../../service/domain/streams/events/list-events.ts';
import type { ClientRecord } from '../../../../../../service/ports/metadata/people/clients.ts';
import type { CodeRecord } from '../../../../../../service/ports/metadata/people/tokens.ts';
import { type DomainWorld, openDomainWorld } from '../../../../../support/service/domain-world.ts';
import { openBrowser } from '../../../../../support/service/open-browser.ts';

let world: DomainWorld;
let admin: Caller;
let subject: TokenSubject;
beforeAll(async () => {
  world = await openDomainWorld();
  admin = await world.join('admin@example.com');
  const { user } = await world.join('ann@example.com');
  const registration = { name: 'app', redirectUris: [], isConfidential: true, mayActAlone: true };
  const { client } = await createClient(world.service, registration);
  subject = { user, clientId: client.id, scopes: ['root_readonly', 'manage_groups'] };
});
afterAll(() => world[Symbol.asyncDispose]());

let made = 0;

async function newCode(): Promise<CodeRecord> {
  const code = `code ${++made}`;
  await keepCode(world.service, await openBrowser(world.service, subject), code, {
    userId: subject.user.id,
    clientId: subject.clientId,
    scopes: subject.scopes,
    redirectUri: 'https://app.example/back',
    codeChallenge: 'challenge',
  });
  const kept = await findCode(world.service, code);
  if (kept === null) throw new Error('The code was not kept.');
  return kept;
}

const device = { id: 'device 1', productName: 'Tandem on Linux' };

/** A new sign-in, with clear tokens. */
async function signIn(
  by: typeof device | null = null,
): Promise<Required<IssuedTokens> & { readonly refreshToken: string }> {
  const issued = await issueForCode(world.service, subject, await newCode(), by);
  if (issued === null || issued.refreshToken === null) throw new Error('The code was not taken.');
  return { ...issued, refreshToken: issued.refreshToken };
}

const access = (token: string) => world.service.store.read(({ tokens }) => tokens.get(digestOf(token)));
const refresh = (token: string) => world.service.store.read(({ tokens }) => tokens.getRefresh(digestOf(token)));

/** The events that administrators read during this work. */
async function reports<T>(work: () => Promise<T>): Promise<readonly unknown[]> {
  const page = { streamType: 'admin_logs_streaming', limit: 500 } as const;
  const { next_stream_position } = await listEvents(world.service, admin, { ...page, streamPosition: 'now' });
  await work();
  const { entries } = await listEvents(world.service, admin, { ...page, streamPosition: String(next_stream_position) });
  return entries.map((entry) => {
    const { event_type, source, additional_details } = entry as never as Record<
      string,
      { id?: string; user_id?: string }
    >;
    return [event_type, String(source?.id ?? source?.user_id), additional_details];
  });
}

const client = (id: string) => ({ id }) as ClientRecord;

describe('an authorization code', () => {
  test('is kept as a digest, for its life', async () => {
    const code = await newCode();
    expect(code).toMatchObject({
      userId: subject.user.id,
      clientId: subject.clientId,
      scopes: subject.scopes,
      redirectUri: 'https://app.example/back',
      codeChallenge: 'challenge',
      usedAt: null,
      digest: digestOf(`code ${made}`),
    });
    expect(code.familyId).toMatch(/^[0-9a-f]{32}$/);
    expect(code.expiresAt - code.createdAt).toBe(limits.authorizationCodeLifeMs);
    expect(await findCode(world.service, 'unknown')).toBeNull();
  });

  test('expires at the end of its life, and not before', async () => {
    const { createdAt, expiresAt } = await newCode();
    const at = (now: number) => findCode({ ...world.service, clock: { now: () => now } }, `code ${made}`);
    expect(createdAt).toBeLessThan(expiresAt);
    expect(await at(expiresAt - 1)).not.toBeNull();
    expect(await at(expiresAt)).toBeNull();
  });

  test('is found after its use, however old, so that a second use is noticed', async () => {
    const code = await newCode();
    await issueForCode(world.service, subject, code, null);
    const at = { ...world.service, clock: { now: () => code.expiresAt + 1 } };
    expect((await findCode(at, `code ${made}`))?.usedAt).toEqual(expect.any(Number));
  });

  test('becomes a pair of tokens, and a sign-in that the administrators read', async () => {
    const code = await newCode();
    let issued: IssuedTokens | null = null;
    const told = await reports(async () => {
      issued = await issueForCode(world.service, subject, code, null);
    });
    const details = { client_id: subject.clientId, scopes: subject.scopes };
    expect(told).toEqual([
      ['USER_AUTHENTICATE_OAUTH2_ACCESS_TOKEN_CREATE', subject.user.id, expect.objectContaining(details)],
    ]);
    const { accessToken, refreshToken, scopes } = issued as never as Record<string, string>;
    expect(scopes).toEqual(subject.scopes);
    const grant = { clientId: subject.clientId, familyId: code.familyId, devicePinId: null };
    const token = await access(String(accessToken));
    expect(token).toMatchObject({
      userId: subject.user.id,
      scopes: subject.scopes,
      grant,
      narrowedFrom: null,
      confirms: null,
      restriction: null,
    });
    expect((token?.expiresAt ?? 0) - (token?.createdAt ?? 0)).toBe(limits.accessTokenLifeMs);
    const next = await refresh(String(refreshToken));
    expect(next).toMatchObject({ userId: subject.user.id, scopes: subject.scopes, grant, usedAt: null });
    expect((next?.expiresAt ?? 0) - (next?.createdAt ?? 0)).toBe(limits.refreshTokenLifeMs);
    expect(accessToken).toMatch(/^[0-9a-f]{64}$/);
    expect(refreshToken).toMatch(/^[0-9a-f]{64}$/);
    const user = await world.service.store.read(({ users }) => users.get(subject.user.id));
    expect(user?.lastSignInAt).toBe(token?.createdAt);
  });

  test('that is used twice revokes the tokens issued for it', async () => {
    const code = await newCode();
    const first = await issueForCode(world.service, subject, code, null);
    expect(await issueForCode(world.service, subject, code, null)).toBeNull();
    expect(await access(String(first?.accessToken))).toBeNull();
    expect(await refresh(String(first?.refreshToken))).toBeNull();
  });

  test('that vanished issues nothing', async () => {
    const code = { ...(await newCode()), digest: 'gone' };
    expect(await issueForCode(world.service, subject, code, null)).toBeNull();
  });

  test('with a device pins it once, and the tokens name the pin', async () => {
    const told = await reports(() => signIn(device));
    expect(told.map((entry) => (entry as unknown[])[0])).toEqual([
      'ADD_DEVICE_ASSOCIATION',
      'USER_AUTHENTICATE_OAUTH2_ACCESS_TOKEN_CREATE',
    ]);
    const [one, two] = [await signIn(device), await signIn({ ...device, id: 'device 2' })];
    const pins = await Promise.all(
      [one, two].map(async ({ accessToken }) => (await access(accessToken))?.grant?.devicePinId),
    );
    expect(new Set(pins).size).toBe(2);
    for (const pin of pins) expect(pin).toMatch(/^\d+$/);
    const kept = await world.service.store.read(({ devicePins }) => devicePins.get(pins[0] ?? ''));
    expect(kept?.deviceDigest).toBe(digestOf(device.id));
  });
});

test('a client that acts by itself gets an access token alone', async () => {
  let issued: IssuedTokens | null = null;
  const told = await reports(async () => {
    issued = await issueForClient(world.service, subject);
  });
  const { accessToken, refreshToken, scopes } = issued as never as Record<string, unknown>;
  expect([refreshToken, scopes]).toEqual([null, subject.scopes]);
  expect((await access(String(accessToken)))?.grant).toEqual({
    clientId: subject.clientId,
    familyId: expect.stringMatching(/^[0-9a-f]{32}$/),
    devicePinId: null,
  });
  expect(told).toEqual([
    [
      'USER_AUTHENTICATE_OAUTH2_ACCESS_TOKEN_CREATE',
      subject.user.id,
      expect.objectContaining({ client_id: subject.clientId }),
    ],
  ]);
});

describe('a refresh token', () => {
  test('becomes a new pair of the same sign-in, with the scopes that are asked for now', async () => {
    const { accessToken, refreshToken } = await signIn();
    const fewer = { ...subject, scopes: ['root_readonly'] };
    const told = await reports(async () => {
      const next = await rotate(world.service, refreshToken, fewer);
      expect(next?.scopes).toEqual(['root_readonly']);
      expect((await access(String(next?.accessToken)))?.grant).toEqual((await access(accessToken))?.grant);
      expect((await refresh(String(next?.refreshToken)))?.usedAt).toBeNull();
    });
    expect(told).toEqual([]);
    expect((await refresh(refreshToken))?.usedAt).toEqual(expect.any(Number));
  });

  test('works again while no token of the new pair was used, which is replaced: the answer may have been lost', async () => {
    const { refreshToken } = await signIn();
    const lost = await rotate(world.service, refreshToken, subject);
    const lostAgain = await rotate(world.service, refreshToken, subject);
    const next = await rotate(world.service, refreshToken, subject);
    for (const pair of [lost, lostAgain]) expect(await access(String(pair?.accessToken))).toBeNull();
    const { kind } = await authenticate(world.service, digestOf(String(next?.accessToken)));
    expect(kind).toBe('caller');
    expect(await rotate(world.service, String(next?.refreshToken), subject)).not.toBeNull();
  });

  test('of a pair that was replaced ends the sign-in: two parties have the token before it', async () => {
    const { refreshToken } = await signIn();
    const first = await rotate(world.service, refreshToken, subject);
    const second = await rotate(world.service, refreshToken, subject);
    expect(await rotate(world.service, String(first?.refreshToken), subject)).toBeNull();
    expect(await access(String(second?.accessToken))).toBeNull();
  });

  test.each([
    ['access', async (next: IssuedTokens | null) => authenticate(world.service, digestOf(String(next?.accessToken)))],
    ['refresh', async (next: IssuedTokens | null) => rotate(world.service, String(next?.refreshToken), subject)],
  ])(
    'that is used after the %s token of its new pair ends the sign-in, and the administrators read why',
    async (_, use) => {
      const { accessToken, refreshToken } = await signIn();
      const next = await rotate(world.service, refreshToken, subject);
      await use(next);
      const told = await reports(async () => expect(await rotate(world.service, refreshToken, subject)).toBeNull());
      const details = { client_id: subject.clientId, reason: 'refresh_token_reused' };
      expect(told).toEqual([['OAUTH2_REFRESH_TOKEN_REVOKE', subject.user.id, expect.objectContaining(details)]]);
      for (const token of [accessToken, String(next?.accessToken)]) expect(await access(token)).toBeNull();
      expect(await refresh(String(next?.refreshToken))).toBeNull();
    },
  );

  test('works until it expires', async () => {
    const { refreshToken } = await signIn();
    const { expiresAt = 0 } = (await refresh(refreshToken)) ?? {};
    const at = (now: number) => ({ ...world.service, clock: { now: () => now } });
    expect(await rotate(at(expiresAt), refreshToken, subject)).toBeNull();
    expect(await findRefreshToken(at(expiresAt), refreshToken)).toBeNull();
    expect((await findRefreshToken(at(expiresAt - 1), refreshToken))?.digest).toBe(digestOf(refreshToken));
    expect(await rotate(at(expiresAt - 1), refreshToken, subject)).not.toBeNull();
  });

  test('that is unknown is none', async () => {
    expect(await rotate(world.service, 'unknown', subject)).toBeNull();
    expect(await findRefreshToken(world.service, 'unknown')).toBeNull();
  });
});

describe('a revocation', () => {
  test.each([
    ['access', 'OAUTH2_ACCESS_TOKEN_REVOKE'],
    ['refresh', 'OAUTH2_REFRESH_TOKEN_REVOKE'],
  ])('with the %s token ends the sign-in', async (kind, adminType) => {
    const { accessToken, refreshToken } = await signIn();
    const token = kind === 'access' ? accessToken : refreshToken;
    const told = await reports(() => revokeToken(world.service, client(subject.clientId), token));
    expect(told).toEqual([[adminType, subject.user.id, expect.objectContaining({ client_id: subject.clientId })]]);
    expect([await access(accessToken), await refresh(refreshToken)]).toEqual([null, null]);
  });

  test('by another client does nothing, and tells nothing', async () => {
    const { accessToken, refreshToken } = await signIn();
    const told = await reports(async () => {
      for (const token of [accessToken, refreshToken]) await revokeToken(world.service, client('b'.repeat(32)), token);
    });
    expect(told).toEqual([]);
    expect(await access(accessToken)).not.toBeNull();
  });

  test('of an unknown token does nothing', async () => {
    expect(await reports(() => revokeToken(world.service, client(subject.clientId), 'unknown'))).toEqual([]);
  });

  test('of a token without a sign-in ends that token alone, whichever client asks', async () => {
    const own = {
      userId: subject.user.id,
      scopes: [],
      createdAt: 0,
      expiresAt: null,
      grant: null,
      narrowedFrom: null,
      confirms: null,
      restriction: null,
    };
    await world.service.store.transaction(async ({ tokens }) => {
      for (const name of ['one', 'two']) await tokens.insert({ ...own, digest: digestOf(name) });
    });
    await revokeToken(world.service, client('b'.repeat(32)), 'one');
    expect([await access('one'), (await access('two'))?.digest]).toEqual([null, digestOf('two')]);
  });
});
