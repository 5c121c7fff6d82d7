import { expect, test } from 'vitest';
import { deviceFields } from '../../../../contract/oauth.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { givenDevicePin } from '../../../support/service/device-pins.ts';
import { refresh, signedInBrowser, signInNatively } from '../../../support/service/oauth.ts';
import { startTestService } from '../../../support/service/service.ts';

const laptop = { [deviceFields.id]: '0f3c9a77-laptop', [deviceFields.name]: 'Tandem for Linux' };

test('a device is pinned when a person signs in on it, once however often', async () => {
  await using service = await startTestService();
  const admin = callerOf(service, service.person.token);
  const list = `/enterprises/${service.service.settings.enterprise.id}/device_pinners`;
  const browser = await signedInBrowser(service);
  expect((await signInNatively(service, browser)).status, 'a client that names no device').toBe(200);
  expect((await admin.get(list)).json.entries).toEqual([]);

  await signInNatively(service, browser, laptop);
  await signInNatively(service, browser, laptop);
  await signInNatively(service, browser, { ...laptop, [deviceFields.id]: '77e1b2-workstation' });
  const { id, login } = service.person;
  const seen = (await admin.get(list)).json;
  expect(seen).toMatchObject({ limit: 100, next_marker: null, order: [{ by: 'id', direction: 'asc' }] });
  const owner = { type: 'user', id, login, name: 'Ann' };
  const pin = { type: 'device_pinner', product_name: 'Tandem for Linux', owned_by: owner };
  expect(seen.entries).toEqual([
    { id: expect.any(String), ...pin },
    { id: expect.any(String), ...pin },
  ]);
  const one = await admin.get(`/device_pinners/${seen.entries[0]?.id}`);
  expect([one.status, one.json]).toEqual([200, seen.entries[0]]);
});

test('a client that names its device only in part pins none, and refreshes its tokens with the same fields', async () => {
  await using service = await startTestService();
  const browser = await signedInBrowser(service);
  // Clients of the format send the id 0 as long as their application names none.
  for (const device of [
    { [deviceFields.id]: '0' },
    { ...laptop, [deviceFields.id]: '0' },
    { [deviceFields.id]: laptop[deviceFields.id] },
  ]) {
    const signedIn = await signInNatively(service, browser, device);
    expect([device, signedIn.status]).toEqual([device, 200]);
    const refreshed = await refresh(service, signedIn.json['refresh_token'] ?? '', device);
    expect([device, refreshed.status]).toEqual([device, 200]);
  }
  for (const device of [
    { ...laptop, [deviceFields.id]: 'short' },
    { ...laptop, [deviceFields.name]: '\n' },
  ]) {
    const refused = await signInNatively(service, browser, device);
    expect([device, refused.json['error']]).toEqual([device, 'invalid_request']);
  }
  const list = `/enterprises/${service.service.settings.enterprise.id}/device_pinners`;
  expect((await callerOf(service, service.person.token).get(list)).json.entries).toEqual([]);
});

test('deleting a pin ends every sign-in of its device and of no other', async () => {
  await using service = await startTestService();
  const admin = callerOf(service, service.person.token);
  const browser = await signedInBrowser(service);
  const first = await signInNatively(service, browser, laptop);
  const renewed = await refresh(service, first.json['refresh_token'] ?? '');
  const other = await signInNatively(service, browser, { ...laptop, [deviceFields.id]: '77e1b2-workstation' });
  const [pin] = (await admin.get(`/enterprises/${service.service.settings.enterprise.id}/device_pinners`)).json.entries;

  expect((await admin.delete(`/device_pinners/${pin?.id}`)).status).toBe(204);
  const status = async (token = '') => (await callerOf(service, token).get('/users/me')).status;
  expect(await status(first.json['access_token'])).toBe(401);
  expect(await status(renewed.json['access_token'])).toBe(401);
  expect((await refresh(service, renewed.json['refresh_token'] ?? '')).json['error']).toBe('invalid_grant');
  expect(await status(other.json['access_token'])).toBe(200);
  const { entries } = (await admin.get('/events?stream_type=admin_logs&event_type=REMOVE_DEVICE_ASSOCIATION')).json;
  const details = { device_pinner_id: pin?.id, product_name: 'Tandem for Linux' };
  expect(entries).toMatchObject([{ source: { login: service.person.login }, additional_details: details }]);
  expect((await admin.delete(`/device_pinners/${pin?.id}`)).status).toBe(404);
  expect((await admin.get(`/device_pinners/${pin?.id}`)).status).toBe(404);
});

