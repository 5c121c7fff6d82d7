import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../../../contract/scopes.ts';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { type CallerAnswer, callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

/* An administrator allows an application to manage the users of applications. That hands over nobody else. */

let service: TestService;
let bob: TestPerson;
/** The administrator, through an application. */
let app: ServiceCaller;
let appUserId: string;
beforeAll(async () => {
  service = await startTestService();
  bob = await service.addPerson('bob@example.com', 'Bob');
  app = await adminWith('root_readwrite', 'manage_app_users');
  appUserId = (await app.post('/users', { name: 'App', is_platform_access_only: true })).json.id;
});
afterAll(() => service.stop());

async function adminWith(...scopes: Scope[]): Promise<ServiceCaller> {
  return callerOf(service, await createToken(service.service, { login: service.person.login, scopes }));
}

const outcome = ({ status, json }: CallerAnswer) => (status < 300 ? status : json.code);
const refused = 'insufficient_scope';

test('it acts as the users of applications alone', async () => {
  const as = async (id: string) => outcome(await app.get('/folders/0/items', { 'as-user': id }));
  expect([await as(appUserId), await as(bob.id)]).toEqual([200, refused]);
});

test('it changes, deletes and creates them alone', async () => {
  const acts = (id: string): Readonly<Record<string, () => Promise<CallerAnswer>>> => ({
    rename: () => app.put(`/users/${id}`, { name: 'New' }),
    deactivate: () => app.put(`/users/${id}`, { status: 'inactive' }),
    alias: () => app.post(`/users/${id}/email_aliases`, { email: `alias-${id}@example.com` }),
    delete: () => app.delete(`/users/${id}?force=true`),
  });
  const outcomes = async (id: string) => {
    const seen: Record<string, unknown> = {};
    for (const [name, act] of Object.entries(acts(id))) seen[name] = outcome(await act());
    return seen;
  };
  const another = (await app.post('/users', { name: 'Another', is_platform_access_only: true })).json.id;
  expect(await outcomes(bob.id)).toEqual({ rename: refused, deactivate: refused, alias: refused, delete: refused });
  expect(await outcomes(another)).toEqual({ rename: 200, deactivate: 200, alias: 201, delete: 204 });
  expect(outcome(await app.post('/users', { name: 'Eve', login: 'eve@example.com' }))).toBe(refused);
});

test('it makes no administrators', async () => {
  const body = { name: 'App', is_platform_access_only: true, role: 'coadmin' };
  expect(outcome(await app.post('/users', body))).toBe(refused);
  expect(outcome(await app.put(`/users/${appUserId}`, { role: 'coadmin' }))).toBe(refused);
});

test('files alone are no reason to change accounts either: only the personal settings of one own', async () => {
  const files = await adminWith('root_readwrite');
  expect(outcome(await files.put(`/users/${bob.id}`, { role: 'coadmin' }))).toBe(refused);
  expect(outcome(await files.put(`/users/${service.person.id}`, { space_amount: 1 }))).toBe(refused);
  expect(outcome(await files.put(`/users/${service.person.id}`, { job_title: 'Captain' }))).toBe(200);
});

test('with manage_managed_users, everyone is in reach', async () => {
  const all = await adminWith('root_readwrite', 'manage_managed_users');
  expect(outcome(await all.get('/folders/0/items', { 'as-user': bob.id }))).toBe(200);
  expect(outcome(await all.put(`/users/${bob.id}`, { name: 'Robert' }))).toBe(200);
});
