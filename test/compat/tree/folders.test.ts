import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK creates, lists, renames and deletes a folder', async () => {
  await using service = await startTestService();
  const { folders } = sdkClient(service, service.person.token);

  const folder = await folders.createFolder({ name: 'Reports', parent: { id: '0' } });
  const renamed = await folders.updateFolderById(folder.id, { requestBody: { name: 'Old reports' } });
  const listed = await folders.getFolderItems('0');

  expect(renamed.name).toBe('Old reports');
  expect(listed.entries?.map((entry) => entry.id)).toEqual([folder.id]);
  await folders.deleteFolderById(folder.id);
  expect((await folders.getFolderItems('0')).entries).toEqual([]);
});
