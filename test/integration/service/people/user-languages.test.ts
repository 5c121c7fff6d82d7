import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let admin: ServiceCaller;

beforeAll(async () => {
  service = await startTestService();
  admin = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

/** The codes that the format lists, and those with a region that this service also takes. */
const languages = 'bn da de en gb e2 e3 s2 es fi fr f2 hi it ja ko nb nl pl pt ru sv tr zh zt de-AT en_GB';

test.each(languages.split(' '))('an account may have the language %s, from the start or later', async (language) => {
  const login = `${language}@example.com`.toLowerCase();
  const made = await admin.post('/users?fields=language', { login, name: 'Speaker', language });
  const changed = await admin.put(`/users/${service.person.id}?fields=language`, { language });
  expect([made.status, made.json]).toMatchObject([201, { language }]);
  expect([changed.status, changed.json]).toMatchObject([200, { language }]);
});

test.each(['german', '2e', 'EN', ''])('%j is no language', async (language) => {
  expect((await admin.put(`/users/${service.person.id}`, { language })).json).toMatchObject({
    code: 'bad_request',
    context_info: { errors: [{ name: 'language' }] },
  });
});
