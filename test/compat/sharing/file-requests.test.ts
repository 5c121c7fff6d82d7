import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK reads, updates, copies and deletes a file request', async () => {
  await using service = await startTestService();
  const { fileRequests, folders } = sdkClient(service, service.person.token);
  const folder = await folders.createFolder({ name: 'incoming', parent: { id: '0' } });
  const created = await callerOf(service, service.person.token).post('/file_requests', { folder: { id: folder.id } });

  const read = await fileRequests.getFileRequestById(created.json.id);
  const copy = await fileRequests.createFileRequestCopy(read.id, { folder: { id: folder.id, type: 'folder' } });
  const updated = await fileRequests.updateFileRequestById(copy.id, { title: 'updated title', description: 'updated' });

  expect([read.title, copy.title, updated.title, updated.description]).toEqual([
    'incoming',
    'incoming',
    'updated title',
    'updated',
  ]);
  expect(copy.folder.id).toBe(folder.id);
  await fileRequests.deleteFileRequestById(updated.id);
  await expect(fileRequests.getFileRequestById(updated.id)).rejects.toThrow();
});
