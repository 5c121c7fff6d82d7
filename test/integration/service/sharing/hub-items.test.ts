import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type Headers, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

const version: Headers = { 'svc-version': '2025.0' };

let service: TestService;
let people: Record<'bob', TestPerson>;
let ann: ServiceCaller;
let bob: ServiceCaller;

beforeAll(async () => {
  service = await startTestService();
  people = { bob: await service.addPerson('bob@example.com', 'Bob') };
  ann = callerOf(service, service.person.token);
  bob = callerOf(service, people.bob.token);
});
afterAll(() => service.stop());

const newHub = async () => (await ann.post('/hubs', { title: 'Hub' }, version)).json;

const giveTo = (hub: { id: string }, { login }: TestPerson, role: string) => {
  const accessible_by = { type: 'user', login };
  return ann.post('/hub_collaborations', { hub: { type: 'hubs', id: hub.id }, accessible_by, role }, version);
};

describe('items of hubs', () => {
  test('each operation has its own outcome, and one that is refused stops no other', async () => {
    const hub = await newHub();
    const folder = (await ann.post('/folders', { name: 'Shelf', parent: { id: '0' } })).json;
    const link = (await ann.post('/web_links', { url: 'https://example.com', parent: { id: folder.id } })).json;
    const [file] = (await ann.upload({ name: 'a.txt', parent: { id: folder.id } }, 'a')).json.entries;
    const [page] = (await ann.get(`/hub_document_pages?hub_id=${hub.id}`, version)).json.entries;
    const blocks = await ann.get(`/hub_document_blocks?hub_id=${hub.id}&page_id=${page?.id}`, version);
    const parent_id = blocks.json.entries[0]?.id;
    const add = (type: string, id: string | undefined, more: object = {}) => ({
      action: 'add',
      item: { type, id },
      ...more,
    });
    const operations = [
      add('folder', folder.id, { parent_id }),
      add('file', file?.id),
      add('web_link', link.id),
      add('file', file?.id),
      add('folder', file?.id),
      add('file', '99'),
      add('folder', '0'),
      add('web_link', link.id, { parent_id: '99' }),
      { action: 'remove', item: { type: 'file', id: file?.id } },
      { action: 'remove', item: { type: 'file', id: file?.id } },
    ];
    const { status, bytes } = await ann.post(`/hubs/${hub.id}/manage_items`, { operations }, version);
    const outcomes = JSON.parse(bytes.toString()).operations as { status: number; error?: string }[];
    expect(status).toBe(207);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([200, 200, 200, 409, 404, 404, 404, 404, 200, 404]);
    expect(outcomes[0]).toEqual({ ...operations[0], status: 200 });
    expect(outcomes[3]).toEqual({
      ...operations[3],
      status: 409,
      error: `The file "${file?.name}" is already in the hub.`,
      error_sentences: [{ id: 'The {0} "{1}" is already in the hub.', values: ['file', file?.name] }],
    });
    const { entries } = (await ann.get(`/hub_items?hub_id=${hub.id}`, version)).json;
    expect(entries.map(({ type, name }) => [type, name])).toEqual([
      ['folder', 'Shelf'],
      ['web_link', link.name],
    ]);
  });

  test('show each person the items they may see; a page may be short without being the last', async () => {
    const hub = await newHub();
    await giveTo(hub, people.bob, 'viewer');
    const ids: string[] = [];
    for (const number of [1, 2, 3, 4]) {
      ids.push((await ann.post('/folders', { name: `Row ${number}`, parent: { id: '0' } })).json.id);
    }
    const operations = ids.map((id) => ({ action: 'add', item: { type: 'folder', id } }));
    await ann.post(`/hubs/${hub.id}/manage_items`, { operations }, version);
    for (const id of [ids[1], ids[3]]) {
      const accessible_by = { type: 'user', login: people.bob.login };
      await ann.post('/collaborations', { item: { type: 'folder', id }, accessible_by, role: 'viewer' });
    }
    const pages: string[][] = [];
    for (let marker: string | null | undefined = ''; marker !== null; ) {
      const list: string = `/hub_items?hub_id=${hub.id}&limit=1&marker=${encodeURIComponent(marker ?? '')}`;
      const { json } = await bob.get(list, version);
      pages.push(json.entries.map(({ id }) => id));
      marker = json.next_marker;
    }
    expect(pages).toEqual([[], [ids[1]], [], [ids[3]]]);
    await ann.delete(`/folders/${ids[1]}`);
    expect((await bob.get(`/hub_items?hub_id=${hub.id}`, version)).json.entries).toHaveLength(1);
  });

  test('limits: at most 100 operations in one request', async () => {
    const hub = await newHub();
    const operations = Array.from({ length: 101 }, () => ({ action: 'remove', item: { type: 'file', id: '1' } }));
    expect((await ann.post(`/hubs/${hub.id}/manage_items`, { operations }, version)).status).toBe(400);
  });
});
