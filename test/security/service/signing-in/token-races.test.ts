import { describe, expect, test } from 'vitest';
import { scopes } from '../../../../contract/scopes.ts';
import { createClient } from '../../../../service/domain/people/oauth/clients/create-client.ts';
import { removeClient } from '../../../../service/domain/people/oauth/clients/remove-client.ts';
import { findCode, keepCode } from '../../../../service/domain/people/oauth/codes.ts';
import { issueForClient, issueForCode } from '../../../../service/domain/people/oauth/issue-tokens.ts';
import { narrowToken } from '../../../../service/domain/people/oauth/narrow-token.ts';
import { endSignIns } from '../../../../service/domain/people/sign-in/end-sign-ins.ts';
import { setPassword } from '../../../../service/domain/people/sign-in/set-password.ts';
import { signIn } from '../../../../service/domain/people/sign-in/sign-in.ts';
import { authenticate } from '../../../../service/domain/people/tokens/authenticate.ts';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { digestOf } from '../../../../service/domain/people/tokens/digest.ts';
import { updateUser } from '../../../../service/domain/people/users/update-user.ts';
import type { Service } from '../../../../service/domain/service.ts';
import { getFile } from '../../../../service/domain/tree/files/get-file.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../support/service/domain-world.ts';
import { openBrowser } from '../../../support/service/open-browser.ts';

/** Two hands on one token at the same moment. */

const narrowing = { resource: null, sharedLink: null, scope: 'item_download' };

/** A service in which something happens between an operation's read and its write. */
function interrupted(service: Service, between: () => Promise<unknown>): Service {
  const transaction: Service['store']['transaction'] = async (work) => {
    await between();
    return service.store.transaction(work);
  };
  return { ...service, store: { ...service.store, transaction } };
}

describe('narrowing', () => {
  test('a token that is revoked while it is narrowed leaves nothing behind', async () => {
    await using world = await openDomainWorld();
    const { user } = await world.join('ann');
    const subjectToken = await createToken(world.service, { login: user.login });
    const revoke = () => world.service.store.transaction(({ tokens }) => tokens.delete(digestOf(subjectToken)));
    const service = interrupted(world.service, revoke);
    await expect(narrowToken(service, { ...narrowing, subjectToken })).rejects.toMatchObject({ code: 'invalid_grant' });
  });

  test('a second narrowing, by scope alone, keeps the limit to one file', async () => {
    await using world = await openDomainWorld();
    const { service } = world;
    const ann = await world.join('ann');
    const [mine, other] = [await putFile(service, ann, '0', 'mine'), await putFile(service, ann, '0', 'other')];
    const subjectToken = await createToken(service, { login: ann.user.login });
    const resource = `http://service.test/2.0/files/${mine.id}`;
    const first = await narrowToken(service, {
      ...narrowing,
      scope: 'item_download item_preview',
      resource,
      subjectToken,
    });
    const second = await narrowToken(service, { ...narrowing, subjectToken: first.accessToken });
    const found = await authenticate(service, digestOf(second.accessToken));
    if (found.kind !== 'caller') throw new Error('The narrowed token is not good.');
    const { caller } = found;
    expect((await getFile(service, caller, { fileId: mine.id })) !== 'not_modified').toBe(true);
    expect(await refusalOf(getFile(service, caller, { fileId: other.id }))).toMatchObject({ code: 'not_found' });
  });
});

describe('a sign-in', () => {
  test('with a password that is changed while it is verified begins no session', async () => {
    await using world = await openDomainWorld();
    const { service } = world;
    const { login } = (await world.join('ann')).user;
    const [before, after] = ['the first of her passwords', 'the second of her passwords'];
    await setPassword(service, login, before);
    const verify: Service['passwords']['verify'] = async (...asked) => {
      const isRight = await service.passwords.verify(...asked);
      await setPassword(service, login, after);
      return isRight;
    };
    const meanwhile = { ...service, passwords: { ...service.passwords, verify } };
    expect(await signIn(meanwhile, { login, password: before })).toBeNull();
    expect(await signIn(service, { login, password: after })).toMatchObject({ user: { login } });
  });
});

describe('an authorization code', () => {
  test('that is traded twice at once leaves no token alive', async () => {
    await using world = await openDomainWorld();
    const { service } = world;
    const { user } = await world.join('ann');
    const allowed = { userId: user.id, clientId: 'app', scopes, redirectUri: null, codeChallenge: null };
    await keepCode(service, await openBrowser(service, { user }), 'the code', allowed);
    const code = await findCode(service, 'the code');
    if (code === null) throw new Error('The code is not good.');
    const trade = () => issueForCode(service, { user, clientId: 'app', scopes }, code, null);
    const [first, second] = await Promise.all([trade(), trade()]);
    expect([first === null, second]).toEqual([false, null]);
    expect(await authenticate(service, digestOf(first?.accessToken ?? ''))).toEqual({ kind: 'unknown' });
    const refresh = await service.store.read(({ tokens }) => tokens.getRefresh(digestOf(first?.refreshToken ?? '')));
    expect(refresh).toBeNull();
  });

  test('is not issued by a browser that is signed out during the consent', async () => {
    await using world = await openDomainWorld();
    const { user } = await world.join('ann');
    const allowed = { userId: user.id, clientId: 'app', scopes, redirectUri: null, codeChallenge: null };
    const session = await openBrowser(world.service, { user });
    const service = interrupted(world.service, () => world.service.store.transaction((tx) => endSignIns(tx, user.id)));
    await expect(keepCode(service, session, 'the code', allowed)).rejects.toMatchObject({ code: 'access_denied' });
    expect(await findCode(world.service, 'the code')).toBeNull();
  });

  test("is not issued by another person's browser", async () => {
    await using world = await openDomainWorld();
    const [ann, bob] = [await world.join('ann'), await world.join('bob')];
    const allowed = { userId: ann.user.id, clientId: 'app', scopes, redirectUri: null, codeChallenge: null };
    const kept = keepCode(world.service, await openBrowser(world.service, bob), 'the code', allowed);
    await expect(kept).rejects.toMatchObject({ code: 'access_denied' });
  });
});

describe('a client that acts by itself', () => {
  const registration = { name: 'app', redirectUris: [], isConfidential: true, mayActAlone: true };

  test('gets no token if it is removed while it asks', async () => {
    await using world = await openDomainWorld();
    const { user } = await world.join('ann');
    const { client } = await createClient(world.service, registration);
    const service = interrupted(world.service, () => removeClient(world.service, client.id));
    const issued = issueForClient(service, { user, clientId: client.id, scopes });
    await expect(issued).rejects.toMatchObject({ code: 'invalid_client' });
  });

  test('gets no token for an account that is closed while it asks', async () => {
    await using world = await openDomainWorld();
    const [admin, { user }] = [await world.join('admin'), await world.join('ann')];
    const { client } = await createClient(world.service, registration);
    const changes = { status: 'inactive' } as const;
    const close = async () => void (await updateUser(world.service, admin, { userId: user.id, changes }));
    const issued = issueForClient(interrupted(world.service, close), { user, clientId: client.id, scopes });
    await expect(issued).rejects.toMatchObject({ code: 'invalid_grant' });
  });
});
