import { describe, expect, test } from 'vitest';
import { startReceiver } from '../../../support/lines/webhook-receiver.ts';
import { adminLogEntries } from '../../../support/service/callers/admin-log.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson } from '../../../support/service/service.ts';

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

  test('count every access once, also after a transfer of ownership', async () => {
    await using receiver = await startReceiver();
    await using service = await startTestService({ config: { webhookAddresses: 'any' } });
    const owner = callerOf(service, service.person.token);
    const heir = await service.addPerson('heir@example.com');
    const editor = await service.addPerson('editor@example.com');
    const folder = (await owner.post('/folders', { name: 'watched', parent: { id: '0' } })).json.id;
    const target = { id: folder, type: 'folder' };
    const triggers = ['CREATED', 'ACCEPTED', 'UPDATED', 'REMOVED'].map((name) => `COLLABORATION.${name}`);
    await owner.post('/webhooks', { target, address: receiver.address, triggers: [...triggers, 'FOLDER.RENAMED'] });
    const share = async ({ login }: TestPerson) =>
      (await owner.post('/collaborations', { item: target, accessible_by: { type: 'user', login }, role: 'editor' }))
        .json.id;
    const [ofHeir, ofEditor] = [await share(heir), await share(editor)];
    const logged = await adminLogEntries(service, owner, () =>
      owner.put(`/collaborations/${ofHeir}`, { role: 'owner' }),
    );
    await callerOf(service, heir.token).put(`/folders/${folder}`, { name: 'given' });

    await receiver.told('FOLDER.RENAMED');
    const idsOf = (name: string) =>
      receiver.messages.flatMap(({ json }) => (json.trigger === `COLLABORATION.${name}` ? [json.source.id] : []));
    const { entries } = (await owner.get(`/folders/${folder}/collaborations`)).json;
    const ofOwner = entries.find(({ accessible_by }) => accessible_by.id === service.person.id)?.id;
    expect(new Set(entries.map(({ id }) => id))).toEqual(new Set([ofEditor, ofOwner]));
    expect([idsOf('CREATED'), idsOf('ACCEPTED')]).toEqual([
      [ofHeir, ofEditor, ofOwner],
      [ofHeir, ofEditor, ofOwner],
    ]);
    expect([idsOf('REMOVED'), idsOf('UPDATED')]).toEqual([[ofHeir], []]);
    expect(logged.map(({ event_type, source }) => [event_type, source.id])).toEqual([
      ['MOVE', undefined],
      ['COLLABORATION_REMOVE', ofHeir],
      ['COLLABORATION_INVITE', ofOwner],
      ['COLLABORATION_ACCEPT', ofOwner],
    ]);
  });

  test('a transfer of ownership is in the streams of both: one collaboration ends, another begins, and no one loses it', async () => {
    await using service = await startTestService();
    const owner = callerOf(service, service.person.token);
    const heir = await service.addPerson('heir@example.com');
    const asHeir = callerOf(service, heir.token);
    const item = { id: (await owner.post('/folders', { name: 'given', parent: { id: '0' } })).json.id, type: 'folder' };
    const accessible_by = { type: 'user', login: heir.login };
    const { id } = (await owner.post('/collaborations', { item, accessible_by, role: 'editor' })).json;
    const read = async (caller: ServiceCaller, position: number | 'now') =>
      (await caller.get(`/events?stream_position=${position}`)).json;
    const [ofOwner, ofHeir] = [await read(owner, 'now'), await read(asHeir, 'now')];
    await owner.put(`/collaborations/${id}`, { role: 'owner' });
    const seen = async (caller: ServiceCaller, { next_stream_position }: Seen) =>
      (await read(caller, next_stream_position)).entries.map(({ event_type, source }) => [event_type, source.id]);
    expect(await seen(owner, ofOwner)).toEqual([
      ['ITEM_MOVE', item.id],
      ['COLLAB_ADD_COLLABORATOR', item.id],
    ]);
    expect(await seen(asHeir, ofHeir)).toEqual([
      ['ITEM_MOVE', item.id],
      ['COLLAB_REMOVE_COLLABORATOR', item.id],
      ['COLLAB_ADD_COLLABORATOR', item.id],
    ]);
  });
});
