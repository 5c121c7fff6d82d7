import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const settings = async (world: AuthorisationWorld) => ({
  target: { type: 'folder', id: (await world.newFolder()).id },
  address: 'https://hooks.example.org/told',
  triggers: ['FILE.UPLOADED'],
});

const newWebhook = async (world: AuthorisationWorld) => ({
  webhook_id: (await ok(world.owner.post('/webhooks', await settings(world)))).id,
});

export const webhookTries: Tries = {
  createWebhook: async (world) => ({ body: await settings(world) }),
  listWebhooks: async () => ({}),
  getWebhook: async (world) => ({ params: await newWebhook(world) }),
  updateWebhook: async (world) => ({ params: await newWebhook(world), body: { triggers: ['FOLDER.CREATED'] } }),
  deleteWebhook: async (world) => ({ params: await newWebhook(world) }),
  listWebhookDeliveries: async (world) => ({ params: await newWebhook(world) }),
};
