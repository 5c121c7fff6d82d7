import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK makes, reads, changes, lists, copies and deletes hubs', async () => {
  await using service = await startTestService();
  const { hubs } = sdkClient(service, service.person.token);

  const hub = await hubs.createHubV2025R0({ title: 'Launch', description: 'All for the launch' });
  const found = await hubs.getHubByIdV2025R0(hub.id);
  const updated = await hubs.updateHubByIdV2025R0(hub.id, { title: 'Relaunch', isAiEnabled: true });
  const copy = await hubs.copyHubV2025R0(hub.id, { title: 'Copy' });
  const own = await hubs.getHubsV2025R0({ scope: 'editable', sort: 'name', direction: 'ASC' });
  const all = await hubs.getEnterpriseHubsV2025R0({ sort: 'updated_at', direction: 'DESC' });

  expect(found).toMatchObject({ title: 'Launch', description: 'All for the launch', viewCount: 0 });
  expect(updated).toMatchObject({ title: 'Relaunch', isAiEnabled: true });
  expect(own.entries?.map(({ title }) => title)).toEqual(['Copy', 'Relaunch']);
  expect(all.entries).toHaveLength(2);
  await hubs.deleteHubByIdV2025R0(hub.id);
  await expect(hubs.getHubByIdV2025R0(hub.id)).rejects.toThrow();
  expect((await hubs.getHubByIdV2025R0(copy.id)).createdBy?.login).toBe(service.person.login);
});

test('the public SDK puts items into a hub, lists them and takes them out', async () => {
  await using service = await startTestService();
  const { hubs, hubItems, hubDocument, folders } = sdkClient(service, service.person.token);
  const hub = await hubs.createHubV2025R0({ title: 'Launch' });
  const folder = await folders.createFolder({ name: 'Plans', parent: { id: '0' } });
  const item = { type: 'folder' as const, id: folder.id };

  const pages = await hubDocument.getHubDocumentPagesV2025R0({ hubId: hub.id });
  const pageId = pages.entries[0]?.id ?? '';
  const blocks = await hubDocument.getHubDocumentBlocksV2025R0({ hubId: hub.id, pageId });
  const added = await hubItems.manageHubItemsV2025R0(hub.id, { operations: [{ action: 'add', item }] });
  const listed = await hubItems.getHubItemsV2025R0({ hubId: hub.id });
  const removed = await hubItems.manageHubItemsV2025R0(hub.id, { operations: [{ action: 'remove', item }] });

  expect(pages).toMatchObject({ type: 'document_pages', entries: [{ type: 'page', titleFragment: 'Launch' }] });
  expect(blocks).toMatchObject({ type: 'document_blocks', entries: [{ type: 'item_list' }] });
  expect(added.operations).toMatchObject([{ action: 'add', item, status: 200 }]);
  expect(listed.entries).toMatchObject([{ id: folder.id, type: 'folder', name: 'Plans' }]);
  expect(removed.operations).toMatchObject([{ action: 'remove', status: 200 }]);
  expect((await hubItems.getHubItemsV2025R0({ hubId: hub.id })).entries).toEqual([]);
});

test('the public SDK gives a hub to people, changes their roles and takes it back', async () => {
  await using service = await startTestService();
  const { hubs, hubCollaborations } = sdkClient(service, service.person.token);
  const bob = await service.addPerson('bob@example.com', 'Bob');
  const hub = await hubs.createHubV2025R0({ title: 'Launch' });

  const given = await hubCollaborations.createHubCollaborationV2025R0({
    hub: { type: 'hubs', id: hub.id },
    accessibleBy: { type: 'user', login: bob.login },
    role: 'viewer',
  });
  const changed = await hubCollaborations.updateHubCollaborationByIdV2025R0(given.id, { role: 'editor' });
  const found = await hubCollaborations.getHubCollaborationByIdV2025R0(given.id);
  const listed = await hubCollaborations.getHubCollaborationsV2025R0({ hubId: hub.id });

  expect(given).toMatchObject({ role: 'viewer', status: 'accepted', hub: { id: hub.id } });
  expect(changed.role).toBe('editor');
  expect(found.accessibleBy).toMatchObject({ id: bob.id, name: 'Bob', login: bob.login });
  expect(listed.entries?.map(({ role }) => role)).toEqual(['co-owner', 'editor']);
  await hubCollaborations.deleteHubCollaborationByIdV2025R0(given.id);
  await expect(hubCollaborations.getHubCollaborationByIdV2025R0(given.id)).rejects.toThrow();
});
