import { describe, expect, test } from 'vitest';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { startTestService } from '../../../support/service/service.ts';

describe('webhooks of a folder', () => {
  test('learn of each collaboration on it: created, accepted, updated, rejected, removed', async () => {
    const asking = await startTestService({
      settings: { acceptManagedUsersAtOnce: false },
      config: { webhookAddresses: 'any' },
    });
    try {
      const owner = callerOf(asking, asking.person.token);
      const guest = await asking.addPerson('guest@example.com');
      const asGuest = callerOf(asking, guest.token);
      const folder = (await owner.post('/folders', { name: 'watched', parent: { id: '0' } })).json.id;
      const share = async () =>
        owner.post('/collaborations', {
          item: { type: 'folder', id: folder },
          accessible_by: { type: 'user', login: guest.login },
          role: 'editor',
        });
      const triggers = ['CREATED', 'ACCEPTED', 'UPDATED', 'REJECTED', 'REMOVED'].map((name) => `COLLABORATION.${name}`);
      const target = { id: folder, type: 'folder' };
      const hook = (await owner.post('/webhooks', { target, address: 'http://127.0.0.1:9/', triggers })).json.id;
      const first = (await share()).json.id;
      await asGuest.put(`/collaborations/${first}`, { status: 'rejected' });
      const second = (await share()).json.id;
      await asGuest.put(`/collaborations/${second}`, { status: 'accepted' });
      await owner.put(`/collaborations/${second}`, { role: 'viewer' });
      await asGuest.delete(`/collaborations/${second}`);
      const deliveries = (await owner.get(`/webhooks/${hook}/deliveries`)).json.entries;
      expect(
        deliveries
          .map((delivery) => String(Reflect.get(delivery, 'trigger')))
          .toSorted((one, other) => one.localeCompare(other)),
      ).toEqual([...triggers, 'COLLABORATION.CREATED'].toSorted((one, other) => one.localeCompare(other)));
    } finally {
      await asking.stop();
    }
  });
});
