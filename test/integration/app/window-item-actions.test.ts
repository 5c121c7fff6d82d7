import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../main/api/api-client.ts';
import { serviceCommands } from '../../../main/commands/account/service.ts';
import type { CommandWorld } from '../../../main/commands/command-world.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { Item } from '../../../renderer/state/items/item.ts';
import { copyInto, place, trash } from '../../../renderer/state/items/item-actions.ts';
import { connect } from '../../support/engine/service-remote.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Tests the item actions of the window, from its own functions down to the real service. */
let service: TestService;
let web: WebUser;
let client: ApiClient;
let bridge: TandemBridge;
beforeAll(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  client = connect(service, service.person.token).client;
  const handlers = serviceCommands({ api: client, onServiceChanged: () => undefined } as unknown as CommandWorld);
  bridge = { call: (_name: string, input: never) => handlers['service.call'](input) } as unknown as TandemBridge;
});
afterAll(async () => {
  await client.close();
  await service.stop();
});

/** As the page shows it: with the etag of that moment. */
const shown = async (kind: 'files' | 'folders' | 'web_links', id: string): Promise<Item> =>
  (await web.call('GET', `/${kind}/${id}`)) as Item;

const kinds = ['files', 'folders', 'web_links'] as const;
async function make(kind: (typeof kinds)[number], name: string): Promise<Item> {
  if (kind === 'files') return shown(kind, (await web.upload('0', name, name)).id);
  if (kind === 'folders') return shown(kind, (await web.createFolder('0', name)).id);
  const link = { name, url: 'https://example.com/', parent: { id: '0' } };
  return shown(kind, ((await web.call('POST', '/web_links', link)) as Item).id);
}

test.each(kinds)('%s that changed since they were shown are neither deleted nor renamed', async (kind) => {
  const item = await make(kind, `one of ${kind}`);
  await web.call('PUT', `/${kind}/${item.id}`, { description: 'changed elsewhere' });
  const stale = { code: expect.stringMatching(/precondition/) };
  await expect(trash(bridge, item)).rejects.toMatchObject(stale);
  await expect(place(bridge, item, { name: 'renamed' })).rejects.toMatchObject(stale);
  expect(await shown(kind, item.id)).toMatchObject({ name: `one of ${kind}`, parent: { id: '0' } });

  const fresh = await shown(kind, item.id);
  await trash(bridge, fresh);
  expect((await web.items('0')).some(({ id }) => id === item.id)).toBe(false);
});

test('a folder goes to the trash with everything in it, and a copy takes everything along', async () => {
  const folder = await make('folders', 'full');
  await web.upload(folder.id, 'inside.txt', 'inside');
  const target = await web.createFolder('0', 'copies');
  await copyInto(bridge, folder, target.id);
  const copy = await web.find(target.id, 'full');
  expect((await web.items(copy?.id ?? '')).map(({ name }) => name)).toEqual(['inside.txt']);
  await trash(bridge, await shown('folders', folder.id));
  expect(await web.find('0', 'full')).toBeUndefined();
});
