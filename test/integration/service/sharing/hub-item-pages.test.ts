import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const version = { 'svc-version': '2025.0' };

let service: TestService;
let ann: ServiceCaller;
let hub: string;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
  hub = (await ann.post('/hubs', { title: 'Hub' }, version)).json.id;
});
afterAll(() => service.stop());

const newFolder = async () => (await ann.post('/folders', { name: `folder ${++made}`, parent: { id: '0' } })).json.id;

async function manage(action: 'add' | 'remove', ...ids: readonly string[]): Promise<void> {
  const operations = ids.map((id) => ({ action, item: { type: 'folder', id } }));
  expect((await ann.post(`/hubs/${hub}/manage_items`, { operations }, version)).status).toBe(207);
}

async function page(
  marker?: string | null,
): Promise<{ readonly ids: readonly string[]; readonly next: string | null }> {
  const { json } = await ann.get(`/hub_items?hub_id=${hub}&limit=2${marker ? `&marker=${marker}` : ''}`, version);
  return { ids: json.entries.map(({ id }) => id), next: json.next_marker };
}

test('an item that is added while the pages of a hub are read is on one of them, whatever was removed', async () => {
  const [a, b, c, later, last] = [
    await newFolder(),
    await newFolder(),
    await newFolder(),
    await newFolder(),
    await newFolder(),
  ] as const;
  await manage('add', a, b, c);
  const first = await page();
  expect(first.ids).toEqual([a, b]);
  await manage('remove', b, c);
  await manage('add', later, last);
  expect(await page(first.next)).toEqual({ ids: [later, last], next: null });
  await manage('remove', a, later, last);
  await manage('add', c);
  expect(await page(first.next)).toEqual({ ids: [c], next: null });
  expect(await page()).toEqual({ ids: [c], next: null });
});
