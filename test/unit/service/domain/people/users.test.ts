import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { fullUser } from '../../../../../contract/resources/people/user.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { transferOwnership } from '../../../../../service/domain/collaborations/transfer-ownership.ts';
import { authenticate } from '../../../../../service/domain/people/tokens/authenticate.ts';
import { createToken } from '../../../../../service/domain/people/tokens/create-token.ts';
import { createUser } from '../../../../../service/domain/people/users/create-user.ts';
import { deleteUser } from '../../../../../service/domain/people/users/delete-user.ts';
import { listUsers } from '../../../../../service/domain/people/users/list-users.ts';
import { getCurrentUser } from '../../../../../service/domain/people/users/self/get-current-user.ts';
import { setUser } from '../../../../../service/domain/people/users/set-user.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { transferContent } from '../../../../../service/domain/tree/items/transfer-content.ts';
import { getTrashedFile } from '../../../../../service/domain/tree/trash/get-trashed.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';
import { meanwhile } from '../../../../support/service/meanwhile.ts';

const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

describe('people', () => {
  it('the first is the administrator, the next are users', async () => {
    await using world = await openDomainWorld();
    await createUser(world.service, { login: 'ann', name: 'Ann' });
    await createUser(world.service, { login: 'bob', name: 'Bob' });
    expect((await listUsers(world.service)).map(({ login, role }) => [login, role])).toEqual([
      ['ann', 'admin'],
      ['bob', 'user'],
    ]);
  });

  it.each([
    ['a taken login, whatever its case', { login: 'ANN', name: 'x' }, 'user_login_already_used'],
    ['a login with a space', { login: 'a b', name: 'x' }, 'bad_request'],
    ['no name', { login: 'b', name: '' }, 'bad_request'],
    ['a name of 51 characters', { login: 'b', name: 'x'.repeat(51) }, 'bad_request'],
  ])('refuses %s', async (_, request, code) => {
    await using world = await openDomainWorld();
    await world.join('ann');
    expect((await refusalOf(createUser(world.service, request))).code).toBe(code);
  });

  it('are shown with the space in use, in the form of the contract', async () => {
    await using world = await openDomainWorld();
    const ann = await world.join('ann');
    await putFile(world.service, ann, '0', 'a', '12345');
    await setUser(world.service, 'ann', { spaceAmountBytes: 5_000_000_000 });
    const shown = fullUser.parse(await getCurrentUser(world.service, ann));
    expect(shown).toMatchObject({ space_used: 5, space_amount: 5_000_000_000, role: 'admin', status: 'active' });
  });
});

test('an account that is deleted by force takes nothing along that someone else got meanwhile', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const { id: fileId } = await putFile(service, bob, '0', 'trashed');
  await deleteFile(service, bob, { fileId });
  const transfer = () => transferContent(service, ann, { userId: bob.user.id, newOwnerId: ann.user.id });
  await deleteUser(meanwhile(service, transfer), ann, { userId: bob.user.id, force: true });
  expect(await getTrashedFile(service, ann, fileId)).toMatchObject({ name: 'trashed' });
});

test('an account that is deleted by force leaves a file to the person it is given to meanwhile', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const { id: fileId } = await putFile(service, bob, '0', 'given');
  const item = { kind: 'file' as const, id: fileId };
  const { id } = await createCollaboration(service, bob, { item, invited: { login: 'ann' }, role: 'editor' });
  const give = () => transferOwnership(service, bob, id);
  await deleteUser(meanwhile(service, give), ann, { userId: bob.user.id, force: true });
  expect(await getFile(service, ann, { fileId })).toMatchObject({ name: 'given', owned_by: { login: 'ann' } });
});

describe('access tokens', () => {
  it('lead to their person with their scopes', async () => {
    await using world = await openDomainWorld();
    await world.join('ann');
    const token = await createToken(world.service, { login: 'Ann', scopes: ['root_readonly'] });
    const found = await authenticate(world.service, digestOf(token));
    expect(found).toMatchObject({ kind: 'caller', caller: { user: { login: 'ann' }, scopes: ['root_readonly'] } });
    expect(await authenticate(world.service, digestOf(`${token}x`))).toEqual({ kind: 'unknown' });
  });

  it('expire', async () => {
    await using world = await openDomainWorld();
    await world.join('ann');
    const token = await createToken(world.service, { login: 'ann', lifeMs: 60_000 });
    expect(await authenticate(world.service, digestOf(token))).toMatchObject({ kind: 'caller' });
    world.passTime(60_000);
    expect(await authenticate(world.service, digestOf(token))).toEqual({ kind: 'expired' });
  });

  it('open nothing for an inactive person', async () => {
    await using world = await openDomainWorld();
    await world.join('ann');
    const token = await createToken(world.service, { login: 'ann' });
    await setUser(world.service, 'ann', { status: 'inactive' });
    expect(await authenticate(world.service, digestOf(token))).toEqual({ kind: 'unknown' });
  });

  it('are nowhere in the database files', async () => {
    await using world = await openDomainWorld();
    await world.join('ann');
    const token = await createToken(world.service, { login: 'ann' });
    for (const entry of await readdir(world.directory, { withFileTypes: true })) {
      if (!entry.isFile()) continue;
      expect((await readFile(join(world.directory, entry.name))).includes(token)).toBe(false);
    }
  });

  it('are refused for an unknown login', async () => {
    await using world = await openDomainWorld();
    expect((await refusalOf(createToken(world.service, { login: 'nobody' }))).code).toBe('not_found');
  });
});
