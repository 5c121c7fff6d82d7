import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../../../../contract/rules/limits.ts';
import {
  applicationScopes,
  narrowReadScopes,
  narrowWriteScopes,
  type Scope,
} from '../../../../../../contract/scopes.ts';
import {
  type NarrowedToken,
  type Narrowing,
  narrowToken,
} from '../../../../../../service/domain/people/oauth/narrow-token.ts';
import { revokeToken } from '../../../../../../service/domain/people/oauth/revoke-token.ts';
import { authenticate } from '../../../../../../service/domain/people/tokens/authenticate.ts';
import { createToken } from '../../../../../../service/domain/people/tokens/create-token.ts';
import { digestOf } from '../../../../../../service/domain/people/tokens/digest.ts';
import type { Caller } from '../../../../../../service/domain/service.ts';
import { updateFile } from '../../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../../service/domain/tree/folders/create-folder.ts';
import { type DomainWorld, openDomainWorld, putFile } from '../../../../../support/service/domain-world.ts';

let world: DomainWorld;
let ann: Caller;
let bob: Caller;
let folderId: string;
let insideId: string;
let outsideId: string;
beforeAll(async () => {
  world = await openDomainWorld();
  ann = await world.join('ann@example.com');
  bob = await world.join('bob@example.com');
  folderId = (await createFolder(world.service, ann, { parentId: '0', name: 'folder' })).id;
  insideId = (await putFile(world.service, ann, folderId, 'inside.txt')).id;
  outsideId = (await putFile(world.service, ann, '0', 'outside.txt')).id;
});
afterAll(() => world[Symbol.asyncDispose]());

const urlOf = (path: string) => `http://service.test/2.0/${path}`;

async function tokenOf(scopes: readonly Scope[] = ['root_readwrite'], lifeMs?: number, login = 'ann@example.com') {
  return createToken(world.service, { login, scopes, lifeMs });
}

/** Narrows a token to one scope, unless told otherwise. */
async function narrow(subjectToken: string, more: Partial<Narrowing> = {}): Promise<NarrowedToken> {
  return narrowToken(world.service, {
    subjectToken,
    scope: 'item_download',
    resource: null,
    sharedLink: null,
    ...more,
  });
}

const recordOf = (token: string) => world.service.store.read(({ tokens }) => tokens.get(digestOf(token)));
const fault = (code: string, message: string | RegExp) =>
  expect.objectContaining({ name: 'OAuthFault', code, message: expect.stringMatching(message) });

async function linkOf(fileId: string, settings: object = {}, owner = ann): Promise<string> {
  const file = await updateFile(world.service, owner, { fileId, sharedLink: settings });
  return String(file.shared_link?.url);
}

describe('scopes', () => {
  const writes: readonly string[] = narrowWriteScopes;
  const reads: readonly string[] = [...narrowReadScopes, 'root_readonly'];
  const origins = ['root_readwrite', 'root_readonly', 'manage_groups'] as const;
  const wanted = [...writes, ...reads, 'root_readwrite', 'manage_groups', 'nonsense'];

  /** Writing covers every narrow scope, reading covers the narrow scopes that read, and each scope covers itself. */
  const isCovered = (origin: string, scope: string): boolean => {
    if (origin === scope) return true;
    if (origin === 'root_readwrite') return writes.includes(scope) || reads.includes(scope);
    return origin === 'root_readonly' && (narrowReadScopes as readonly string[]).includes(scope);
  };

  test.each(origins)('of a token with %s cover these and no others', async (origin) => {
    const subjectToken = await tokenOf([origin]);
    for (const scope of wanted) {
      const narrowed = await narrow(subjectToken, { scope }).catch((error: unknown) => error);
      const expected = isCovered(origin, scope)
        ? expect.objectContaining({ scopes: [scope] })
        : fault('invalid_scope', `^The subject_token does not include the scope "${scope}"\\.$`);
      expect([scope, narrowed]).toEqual([scope, expected]);
    }
  });

  test('are listed once, in their order, whatever the blanks', async () => {
    const { scopes, accessToken } = await narrow(await tokenOf(), { scope: ' item_read  item_download item_read ' });
    expect(scopes).toEqual(['item_read', 'item_download']);
    expect((await recordOf(accessToken))?.scopes).toEqual(scopes);
  });

  test.each(['', '  '])('cannot be none: "%s"', async (scope) => {
    const none = fault('invalid_scope', /^scope must list the scopes of the new token\.$/);
    await expect(narrow(await tokenOf(), { scope })).rejects.toEqual(none);
  });

  test('are refused as a whole when one of them is not covered', async () => {
    const subjectToken = await tokenOf(['item_read']);
    const beyond = fault('invalid_scope', /"item_download"/);
    await expect(narrow(subjectToken, { scope: 'item_read item_download' })).rejects.toEqual(beyond);
  });

  test('of a token may be all scopes of an application', async () => {
    const { scopes } = await narrow(await tokenOf(applicationScopes), { scope: applicationScopes.join(' ') });
    expect(scopes).toEqual(applicationScopes);
  });
});

