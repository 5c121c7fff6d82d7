import { generateKeyPairSync } from 'node:crypto';
import { BoxCcgAuth, BoxClient, BoxJwtAuth, BoxOAuth, CcgConfig, JwtConfig, OAuthConfig } from 'box-node-sdk';
import { BaseUrls, NetworkSession } from 'box-node-sdk/networking';
import { expect, test } from 'vitest';
import { createClient } from '../../../service/domain/people/oauth/clients/create-client.ts';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { allow, authorizePath, signedInBrowser } from '../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** The public SDK's own ways to sign in, unchanged. */

const addressesOf = ({ publicUrl }: TestService) => ({
  baseUrl: publicUrl,
  uploadUrl: `${publicUrl}/upload`,
  oauth2Url: `${publicUrl}/oauth2`,
});
const sessionOf = (service: TestService) => new NetworkSession({ baseUrls: new BaseUrls(addressesOf(service)) });

async function givenClient(service: TestService) {
  const { client, secret } = await createClient(service.service, {
    name: 'SDK',
    redirectUris: ['http://localhost/back'],
    isConfidential: true,
    mayActAlone: true,
  });
  return { clientId: client.id, clientSecret: secret ?? '' };
}

test('the public SDK trades a code, refreshes, and revokes', async () => {
  await using service = await startTestService();
  const config = await givenClient(service);
  const browser = await signedInBrowser(service);
  const session = sessionOf(service);
  const path = authorizePath(null, { client_id: config.clientId, redirect_uri: '' });
  const code = (await allow(browser, path)).get('code') ?? '';

  const auth = new BoxOAuth({ config: new OAuthConfig(config) });
  const first = await auth.getTokensAuthorizationCodeGrant(code, session);
  expect(first).toMatchObject({ tokenType: 'bearer', expiresIn: 3600, restrictedTo: [] });
  const client = new BoxClient({ auth }).withCustomBaseUrls(addressesOf(service));
  expect((await client.users.getUserMe()).login).toBe(service.person.login);

  const second = await auth.refreshToken(session);
  expect(second.refreshToken).not.toBe(first.refreshToken);
  expect((await client.users.getUserMe()).login).toBe(service.person.login);
  await auth.revokeToken(session);
  await expect(sdkClient(service, second.accessToken ?? '').users.getUserMe()).rejects.toThrow('expired');
});

test('the public SDK acts for the enterprise and for a person by client credentials', async () => {
  await using service = await startTestService();
  const config = await givenClient(service);
  const bob = await service.addPerson('bob@example.com', 'Bob');
  const enterpriseId = service.service.settings.enterprise.id;
  const auth = new BoxCcgAuth({ config: new CcgConfig({ ...config, enterpriseId }) });

  const enterprise = new BoxClient({ auth }).withCustomBaseUrls(addressesOf(service));
  expect((await enterprise.users.getUserMe()).name).toBe('SDK');
  const person = new BoxClient({ auth: auth.withUserSubject(bob.id) }).withCustomBaseUrls(addressesOf(service));
  expect((await person.users.getUserMe()).login).toBe('bob@example.com');
  const asBob = enterprise.withAsUserHeader(bob.id);
  expect((await asBob.users.getUserMe()).login).toBe('bob@example.com');
});

test('a token that the public SDK narrowed renames its file and cannot delete it', async () => {
  await using service = await startTestService();
  const owner = sdkClient(service, service.person.token);
  const folder = await owner.folders.createFolder({ name: 'Narrow', parent: { id: '0' } });
  const inner = await owner.folders.createFolder({ name: 'Inner', parent: { id: folder.id } });
  const config = await givenClient(service);
  const auth = new BoxCcgAuth({ config: new CcgConfig({ ...config, userId: service.person.id }) });
  const resource = `https://api.example/2.0/folders/${inner.id}`;

  const token = await auth.downscopeToken(['item_rename', 'item_preview'], resource, undefined, sessionOf(service));
  expect(token.restrictedTo?.map(({ scope, object }) => [scope, object?.id])).toEqual([
    ['item_rename', inner.id],
    ['item_preview', inner.id],
  ]);
  const narrow = sdkClient(service, token.accessToken ?? '');
  const renamed = await narrow.folders.updateFolderById(inner.id, { requestBody: { name: 'Renamed' } });
  expect(renamed.name).toBe('Renamed');
  await expect(narrow.folders.deleteFolderById(inner.id)).rejects.toMatchObject({ responseInfo: { statusCode: 403 } });
  const outside = narrow.folders.updateFolderById(folder.id, { requestBody: { name: 'No' } });
  await expect(outside).rejects.toMatchObject({ responseInfo: { statusCode: 404 } });

  const readonly = await auth.downscopeToken(['root_readonly'], undefined, undefined, sessionOf(service));
  const reader = sdkClient(service, readonly.accessToken ?? '');
  expect((await reader.folders.getFolderById(folder.id)).name).toBe('Narrow');
  const write = reader.folders.createFolder({ name: 'No', parent: { id: '0' } });
  await expect(write).rejects.toMatchObject({ responseInfo: { statusCode: 403 } });
});

test('the public SDK signs in with assertions, for the enterprise and for a person', async () => {
  await using service = await startTestService();
  const privateKeyPassphrase = 'a passphrase';
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: privateKeyPassphrase },
  });
  const { client, secret } = await createClient(service.service, {
    name: 'Signer',
    redirectUris: [],
    isConfidential: true,
    mayActAlone: true,
    publicKey,
  });
  const config = new JwtConfig({
    clientId: client.id,
    clientSecret: secret ?? '',
    jwtKeyId: 'key',
    privateKey,
    privateKeyPassphrase,
    enterpriseId: service.service.settings.enterprise.id,
  });
  const auth = new BoxJwtAuth({ config });
  const enterprise = new BoxClient({ auth }).withCustomBaseUrls(addressesOf(service));
  expect((await enterprise.users.getUserMe()).name).toBe('Signer');
  const person = new BoxClient({ auth: auth.withUserSubject(service.person.id) });
  expect((await person.withCustomBaseUrls(addressesOf(service)).users.getUserMe()).login).toBe(service.person.login);
});
