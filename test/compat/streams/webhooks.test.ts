import { WebhooksManager } from 'box-node-sdk/managers/webhooks';
import { expect, test } from 'vitest';
import { showSigningKeys } from '../../../service/domain/streams/webhooks/show-signing-keys.ts';
import { startReceiver } from '../../support/lines/webhook-receiver.ts';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK makes, reads, lists, changes and deletes a webhook', async () => {
  await using service = await startTestService();
  const { webhooks, folders } = sdkClient(service, service.person.token);
  const folder = await folders.createFolder({ name: 'Reports', parent: { id: '0' } });

  const webhook = await webhooks.createWebhook({
    target: { id: folder.id, type: 'folder' },
    address: 'https://example.com/new-webhook',
    triggers: ['FILE.UPLOADED'],
  });
  expect([webhook.target?.id, webhook.address, webhook.triggers]).toEqual([
    folder.id,
    'https://example.com/new-webhook',
    ['FILE.UPLOADED'],
  ]);
  const id = webhook.id ?? '';
  expect((await webhooks.getWebhookById(id)).createdBy?.id).toBe(service.person.id);
  expect((await webhooks.getWebhooks()).entries?.map((entry) => entry.id)).toEqual([id]);
  const changed = await webhooks.updateWebhookById(id, {
    requestBody: { address: 'https://example.com/updated-webhook', triggers: ['FOLDER.MOVED'] },
  });
  expect([changed.address, changed.triggers]).toEqual(['https://example.com/updated-webhook', ['FOLDER.MOVED']]);
  await webhooks.deleteWebhookById(id);
  await expect(webhooks.getWebhookById(id)).rejects.toThrow();
});

test('the public SDK accepts the signature of a delivery by either key, and no changed body', async () => {
  await using service = await startTestService({ config: { webhookAddresses: 'any' } });
  await using receiver = await startReceiver();
  const { webhooks, folders } = sdkClient(service, service.person.token);
  const folder = await folders.createFolder({ name: 'Übersicht', parent: { id: '0' } });
  await webhooks.createWebhook({
    target: { id: folder.id, type: 'folder' },
    address: receiver.address,
    triggers: ['FOLDER.RENAMED'],
  });
  await folders.updateFolderById(folder.id, { requestBody: { name: 'Ümläute' } });

  const { body, headers } = await receiver.told('FOLDER.RENAMED');
  const { primary, secondary } = await showSigningKeys(service.service, null);
  const received = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const isGood = (text: string, key: string, secondaryKey: string) =>
    WebhooksManager.validateMessage(text, received, key, { secondaryKey, maxAge: 600 });
  expect(await isGood(body, primary, 'unknown')).toBe(true);
  expect(await isGood(body, 'unknown', secondary)).toBe(true);
  expect(await isGood(body, 'unknown', 'neither')).toBe(false);
  expect(await isGood(body.replace('Üm', 'Um'), primary, secondary)).toBe(false);
});
