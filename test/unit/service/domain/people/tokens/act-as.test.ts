import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scope, scopes } from '../../../../../../contract/scopes.ts';
import { actAs } from '../../../../../../service/domain/people/tokens/act-as.ts';
import { addUser } from '../../../../../../service/domain/people/users/create-user.ts';
import { setUser } from '../../../../../../service/domain/people/users/set-user.ts';
import { Refusal, refusedOr } from '../../../../../../service/domain/refusal.ts';
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

/** A user that belongs to an application. */
async function appUser(): Promise<Caller> {
  const profile = { isPlatformAccessOnly: true };
  const { id } = await addUser(world.service, await person('admin'), { name: 'app', profile });
  const user = await world.service.store.read(({ users }) => users.get(id));
  if (user === null) throw new Error('The account is gone.');
  return callerFor(user, scopes);
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

  test.each<[Scope, { person: boolean; ofApplication: boolean }]>([
    ['manage_managed_users', { person: true, ofApplication: true }],
    ['manage_app_users', { person: false, ofApplication: true }],
    ['root_readwrite', { person: false, ofApplication: false }],
    ['manage_enterprise_properties', { person: false, ofApplication: false }],
  ])('the scope %s alone acts as %o', async (scope, expected) => {
    const actor = await person('admin', [scope]);
    const acts = async ({ user }: Caller) =>
      refusedOr(() => actAs(world.service, actor, user.id)).then((outcome) => {
        return outcome instanceof Refusal ? outcome.code : outcome.user.id === user.id;
      });
    const outcomes = { person: await acts(await person('user')), ofApplication: await acts(await appUser()) };
    const isOrRefused = (is: boolean) => is || 'insufficient_scope';
    expect(outcomes).toEqual({
      person: isOrRefused(expected.person),
      ofApplication: isOrRefused(expected.ofApplication),
    });
  });

  test('the scope manage_app_users acts as no administrator, even one that belongs to an application', async () => {
    const actor = await person('admin', ['manage_app_users']);
    const { user } = await appUser();
    const { id } = await setUser(world.service, user.login, { role: 'coadmin' });
    expect((await refusalOf(actAs(world.service, actor, id))).code).toBe('insufficient_scope');
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