test('limits: device pinners limit default: 100; pages by a whole number, in either direction', async () => {
  await using service = await startTestService();
  const admin = callerOf(service, service.person.token);
  const list = `/enterprises/${service.service.settings.enterprise.id}/device_pinners`;
  const ids: string[] = [];
  for (let at = 0; at < 102; at += 1) ids.push(await givenDevicePin(service.service, service.person.id));

  const first = (await admin.get(list)).json;
  expect([first.limit, first.entries.length]).toEqual([100, 100]);
  expect(first.next_marker).toEqual(expect.any(Number));
  const second = (await admin.get(`${list}?usemarker=true&marker=${first.next_marker}`)).json;
  expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(ids);
  expect(second.next_marker).toBeNull();

  expect((await admin.get(`${list}?limit=102&marker=0`)).json, 'the first page, which holds all').toMatchObject({
    entries: ids.map((id) => ({ id })),
    next_marker: null,
  });

  const last = await admin.get(`${list}?direction=desc&limit=2&marker=0`);
  expect(last.json.entries.map(({ id }) => id)).toEqual([ids[101], ids[100]]);
  expect(last.json).toMatchObject({ order: [{ by: 'id', direction: 'desc' }], limit: 2 });
  const before = await admin.get(`${list}?direction=DESC&limit=2&marker=${last.json.next_marker}`);
  expect(before.json.entries.map(({ id }) => id)).toEqual([ids[99], ids[98]]);
  expect((await admin.get(`${list}?limit=5000`)).json.limit, 'limits: limit at most 1000 per page').toBe(1000);
});

test.each([
  ['?limit=0', 400, 'invalid_limit'],
  ['?limit=x', 400, 'invalid_limit'],
  ['?marker=there', 400, 'invalid_parameter'],
  ['?direction=sideways', 400, 'invalid_parameter'],
])('a list of device pins with %s is refused', async (query, status, code) => {
  await using service = await startTestService();
  const enterprise = service.service.settings.enterprise.id;
  const answer = await callerOf(service, service.person.token).get(`/enterprises/${enterprise}/device_pinners${query}`);
  expect([answer.status, answer.json.code]).toEqual([status, code]);
});

test('device pins are for administrators, of this enterprise', async () => {
  await using service = await startTestService();
  const bob = callerOf(service, (await service.addPerson('bob@example.com', 'Bob')).token);
  const pin = await givenDevicePin(service.service, service.person.id);
  const enterprise = service.service.settings.enterprise.id;
  expect((await bob.get(`/enterprises/${enterprise}/device_pinners`)).status).toBe(403);
  expect((await bob.get(`/device_pinners/${pin}`)).status).toBe(403);
  expect((await bob.delete(`/device_pinners/${pin}`)).status).toBe(403);
  const admin = callerOf(service, service.person.token);
  expect((await admin.get('/enterprises/999999/device_pinners')).status).toBe(404);
  expect((await admin.get('/device_pinners/not-an-id')).status).toBe(405);
});

test('a co-administrator ends the sign-ins of users and her own, and of no administrator', async () => {
  await using service = await startTestService();
  const admin = callerOf(service, service.person.token);
  const people = [await service.addPerson('carla@example.com'), await service.addPerson('dan@example.com')];
  const user = await service.addPerson('bob@example.com');
  for (const { id } of people) expect((await admin.put(`/users/${id}`, { role: 'coadmin' })).status).toBe(200);
  const [carla] = people;
  const asCarla = callerOf(service, carla?.token ?? '');
  const statuses: number[] = [];
  for (const { id } of [service.person, ...people, user]) {
    const pin = await givenDevicePin(service.service, id);
    statuses.push((await asCarla.delete(`/device_pinners/${pin}`)).status);
  }
  expect(statuses).toEqual([403, 204, 403, 204]);
  const left = (await admin.get(`/enterprises/${service.service.settings.enterprise.id}/device_pinners`)).json.entries;
  expect(left.map(({ owned_by }) => owned_by.id)).toEqual([service.person.id, people[1]?.id]);
});
