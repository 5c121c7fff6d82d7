import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../../../../../contract/scopes.ts';
import { actAs } from '../../../../../../service/domain/people/tokens/act-as.ts';
import { setUser } from '../../../../../../service/domain/people/users/set-user.ts';
import { type Caller, callerFor } from '../../../../../../service/domain/service.ts';
import { type DomainWorld, openDomainWorld, refusalOf } from '../../../../../support/service/domain-world.ts';

type Role = Caller['user']['role'];

let world: DomainWorld;
beforeAll(async () => {
  world = await openDomainWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

let people = 0;
async function person(
  role: Role,
  scopes: readonly Scope[] = ['manage_managed_users', 'root_readonly'],
): Promise<Caller> {
  people += 1;
  const login = `person-${people}`;
  await world.join(login);
  return callerFor(await setUser(world.service, login, { role }), scopes);
}

describe('with as-user', () => {
  test.each<[Role, Role]>([
    ['admin', 'user'],
    ['admin', 'coadmin'],
    ['admin', 'admin'],
    ['coadmin', 'user'],
    ['coadmin', 'coadmin'],
  ])('a token of the role %s acts as the role %s, with its own scopes and application', async (role, as) => {
    const actor = { ...(await person(role)), clientId: 'app' };
    const target = await person(as);
    expect(await actAs(world.service, actor, target.user.id)).toEqual({
      ...callerFor(target.user, actor.scopes),
      clientId: 'app',
      actedBy: actor.user,
    });
  });

  test.each<[Role, Role]>([
    ['coadmin', 'admin'],
    ['user', 'user'],
    ['user', 'admin'],
  ])('a token of the role %s does not act as the role %s', async (role, as) => {
    const refusal = await refusalOf(actAs(world.service, await person(role), (await person(as)).user.id));
    expect(refusal.code).toBe('access_denied_insufficient_permissions');
  });

  test('anyone acts as themselves, which changes nothing', async () => {
    const caller = {
      ...(await person('user', ['root_readonly'])),
      restrictedTo: { itemId: '1' },
    };
    expect(await actAs(world.service, caller, caller.user.id)).toBe(caller);
  });

  test.each<[Scope, string | null]>([
    ['manage_managed_users', null],
    ['manage_app_users', null],
    ['root_readwrite', 'insufficient_scope'],
    ['manage_enterprise_properties', 'insufficient_scope'],
  ])('the scope %s alone: %s', async (scope, code) => {
    const actor = await person('admin', [scope]);
    const { user } = await person('user');
    if (code === null) expect((await actAs(world.service, actor, user.id)).user).toEqual(user);
    else expect((await refusalOf(actAs(world.service, actor, user.id))).code).toBe(code);
  });

  test('a token that is limited to one item acts as no one', async () => {
    const actor = { ...(await person('admin')), restrictedTo: { itemId: '1' } };
    const refusal = await refusalOf(actAs(world.service, actor, (await person('user')).user.id));
    expect(refusal.code).toBe('access_denied_insufficient_permissions');
  });

  test.each(['', 'nobody', '-1', '1.0', '999999999', '99999999999999999999'])('"%s" is no user', async (id) => {
    expect((await refusalOf(actAs(world.service, await person('admin'), id))).code).toBe('not_found');
  });

  test('no one acts for an inactive account', async () => {
    const { user } = await person('user');
    await setUser(world.service, user.login, { status: 'inactive' });
    expect((await refusalOf(actAs(world.service, await person('admin'), user.id))).code).toBe('forbidden');
  });
});
