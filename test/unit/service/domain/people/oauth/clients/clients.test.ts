import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInClient, grantTypes } from '../../../../../../../contract/oauth.ts';
import { limits } from '../../../../../../../contract/rules/limits.ts';
import { applicationScopes } from '../../../../../../../contract/scopes.ts';
import { subjectOfAssertion } from '../../../../../../../service/domain/people/oauth/assertion-subject.ts';
import { provesSecret } from '../../../../../../../service/domain/people/oauth/clients/client-secret.ts';
import { authenticateClient, findClient } from '../../../../../../../service/domain/people/oauth/clients/clients.ts';
import {
  type CreateClient,
  createClient,
} from '../../../../../../../service/domain/people/oauth/clients/create-client.ts';
import { removeClient } from '../../../../../../../service/domain/people/oauth/clients/remove-client.ts';
import { findSubject } from '../../../../../../../service/domain/people/oauth/find-subject.ts';
import { digestOf } from '../../../../../../../service/domain/people/tokens/digest.ts';
import { updateUser } from '../../../../../../../service/domain/people/users/update-user.ts';
import type { Caller } from '../../../../../../../service/domain/service.ts';
import type { ClientRecord } from '../../../../../../../service/ports/metadata/people/clients.ts';
import { type DomainWorld, openDomainWorld, refusalOf } from '../../../../../../support/service/domain-world.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

let world: DomainWorld;
let admin: Caller;
let ann: Caller;
let robot: ClientRecord;
let secret: string;
beforeAll(async () => {
  world = await openDomainWorld();
  admin = await world.join('admin@example.com');
  ann = await world.join('ann@example.com');
  const created = await create({ mayActAlone: true, publicKey: pem });
  robot = created.client;
  secret = created.secret ?? '';
});
afterAll(() => world[Symbol.asyncDispose]());

const create = (more: Partial<CreateClient> = {}) =>
  createClient(world.service, { name: 'App', redirectUris: [], isConfidential: true, mayActAlone: false, ...more });
const stored = (id: string) => world.service.store.read(({ clients }) => clients.get(id));
const fault = (code: string, message: string) => expect.objectContaining({ name: 'OAuthFault', code, message });

describe('a new client', () => {
  const forPeople = [grantTypes.code, grantTypes.refresh, grantTypes.exchange];

  test.each<[string, Partial<CreateClient>, readonly string[]]>([
    ['that is public signs people in', { isConfidential: false }, forPeople],
    ['that is public never acts alone', { isConfidential: false, mayActAlone: true }, forPeople],
    ['that is confidential signs people in', {}, forPeople],
    ['that may act alone does so by its secret', { mayActAlone: true }, [...forPeople, grantTypes.clientCredentials]],
    [
      'with a key does so by assertions as well',
      { mayActAlone: true, publicKey: pem },
      [...forPeople, grantTypes.clientCredentials, grantTypes.assertion],
    ],
  ])('%s', async (_rule, more, grants) => {
    expect((await create(more)).client.grants).toEqual(grants);
  });

  test('is stored as requested, with its secret as a digest', async () => {
    const redirectUris = ['https://app.example/back'];
    const { client, secret: shown } = await create({ name: 'Mine', redirectUris, scopes: ['root_readonly'] });
    expect(shown).toMatch(/^[0-9a-f]{64}$/);
    expect(client).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'Mine',
      secretHash: `sha256:${digestOf(shown ?? '')}`,
      publicKey: null,
      redirectUris,
      grants: forPeople,
      scopes: ['root_readonly'],
      serviceAccountId: null,
      createdAt: expect.any(Number),
    });
    expect(await stored(client.id)).toEqual(client);
  });

  test('that is public has no secret; without scopes it gets those of applications', async () => {
    const { client, secret: shown } = await create({ isConfidential: false });
    expect([shown, client.secretHash, client.scopes]).toEqual([null, null, applicationScopes]);
  });

  test.each([
    ['', 0],
    ['x'.repeat(101), 101],
    ['😀'.repeat(101), 101],
  ])('needs a name of 1 to 100 characters', async (name, length) => {
    const { code, message } = await refusalOf(create({ name }));
    expect([code, message]).toEqual(['bad_request', `A client's name must have 1 to 100 characters, not ${length}.`]);
  });

  test('may have a name of one character, or of 100 of any size', async () => {
    expect((await create({ name: 'x' })).client.name).toBe('x');
    expect((await create({ name: '😀'.repeat(100) })).client.name).toHaveLength(200);
  });

  test('needs good redirect URIs, all of them', async () => {
    const redirectUris = ['https://app.example/back', 'http://app.example/back'];
    expect((await refusalOf(create({ redirectUris }))).code).toBe('bad_request');
  });

  test.each([
    ['public', { isConfidential: false, mayActAlone: true }],
    ['for people only', { isConfidential: true, mayActAlone: false }],
  ])('that is %s has no key', async (_what, more) => {
    const { code, message } = await refusalOf(create({ ...more, publicKey: pem }));
    expect(code).toBe('bad_request');
    expect(message).toBe('Only a confidential client that may act by itself can have a public key.');
  });

  test('has a key that can verify signatures', async () => {
    const { code, message } = await refusalOf(create({ mayActAlone: true, publicKey: 'no key' }));
    expect(code).toBe('bad_request');
    expect(message).toBe('The public key must be an RSA key in PEM format, beginning with -----BEGIN PUBLIC KEY-----.');
  });
});

