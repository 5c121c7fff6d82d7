import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectFields } from '../../../../contract/fields.ts';
import { fullFile } from '../../../../contract/resources/items/file.ts';
import { fullFolder } from '../../../../contract/resources/items/folder.ts';
import { fullWebLink } from '../../../../contract/resources/items/web-link.ts';
import { shareFolder } from '../../../support/people/folder-sharers.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: ServiceCaller;
let favorites: string;
let hub: string;
/** A shared folder, which Bob sees under another name, and its items. */
let shared: Seen;
let items: readonly Seen[];
let trashed: readonly Seen[];

const word = 'tender';
const hubs = { 'svc-version': '2025.0' };
const paths = { file: 'files', folder: 'folders', web_link: 'web_links' } as const;
const pathOf = ({ id, type }: Seen) => `/${paths[type as keyof typeof paths]}/${id}`;

/** Each field that `fields` may name, except those that only the request for one item answers. */
const fields = [
  ...new Set([...Object.keys(fullFile.shape), ...Object.keys(fullFolder.shape), ...Object.keys(fullWebLink.shape)]),
  'metadata.enterprise.site',
].filter((field) => field !== 'expiring_embed_link');

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
  const person = await service.addPerson('bob@example.com', 'Bob');
  bob = callerOf(service, person.token);
  favorites = String((await bob.get('/collections')).json.entries[0]?.id);
  const site = [{ type: 'string', key: 'name', displayName: 'Name' }];
  const template = { scope: 'enterprise', templateKey: 'site', displayName: 'Site', fields: site };
  expect((await ann.post('/metadata_templates/schema', template)).status).toBe(201);
  await bob.post('/folders', { name: `${word} plans`, parent: { id: '0' } });
  shared = await newFolder('0', 'to be renamed');
  await shareFolder(ann, shared.id, person.login);
  await ann.put(`/folders/${shared.id}`, { name: `${word} plans` });
  await retain(shared);
  items = await newItems(shared.id);
  hub = (await ann.post('/hubs', { title: 'Plans' }, hubs)).json.id;
  const accessible_by = { type: 'user', login: person.login };
  await ann.post('/hub_collaborations', { hub: { id: hub, type: 'hubs' }, accessible_by, role: 'viewer' }, hubs);
  for (const { id, type } of [shared, ...items]) await addEverywhere(id, type);
  trashed = await newItems('0');
  for (const item of trashed) expect((await ann.delete(pathOf(item))).status).toBe(204);
});
afterAll(() => service.stop());

async function newFolder(parent: string, name: string): Promise<Seen> {
  return (await ann.post('/folders', { name, parent: { id: parent } })).json;
}

async function retain({ id }: Seen): Promise<void> {
  const policy = { policy_name: 'a year', policy_type: 'finite', retention_length: 365 };
  const { json } = await ann.post('/retention_policies', { ...policy, disposition_action: 'remove_retention' });
  const assign_to = { type: 'folder', id };
  expect((await ann.post('/retention_policy_assignments', { policy_id: json.id, assign_to })).status).toBe(201);
}

/** A file, a folder and a web link with a value in each field. */
async function newItems(parent: string): Promise<readonly Seen[]> {
  const { json } = await ann.upload({ name: `${word}.txt`, parent: { id: parent } }, 'content');
  const file = json.entries[0] as Seen;
  const folder = await newFolder(parent, `${word} folder`);
  const at = { url: 'https://example.com/', name: `${word} page`, parent: { id: parent } };
  const webLink = (await ann.post('/web_links', at)).json;
  const made = [file, folder, webLink];
  for (const item of made) {
    const more = item.type === 'web_link' ? {} : { tags: ['red'] };
    const changed = await ann.put(pathOf(item), { description: 'about it', shared_link: {}, ...more });
    expect(changed.status).toBe(200);
  }
  await ann.put(pathOf(file), { lock: { access: 'lock' } });
  await ann.post('/comments', { message: 'Seen.', item: { type: 'file', id: file.id } });
  for (const item of [file, folder]) await ann.post(`${pathOf(item)}/metadata/enterprise/site`, { name: 'Harbour' });
  for (const item of [file, folder]) await shareItem(item);
  return made;
}

