import { expect, it } from 'vitest';
import type { Caller, Service } from '../../../../service/domain/service.ts';
import { createWebhook } from '../../../../service/domain/streams/webhooks/create-webhook.ts';
import { createFolder } from '../../../../service/domain/tree/folders/create-folder.ts';
import { startDeliveries } from '../../../../service/jobs/deliver-webhooks.ts';
import type { HttpOutcome } from '../../../../service/ports/http-sender.ts';
import { openDomainWorld, putFile } from '../../../support/service/domain-world.ts';

const silent = 'http://127.0.0.1:1/silent';
const quick = 'http://127.0.0.1:1/quick';

it('one person whose receivers do not respond occupies twenty places, and the webhooks of others are sent', async () => {
  await using world = await openDomainWorld({ webhookAddresses: 'any' });
  const sent: string[] = [];
  const service: Service = {
    ...world.service,
    http: {
      ...world.service.http,
      post: async ({ address, signal }): Promise<HttpOutcome> => {
        sent.push(address);
        if (address === quick) return { kind: 'answered', status: 200 };
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'ended' })));
      },
    },
  };
  /** Folders in one another, each with a webhook, and a file in the innermost one. */
  const watch = async (caller: Caller, address: string, depth: number) => {
    let parentId = '0';
    for (let level = 0; level < depth; level += 1) {
      parentId = (await createFolder(service, caller, { parentId, name: 'nested' })).id;
      const target = { kind: 'folder' as const, id: parentId };
      await createWebhook(service, caller, { target, address, triggers: ['FILE.UPLOADED'] });
    }
    await putFile(service, caller, parentId, 'f');
  };
  await watch(await world.join('eve'), silent, 201);
  await watch(await world.join('ann'), quick, 1);

  const errors: object[] = [];
  const deliveries = startDeliveries(service, { info: () => undefined, error: (fields) => errors.push(fields) });
  await expect.poll(() => sent.filter((address) => address === quick)).toHaveLength(1);
  expect(sent.filter((address) => address === silent)).toHaveLength(20);
  await deliveries.stop();
  expect(errors).toEqual([]);
});
