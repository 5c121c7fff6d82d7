import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { startTestService } from '../../support/service/service.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]);

test('the public SDK makes, reads, lists, changes and deletes users', async () => {
  await using service = await startTestService();
  const { users } = sdkClient(service, service.person.token);

  const user = await users.createUser({ name: 'App', isPlatformAccessOnly: true, externalAppUserId: 'x-1' });
  expect(user.name).toBe('App');
  expect((await users.getUserById(user.id)).login).toContain('@');
  const fields = [
    'id',
    'type',
    'role',
    'tracking_codes',
    'is_platform_access_only',
    'enterprise',
    'external_app_user_id',
  ];
  const shown = await users.getUserById(user.id, { queryParams: { fields } });
  expect([shown.role, shown.isPlatformAccessOnly, shown.externalAppUserId]).toEqual(['user', true, 'x-1']);
  const updated = await users.updateUserById(user.id, { requestBody: { name: 'Robot', jobTitle: 'Clerk' } });
  expect([updated.name, updated.jobTitle]).toEqual(['Robot', 'Clerk']);
  const found = await users.getUsers({ filterTerm: 'robot' });
  expect([found.totalCount, found.entries?.map(({ id }) => id)]).toEqual([1, [user.id]]);
  const marked = await users.getUsers({ usemarker: true, limit: 1 });
  const next = await users.getUsers({ usemarker: true, limit: 1, marker: marked.nextMarker ?? '' });
  expect([...(marked.entries ?? []), ...(next.entries ?? [])].map(({ id }) => id)).toEqual([
    service.person.id,
    user.id,
  ]);
  await users.deleteUserById(user.id);
  expect((await users.getUsers({ filterTerm: 'robot' })).totalCount).toBe(0);
});

test('the public SDK reads the current user, also with further fields', async () => {
  await using service = await startTestService();
  const { users } = sdkClient(service, service.person.token);

  expect((await users.getUserMe()).login).toBe(service.person.login);
  const me = await users.getUserMe({ fields: ['role', 'enterprise', 'hostname', 'my_tags'] });
  expect([me.role, me.enterprise?.type, me.hostname]).toEqual(['admin', 'enterprise', `${service.publicUrl}/`]);
});

test('the public SDK sets, reads and removes a picture', async () => {
  await using service = await startTestService();
  const { avatars } = sdkClient(service, service.person.token);
  const { id } = service.person;

  const pic = () => ({ pic: Readable.from([png]), picFileName: 'me.png', picContentType: 'image/png' });
  const made = await avatars.createUserAvatar(id, pic());
  expect(made.picUrls?.large).toContain(`/users/${id}/avatar`);
  await avatars.createUserAvatar(id, pic());
  const chunks: Buffer[] = [];
  for await (const chunk of await avatars.getUserAvatar(id)) chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks).equals(png)).toBe(true);
  await avatars.deleteUserAvatar(id);
});

test('the public SDK gives a user a further address and takes it away', async () => {
  await using service = await startTestService();
  const bob = await service.addPerson('bob@example.com', 'Bob');
  const { emailAliases } = sdkClient(service, service.person.token);

  const alias = await emailAliases.createUserEmailAlias(bob.id, { email: 'robert@example.com' });
  expect([alias.email, alias.isConfirmed]).toEqual(['robert@example.com', true]);
  expect((await emailAliases.getUserEmailAliases(bob.id)).entries?.map(({ id }) => id)).toEqual([alias.id]);
  await emailAliases.deleteUserEmailAliasById(bob.id, alias.id ?? '');
  expect((await emailAliases.getUserEmailAliases(bob.id)).totalCount).toBe(0);
});