async function shareItem({ id, type }: Seen): Promise<void> {
  const accessible_by = { type: 'user', login: 'carol@example.com' };
  expect((await ann.post('/collaborations', { item: { type, id }, accessible_by, role: 'viewer' })).status).toBe(201);
}

async function addEverywhere(id: string, type: string): Promise<void> {
  const path = pathOf({ id, type } as Seen);
  expect((await bob.put(path, { collections: [{ id: favorites }] })).status).toBe(200);
  const operations = [{ action: 'add', item: { id, type } }];
  expect((await ann.post(`/hubs/${hub}/manage_items`, { operations }, hubs)).status).toBe(207);
  // Bob's recent items are those that he commented, opened or changed.
  if (type === 'file') await bob.post('/comments', { message: 'Mine.', item: { type, id } });
}

/** The lists in which Bob finds items shared with him. */
const lists: readonly (readonly [string, () => string])[] = [
  ['the root', () => '/folders/0/items?limit=1000'],
  ['the root by marker', () => '/folders/0/items?usemarker=true'],
  ['a folder', () => `/folders/${shared.id}/items?limit=1000`],
  ['a folder by marker', () => `/folders/${shared.id}/items?usemarker=true`],
  ['Favorites', () => `/collections/${favorites}/items?limit=1000`],
  ['a search', () => `/search?query=${word}`],
  ['recent items', () => '/recent_items?limit=1000'],
];

/** The items of a list by their paths. */
async function itemsOf(caller: ServiceCaller, url: string): Promise<ReadonlyMap<string, Seen>> {
  const { status, json } = await caller.get(url);
  expect(status).toBe(200);
  return new Map(json.entries.map((entry) => entry.item ?? entry).map((item) => [pathOf(item), item]));
}

/** Compares each entry of a list with the answer to a request for that item with the same fields. */
async function compare(caller: ServiceCaller, url: string, asked: readonly string[], places: readonly string[]) {
  const listed = await itemsOf(caller, `${url}&fields=${asked.join()}`);
  for (const path of places) {
    const { status, json } = await caller.get(`${path}?fields=${asked.join()}`);
    expect([path, listed.get(path.replace('/trash', '')), status]).toEqual([path, selectFields(json, asked), 200]);
  }
}

describe('an entry has the fields that a request for its item has', () => {
  test.each(lists)('in %s', async (_name, urlOf) => {
    const listed = [...(await itemsOf(bob, urlOf())).keys()];
    const places = [shared, ...items].map(pathOf).filter((path) => listed.includes(path));
    expect(places.length).toBeGreaterThan(0);
    await compare(bob, urlOf(), fields, places);
    for (const field of fields) await compare(bob, urlOf(), [field], places);
  });

  test.each(['usemarker=true', 'limit=1000'])('in the trash, %s', async (paging) => {
    const url = `/folders/trash/items?${paging}`;
    const places = trashed.map((item) => `${pathOf(item)}/trash`);
    await compare(ann, url, fields, places);
    for (const field of fields) await compare(ann, url, [field], places);
  });

  test('and without fields the name that the person sees', async () => {
    const path = pathOf(shared);
    const { name } = (await bob.get(path)).json;
    expect(name).not.toBe((await ann.get(path)).json.name);
    const names: string[] = [];
    for (const [, urlOf] of lists) names.push(...namesOf(await itemsOf(bob, urlOf()), path));
    const { json } = await bob.get(`/hub_items?hub_id=${hub}`, hubs);
    names.push(...json.entries.filter(({ id }) => id === shared.id).map((entry) => entry.name));
    expect(new Set(names)).toEqual(new Set([name]));
    expect(names.length).toBeGreaterThan(4);
  });
});

const namesOf = (listed: ReadonlyMap<string, Seen>, path: string) => [listed.get(path)?.name ?? []].flat();