describe('the original', () => {
  const gone = fault('invalid_grant', /^The subject_token is invalid or expired\.$/);

  test('must be known', async () => {
    await expect(narrow('unknown')).rejects.toEqual(gone);
  });

  test('must not have expired', async () => {
    const subjectToken = await tokenOf(['root_readwrite'], 1_000);
    world.passTime(1_000);
    await expect(narrow(subjectToken)).rejects.toEqual(gone);
  });

  test('names the person, the sign-in and the creator of the new token', async () => {
    const { service } = world;
    const grant = { clientId: 'c'.repeat(32), familyId: 'family', devicePinId: null };
    const record = {
      userId: bob.user.id,
      scopes: ['root_readonly'],
      createdAt: 0,
      expiresAt: null,
      narrowedFrom: null,
      confirms: null,
      restriction: null,
    };
    await service.store.transaction(({ tokens }) => tokens.insert({ ...record, digest: digestOf('signed in'), grant }));
    const { accessToken, caller } = await narrow('signed in', { scope: 'item_read' });
    expect(caller.user.id).toBe(bob.user.id);
    expect(await recordOf(accessToken)).toMatchObject({
      userId: bob.user.id,
      grant,
      narrowedFrom: digestOf('signed in'),
      confirms: null,
      restriction: null,
    });
    // The sign-in ends both of them.
    await service.store.transaction(({ tokens }) => tokens.deleteFamily('family'));
    expect(await recordOf(accessToken)).toBeNull();
  });

  test.each([
    ['without a sign-in', null],
    ['of a sign-in', { clientId: 'any', familyId: 'family of narrowed', devicePinId: null }],
  ])('%s outlives a narrowed token that is revoked', async (subjectToken, grant) => {
    const record = {
      userId: ann.user.id,
      scopes: ['root_readwrite'],
      createdAt: 0,
      expiresAt: null,
      narrowedFrom: null,
      confirms: null,
      restriction: null,
    };
    await world.service.store.transaction(({ tokens }) =>
      tokens.insert({ ...record, digest: digestOf(subjectToken), grant }),
    );
    for (const limits of [
      { resource: urlOf(`files/${insideId}`) },
      { scope: 'item_read' },
      { scope: 'root_readonly' },
    ]) {
      const { accessToken } = await narrow(subjectToken, limits);
      await revokeToken(world.service, { id: 'any' } as never, accessToken);
      expect(await recordOf(accessToken)).toBeNull();
      expect(await recordOf(subjectToken)).not.toBeNull();
    }
  });
});

