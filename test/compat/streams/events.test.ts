import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK reads a person’s events from a position on', async () => {
  await using service = await startTestService();
  const { events, folders } = sdkClient(service, service.person.token);

  const start = await events.getEvents({ streamPosition: 'now', streamType: 'changes' });
  expect([start.chunkSize, start.entries]).toEqual([0, []]);
  const folder = await folders.createFolder({ name: 'Reports', parent: { id: '0' } });
  const page = await events.getEvents({ streamType: 'changes', streamPosition: String(start.nextStreamPosition) });
  expect(page.entries?.map(({ eventType }) => eventType)).toEqual(['ITEM_CREATE']);
  expect(page.entries?.[0]?.source).toMatchObject({ id: folder.id, type: 'folder', name: 'Reports' });
  expect(page.entries?.[0]?.createdBy?.id).toBe(service.person.id);
});

test('the public SDK reads the administrators’ log, by type and by time', async () => {
  await using service = await startTestService({ config: { eventUserIds: 'string' } });
  const { events, folders, users } = sdkClient(service, service.person.token);

  const createdAfter = { value: new Date(Date.now() - 3600_000) };
  const folder = await folders.createFolder({ name: 'Reports', parent: { id: '0' } });
  const user = await users.createUser({ name: 'Bob', login: 'bob@example.com' });
  await users.deleteUserById(user.id);
  const log = (eventType: 'UPLOAD' | 'DELETE_USER') =>
    events.getEvents({ streamType: 'admin_logs', eventType: [eventType], createdAfter });
  const upload = (await log('UPLOAD')).entries?.[0];
  expect(upload?.source).toMatchObject({ itemType: 'folder', itemId: folder.id, itemName: 'Reports' });
  expect(upload?.additionalDetails?.['service_id']).toEqual(expect.any(String));
  const deleted = (await log('DELETE_USER')).entries?.[0];
  expect(deleted?.source).toMatchObject({ type: 'user', id: user.id });
  const streamed = await events.getEvents({ streamType: 'admin_logs_streaming' });
  expect(streamed.entries?.length).toBeGreaterThan(1);
});

test('the public SDK follows the stream: it waits and receives events', async () => {
  await using service = await startTestService();
  const { events, folders } = sdkClient(service, service.person.token);

  const server = (await events.getEventsWithLongPolling()).entries?.[0];
  expect([server?.type, server?.maxRetries, server?.retryTimeout]).toEqual(['realtime_server', '10', 610]);
  const stream = events.getEventStream();
  const told: (string | undefined)[] = [];
  stream.on('data', (event: { eventType?: string }) => told.push(event.eventType));
  let made = 0;
  // The stream starts at an unknown time and delivers all later events.
  await expect
    .poll(
      async () => {
        await folders.createFolder({ name: `Report ${++made}`, parent: { id: '0' } });
        return told;
      },
      { timeout: 20_000, interval: 200 },
    )
    .toContain('ITEM_CREATE');
  stream.destroy();
});
