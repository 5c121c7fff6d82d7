import { expect, test } from 'vitest';
import { createToken } from '../../../../../service/domain/people/tokens/create-token.ts';
import { createUser } from '../../../../../service/domain/people/users/create-user.ts';
import { ensureOwner, findOwner } from '../../../../../service/domain/people/users/owner.ts';
import { openDomainWorld, refusalOf } from '../../../../support/service/domain-world.ts';

const owner = { login: 'ann@localhost', name: 'Ann' };

test('a service without users gets its owner, an administrator, who stays whatever login a later start names', async () => {
  await using world = await openDomainWorld();
  const ann = await ensureOwner(world.service, owner);
  expect(ann).toMatchObject({ login: 'ann@localhost', role: 'admin' });
  await createUser(world.service, { login: 'anna@localhost', name: 'Anna', role: 'admin' });
  expect(await ensureOwner(world.service, { login: 'anna@localhost', name: 'Anna' })).toMatchObject({ id: ann?.id });
  expect(await ensureOwner(world.service, { login: 'new@localhost', name: 'New' })).toMatchObject({ id: ann?.id });
  expect(await world.service.store.read(({ users }) => users.list())).toHaveLength(2);
});

test('data that remembers no owner: the administrator with the login, or else the oldest administrator, never a new user', async () => {
  for (const [login, expected] of [
    ['second@localhost', 'second@localhost'],
    ['bob@localhost', 'first@localhost'],
    ['unknown@localhost', 'first@localhost'],
  ] as const) {
    await using world = await openDomainWorld();
    for (const [user, role] of [
      ['first', 'admin'],
      ['second', 'admin'],
      ['bob', 'user'],
    ] as const) {
      await createUser(world.service, { login: `${user}@localhost`, name: user, role });
    }
    expect(await ensureOwner(world.service, { login, name: 'x' })).toMatchObject({ login: expected });
    expect(await world.service.store.read(findOwner)).toMatchObject({ login: expected });
    expect(await world.service.store.read(({ users }) => users.list())).toHaveLength(3);
  }
});

test('a token of the owner needs no login, and a service without an owner gives none', async () => {
  await using world = await openDomainWorld();
  expect(await refusalOf(createToken(world.service, { login: null }))).toMatchObject({ code: 'not_found' });
  await ensureOwner(world.service, owner);
  expect(await createToken(world.service, { login: null })).toMatch(/^[0-9a-f]{64}$/);
});