describe('a token that is revoked', () => {
  const client = { id: 'any' } as never;
  const grants = [
    ['without a sign-in', null],
    ['of a sign-in', { clientId: 'any', familyId: 'family of revoked', devicePinId: null }],
  ] as const;

  async function chainOf(first: string, grant: (typeof grants)[number][1]) {
    const record = { userId: ann.user.id, scopes: ['root_readwrite'], createdAt: 0, expiresAt: null, grant };
    const whole = { narrowedFrom: null, confirms: null, restriction: null };
    const digest = digestOf(first);
    await world.service.store.transaction(({ tokens }) => tokens.insert({ ...record, ...whole, digest }));
    const second = (await narrow(first, { scope: 'root_readonly' })).accessToken;
    const third = (await narrow(second, { resource: urlOf(`files/${insideId}`) })).accessToken;
    const sibling = (await narrow(first, { scope: 'root_readonly' })).accessToken;
    return [first, second, third, sibling];
  }
  const alive = async (tokens: readonly string[]) =>
    Promise.all(tokens.map(async (token) => (await recordOf(token)) !== null));

  test.each(grants)('takes along every token narrowed from it: %s', async (name, grant) => {
    const chain = await chainOf(`first ${name}`, grant);
    await revokeToken(world.service, client, chain[1] ?? '');
    expect(await alive(chain)).toEqual([true, false, false, true]);
    await revokeToken(world.service, client, chain[0] ?? '');
    expect(await alive(chain)).toEqual([false, false, false, false]);
  });
});

describe('the life of a narrowed token', () => {
  test('is that of any access token when the original never expires', async () => {
    const { accessToken, expiresInSeconds } = await narrow(await tokenOf());
    expect(expiresInSeconds).toBe(limits.accessTokenLifeMs / 1000);
    const record = await recordOf(accessToken);
    expect((record?.expiresAt ?? 0) - (record?.createdAt ?? 0)).toBe(limits.accessTokenLifeMs);
  });

  test('ends with the original, in whole seconds', async () => {
    const subjectToken = await tokenOf(['root_readwrite'], 10_900);
    const { accessToken, expiresInSeconds } = await narrow(subjectToken);
    expect(expiresInSeconds).toBe(10);
    expect((await recordOf(accessToken))?.expiresAt).toBe((await recordOf(subjectToken))?.expiresAt);
  });

  test('is no longer than usual when the original lives long', async () => {
    const subjectToken = await tokenOf(['root_readwrite'], 2 * limits.accessTokenLifeMs);
    expect((await narrow(subjectToken)).expiresInSeconds).toBe(limits.accessTokenLifeMs / 1000);
  });
});

describe('a narrowed token', () => {
  const reached = async (accessToken: string) => {
    const found = await authenticate(world.service, digestOf(accessToken));
    return found.kind === 'caller' ? found.caller.restrictedTo : found.kind;
  };

  test.each([
    ['a file', () => `files/${insideId}`, () => ({ type: 'file', id: insideId, name: 'inside.txt' })],
    ['a file, with a slash at the end', () => `files/${insideId}/`, () => ({ type: 'file', id: insideId })],
    ['a folder', () => `folders/${folderId}`, () => ({ type: 'folder', id: folderId, name: 'folder' })],
  ])('is limited to %s', async (_what, path, object) => {
    const narrowed = await narrow(await tokenOf(), { resource: urlOf(path()) });
    expect(narrowed.object).toMatchObject(object());
    expect(await reached(narrowed.accessToken)).toEqual({ itemId: object().id });
  });

  test('to the root folder is shown as the root is', async () => {
    const { object } = await narrow(await tokenOf(), { resource: urlOf('folders/0') });
    expect(object).toMatchObject({ type: 'folder', id: '0' });
  });

  test('of scopes alone is limited to no item, and names none', async () => {
    const { object, accessToken } = await narrow(await tokenOf());
    expect(object).toBeNull();
    expect(await reached(accessToken)).toBeNull();
  });

  test.each(['files/123x', 'files/', 'web_links/123', 'xfiles/12', 'files/12345678901234567890', 'files/1/content'])(
    'is refused for the resource %s',
    async (path) => {
      const named = fault(
        'invalid_target',
        /^resource must be the URL of a file or a folder, such as …\/2\.0\/files\/123\.$/,
      );
      await expect(narrow(await tokenOf(), { resource: urlOf(path) })).rejects.toEqual(named);
    },
  );

  test('is refused for a resource that is no URL', async () => {
    await expect(narrow(await tokenOf(), { resource: `/2.0/files/${insideId}` })).rejects.toEqual(
      fault('invalid_target', /^resource must be/),
    );
  });

  test.each([
    ['a file of someone else', () => `files/${outsideId}`, 'bob@example.com'],
    ['a file as a folder', () => `folders/${insideId}`, 'ann@example.com'],
    ['a folder as a file', () => `files/${folderId}`, 'ann@example.com'],
  ])('is refused for %s', async (_what, path, login) => {
    const subjectToken = await tokenOf(['root_readwrite'], undefined, login);
    await expect(narrow(subjectToken, { resource: urlOf(path()) })).rejects.toEqual(fault('invalid_target', /./));
  });

  test('can be narrowed further, within its item alone', async () => {
    const first = await narrow(await tokenOf(), { scope: 'root_readonly', resource: urlOf(`folders/${folderId}`) });
    const inside = await narrow(first.accessToken, { resource: urlOf(`files/${insideId}`) });
    expect(await reached(inside.accessToken)).toEqual({ itemId: insideId });
    await expect(narrow(first.accessToken, { resource: urlOf(`files/${outsideId}`) })).rejects.toEqual(
      fault('invalid_target', /./),
    );
    expect(await reached((await narrow(first.accessToken)).accessToken)).toEqual({ itemId: folderId });
  });
});