describe('a client is found', () => {
  test('by its id; our own is always there, and in no table', async () => {
    expect(await findClient(world.service, robot.id)).toEqual(robot);
    expect(await findClient(world.service, builtInClient.id)).toMatchObject({
      name: builtInClient.name,
      secretHash: null,
      redirectUris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
      grants: [grantTypes.code, grantTypes.refresh],
      scopes: applicationScopes,
    });
    expect(await stored(builtInClient.id)).toBeNull();
  });

  test.each(['', 'x', 'g'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), 'A'.repeat(32), `${'a'.repeat(31)}\0`])(
    'and not looked for by %j',
    async (id) => {
      const store = { ...world.service.store, read: async () => Promise.reject(new Error('It was looked for.')) };
      expect(await findClient({ ...world.service, store }, id)).toBeNull();
    },
  );
});

describe('a client is who it says', () => {
  test('by its secret, and by nothing else', async () => {
    expect((await authenticateClient(world.service, robot.id, secret))?.id).toBe(robot.id);
    for (const wrong of [undefined, '', `${secret}0`, secret.slice(1), secret.toUpperCase()]) {
      expect(await authenticateClient(world.service, robot.id, wrong)).toBeNull();
    }
    expect(await authenticateClient(world.service, 'a'.repeat(32), secret)).toBeNull();
  });

  test('without a secret if it has none', async () => {
    for (const none of [undefined, '']) {
      expect((await authenticateClient(world.service, builtInClient.id, none))?.id).toBe(builtInClient.id);
    }
    expect(await authenticateClient(world.service, builtInClient.id, 'any')).toBeNull();
    const { client } = await create({ isConfidential: false });
    expect(await provesSecret(world.service, client, '')).toBe(false);
  });

  test('by a slow hash of an earlier version, which a digest replaces once', async () => {
    const { client } = await create();
    const secretHash = await world.service.passwords.hash('an old secret');
    await world.service.store.transaction(({ clients }) => clients.setSecretHash(client.id, secretHash));
    expect(await authenticateClient(world.service, client.id, 'another secret')).toBeNull();
    expect((await stored(client.id))?.secretHash).toBe(secretHash);
    expect((await authenticateClient(world.service, client.id, 'an old secret'))?.id).toBe(client.id);
    expect((await stored(client.id))?.secretHash).toBe(`sha256:${digestOf('an old secret')}`);
    expect((await authenticateClient(world.service, client.id, 'an old secret'))?.id).toBe(client.id);
  });
});

