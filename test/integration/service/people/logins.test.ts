import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let admin: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  admin = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

test.each(['plainname', 'two words@example.com', 'a@b@c', '@example.com', ''])(
  'a login must be an email address, not %j',
  async (login) => {
    const person = await service.addPerson(`person${++made}@example.com`);
    for (const refused of [
      await admin.post('/users', { name: 'Plain', login }),
      await admin.put(`/users/${person.id}`, { login }),
    ]) {
      expect([refused.status, refused.json.code]).toEqual([400, 'bad_request']);
      expect(refused.json.context_info.errors[0]?.name).toBe('login');
    }
    expect((await admin.get(`/users/${person.id}`)).json.login).toBe(person.login);
  },
);

test('a plain name that the operator chose as a login can be sent back unchanged, and replaced', async () => {
  const login = `operator${++made}`;
  const { id } = await service.addPerson(login);
  const kept = await admin.put(`/users/${id}`, { login, job_title: 'Clerk' });
  expect([kept.status, kept.json.login]).toEqual([200, login]);
  expect((await admin.put(`/users/${id}`, { login: `${login}2` })).status).toBe(400);
  expect((await admin.put(`/users/${id}`, { login: `${login}@example.com` })).json.login).toBe(`${login}@example.com`);
});