describe('a shared link', () => {
  test('limits a token to its item, also for someone who reaches it by the link alone', async () => {
    const sharedLink = await linkOf(insideId);
    const subjectToken = await tokenOf(['root_readwrite'], undefined, 'bob@example.com');
    const { object, accessToken } = await narrow(subjectToken, { sharedLink });
    expect(object).toMatchObject({ type: 'file', id: insideId, name: 'inside.txt' });
    expect((await recordOf(accessToken))?.restriction).toEqual({ itemId: insideId, sharedLink });
    // The rights of the link stay when the token is narrowed once more.
    const again = await narrow(accessToken, { resource: urlOf(`files/${insideId}`) });
    expect((await recordOf(again.accessToken))?.restriction).toEqual({ itemId: insideId, sharedLink });
  });

  test('and a resource exclude each other', async () => {
    const both = { sharedLink: await linkOf(insideId), resource: urlOf(`files/${insideId}`) };
    const faulty = fault('invalid_request', /^Send either resource or box_shared_link, not both\.$/);
    await expect(narrow(await tokenOf(), both)).rejects.toEqual(faulty);
  });

  test('that leads nowhere is refused', async () => {
    const nowhere = fault('invalid_target', /^The shared link leads to nothing that the subject_token reaches\.$/);
    await expect(narrow(await tokenOf(), { sharedLink: 'http://service.test/s/none' })).rejects.toEqual(nowhere);
  });

  test('with a password is refused', async () => {
    const { id } = await putFile(world.service, ann, '0', 'secret.txt');
    const sharedLink = await linkOf(id, { password: 'a long password' });
    const secret = fault('invalid_target', /^The shared link has a password\.$/);
    await expect(narrow(await tokenOf(), { sharedLink })).rejects.toEqual(secret);
  });

  test('must lie within the item of a limited original', async () => {
    const first = await narrow(await tokenOf(), { scope: 'root_readonly', resource: urlOf(`folders/${folderId}`) });
    const [inside, outside] = [await linkOf(insideId), await linkOf(outsideId)];
    expect((await narrow(first.accessToken, { sharedLink: inside })).object).toMatchObject({ id: insideId });
    await expect(narrow(first.accessToken, { sharedLink: outside })).rejects.toEqual(
      fault('invalid_target', /leads to nothing/),
    );
    const file = await narrow(await tokenOf(), { scope: 'root_readonly', resource: urlOf(`files/${insideId}`) });
    expect((await narrow(file.accessToken, { sharedLink: inside })).object).toMatchObject({ id: insideId });
  });
});