describe('a removed client', () => {
  test('is gone, and all tokens of its sign-ins', async () => {
    const { client } = await create();
    const grant = { clientId: client.id, familyId: 'f', devicePinId: null };
    const token = {
      userId: ann.user.id,
      scopes: [],
      createdAt: 0,
      expiresAt: null,
      narrowedFrom: null,
      confirms: null,
      restriction: null,
    };
    await world.service.store.transaction(async ({ tokens }) => {
      await tokens.insert({ ...token, digest: 'its', grant });
      await tokens.insert({ ...token, digest: 'other', grant: { ...grant, clientId: robot.id } });
    });
    await removeClient(world.service, client.id);
    expect(await stored(client.id)).toBeNull();
    const left = await world.service.store.read(({ tokens }) =>
      Promise.all(['its', 'other'].map((one) => tokens.get(one))),
    );
    expect(left.map((one) => one?.digest)).toEqual([undefined, 'other']);
  });

  test('must have been there', async () => {
    const { code, message } = await refusalOf(removeClient(world.service, 'none'));
    expect([code, message]).toEqual(['not_found', 'Client "none" does not exist.']);
  });
});

describe('a client that acts by itself is', () => {
  const find = (client: ClientRecord, type: string, id: string, service = world.service) =>
    findSubject(service, client, { type, id });

  test('its service account, which is created once and administers', async () => {
    const { client } = await create({ name: 'n'.repeat(100), mayActAlone: true });
    const enterpriseId = world.service.settings.enterprise.id;
    const account = await find(client, 'enterprise', enterpriseId);
    expect(account).toMatchObject({ login: `service-account-${client.id}`, role: 'coadmin' });
    expect(account?.name).toBe('n'.repeat(Math.min(100, limits.userNameLength)));
    const known = await stored(client.id);
    expect(known?.serviceAccountId).toBe(account?.id);
    if (known === null) throw new Error('The client is gone.');
    expect((await find(known, 'enterprise', enterpriseId))?.id).toBe(account?.id);
    // Two processes: one of them created it a moment ago.
    expect((await find(client, 'enterprise', enterpriseId))?.id).toBe(account?.id);
    await updateUser(world.service, admin, { userId: String(account?.id), changes: { status: 'inactive' } });
    expect(await find(known, 'enterprise', enterpriseId)).toBeNull();
  });

  test('nothing in another enterprise', async () => {
    expect(await find(robot, 'enterprise', '0')).toBeNull();
  });

  test('one of the users, unless the account is closed', async () => {
    expect((await find(robot, 'user', ann.user.id))?.id).toBe(ann.user.id);
    expect(await find(robot, 'user', '999999')).toBeNull();
    const { user } = await world.join('closed@example.com');
    await updateUser(world.service, admin, { userId: user.id, changes: { status: 'inactive' } });
    expect(await find(robot, 'user', user.id)).toBeNull();
  });

  test('nothing of another kind', async () => {
    expect(await find(robot, 'group', ann.user.id)).toBeNull();
  });

  test('no one in a service without people: it would become the first administrator', async () => {
    await using empty = await openDomainWorld();
    expect(await find(robot, 'enterprise', empty.service.settings.enterprise.id, empty.service)).toBeNull();
    expect(await empty.service.store.read(({ users }) => users.listByRole('coadmin', 1))).toEqual([]);
  });
});

