import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

test('my_tags are the same wherever the caller reads the own account, and absent from others', async () => {
  const folder = await ann.post('/folders', { name: 'tagged', parent: { id: '0' } });
  await ann.put(`/folders/${folder.json.id}`, { tags: ['mine'] });
  await service.addPerson('bob@example.com');
  const annsId = service.person.id;
  const fields = 'fields=my_tags';
  const alone = await Promise.all([
    ann.get(`/users/me?${fields}`),
    ann.get(`/users/${annsId}?${fields}`),
    ann.put(`/users/${annsId}?${fields}`, { job_title: 'Clerk' }),
  ]);
  const { entries } = (await ann.get(`/users?${fields}`)).json;
  const listed = entries.find(({ id }) => id === annsId);
  for (const own of [...alone.map(({ json }) => json), listed]) {
    expect(own).toMatchObject({ id: annsId, my_tags: ['mine'] });
  }
  const others = entries.filter(({ id }) => id !== annsId);
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) {
    expect(other).not.toHaveProperty('my_tags');
    expect((await ann.get(`/users/${other.id}?${fields}`)).json).not.toHaveProperty('my_tags');
  }
});