describe('an assertion', () => {
  let made = 0;

  /** The claims of a good assertion at a time, in seconds. */
  const goodAt = (now: number) => ({
    iss: robot.id,
    sub: ann.user.id,
    box_sub_type: 'user',
    aud: 'http://service.test/oauth2/token',
    jti: `an-assertion-${String(++made).padStart(6, '0')}`,
    iat: now,
    exp: now + 30,
  });

  const start = 1_800_000_000;

  /** Presents an assertion with changed claims, at `start`. */
  async function present(changes: Record<string, unknown> = {}, client = robot, key = privateKey, at = start) {
    const claims = Object.fromEntries(
      Object.entries({ ...goodAt(start), ...changes }).filter(([, value]) => value !== undefined),
    );
    const assertion = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(key);
    return subjectOfAssertion({ ...world.service, clock: { now: () => at * 1000 } }, client, assertion);
  }

  test('that is good acts as its subject', async () => {
    expect((await present()).id).toBe(ann.user.id);
  });

  test.each([
    'https://api.box.com/oauth2/token',
    'http://service.test/oauth2/token',
    'http://service.test/api/oauth2/token',
  ])('may be for %s', async (aud) => {
    expect((await present({ aud: ['http://other.test', aud] })).id).toBe(ann.user.id);
  });

  const unsigned = 'The assertion is not signed with the key of this client.';

  test('is signed with the key of the client', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    await expect(present({}, robot, other)).rejects.toEqual(fault('invalid_grant', unsigned));
    await expect(present({}, { ...robot, publicKey: null })).rejects.toEqual(fault('invalid_grant', unsigned));
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['iss', { iss: 'another' }, 'must be the id of the client'],
    ['aud', { aud: 'http://other.test/oauth2/token' }, 'must be http://service.test/oauth2/token'],
    ['jti', { jti: 'x'.repeat(15) }, 'must have 16 to 128 characters'],
    ['jti', { jti: 'x'.repeat(129) }, 'must have 16 to 128 characters'],
    ['jti', { jti: undefined }, 'must have 16 to 128 characters'],
    ['iat', { iat: start + 11 }, 'lies in the future'],
    ['exp', { exp: undefined }, 'is missing or has passed'],
    ['exp', { exp: start - 10 }, 'is missing or has passed'],
    ['exp', { exp: start + 71 }, 'must be at most 60 s ahead'],
    ['exp', { iat: undefined, exp: start + 71 }, 'must be at most 60 s ahead'],
    ['exp', { iat: start + 10, exp: start + 81 }, 'must be at most 60 s ahead'],
    ['sub', { sub: '999999' }, 'names no account that this client may act as'],
    ['sub', { sub: undefined }, 'names no account that this client may act as'],
    ['sub', { box_sub_type: undefined }, 'names no account that this client may act as'],
  ])('with a wrong %s is refused: %j', async (claim, changes, why) => {
    const message = `The '${claim}' claim of the assertion ${why}.`;
    await expect(present(changes)).rejects.toEqual(fault('invalid_grant', message));
  });

  test.each<[string, Record<string, unknown>]>([
    ['a jti of 16 characters', { jti: 'x'.repeat(16) }],
    ['a jti of 128 characters', { jti: 'y'.repeat(128) }],
    ['a clock that is 10 s ahead', { iat: start + 10, exp: start + 80 }],
    ['a clock that is 9 s behind', { iat: start - 39, exp: start - 9 }],
    ['a life of 60 s and the skew', { exp: start + 70 }],
    ['no time of issue', { iat: undefined }],
  ])('may have %s', async (_what, changes) => {
    expect((await present(changes)).id).toBe(ann.user.id);
  });

  test('works once, until long after it has expired; another client may use the same name', async () => {
    const jti = 'the-same-assertion';
    await present({ jti });
    const used = fault('invalid_grant', "The 'jti' claim of the assertion was used before.");
    await expect(present({ jti })).rejects.toEqual(used);
    const { client } = await create({ mayActAlone: true, publicKey: pem });
    expect((await present({ jti, iss: client.id }, client)).id).toBe(ann.user.id);
    await world.service.store.transaction(({ tokens }) => tokens.deleteExpiredBefore((start + 49) * 1000, 100));
    await expect(present({ jti })).rejects.toEqual(used);
  });
});
