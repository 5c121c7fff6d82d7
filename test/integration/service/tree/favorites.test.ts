import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: ServiceCaller;
let bobId: string;
let favorites: string;
let now = 0;
const day = 24 * 3600 * 1000;

beforeAll(async () => {
  now = Date.now();
  service = await startTestService({ clock: { now: () => ++now } });
  ann = callerOf(service, service.person.token);
  const person = await service.addPerson('bob@example.com', 'Bob');
  bobId = person.id;
  bob = callerOf(service, person.token);
  favorites = String((await bob.get('/collections')).json.entries[0]?.id);
});
afterAll(() => service.stop());

let made = 0;
const newFolder = async (by: ServiceCaller, parent = '0') =>
  (await by.post('/folders', { name: `folder ${++made}`, parent: { id: parent } })).json.id;

async function addFavorite(id: string): Promise<string> {
  expect((await bob.put(`/folders/${id}`, { collections: [{ id: favorites }] })).status).toBe(200);
  return id;
}

/** Favorites of Bob, the first of them added last; every second one is out of reach: unshared, or below a folder in the trash. */
async function newFavorites(): Promise<readonly string[]> {
  const [shared, above] = [await newFolder(ann), await newFolder(bob)];
  const body = { item: { type: 'folder', id: shared }, accessible_by: { type: 'user', id: bobId }, role: 'editor' };
  const invited = (await ann.post('/collaborations', body)).json;
  const kept: string[] = [];
  for (const by of [ann, bob, ann, bob]) {
    kept.unshift(await addFavorite(await newFolder(bob)));
    await addFavorite(await newFolder(by, by === ann ? shared : above));
  }
  await ann.delete(`/collaborations/${invited.id}`);
  await bob.delete(`/folders/${above}?recursive=true`);
  return kept;
}

/** Favorites of Bob in the order in which he added them: within his reach in each way that there is, or no longer. */
async function newFavoritesOfAllKinds() {
  const group = (await ann.post('/groups', { name: 'Crew' })).json.id;
  await ann.post('/group_memberships', { user: { id: bobId }, group: { id: group } });
  const share = async (id: string, accessible_by: object, more: object = {}) => {
    const item = { type: 'folder', id };
    return (await ann.post('/collaborations', { item, accessible_by, role: 'viewer', ...more })).json.id;
  };
  const toBob = { type: 'user', id: bobId };
  const [own, top] = [await newFolder(bob), await newFolder(bob)];
  const [direct, ofGroup, expiring] = [await newFolder(ann), await newFolder(ann), await newFolder(ann)];
  await share(direct, toBob);
  await share(ofGroup, { type: 'group', id: group });
  await share(expiring, toBob, { expires_at: new Date(now + day).toISOString() });
  const inside = [await newFolder(bob, await newFolder(bob, own))];
  for (const parent of [direct, ofGroup, expiring]) inside.push(await newFolder(ann, parent));
  const [trashed, purged] = [await newFolder(bob, own), await newFolder(bob, own)];
  const inPurged = await newFolder(bob, purged);
  const all = [own, ...inside, direct, trashed, inPurged, top];
  for (const id of all) await addFavorite(id);
  await bob.delete(`/folders/${trashed}`);
  await bob.delete(`/folders/${purged}?recursive=true`);
  await bob.delete(`/folders/${purged}/trash`);
  now += 2 * day;
  return all;
}

const page = async (offset: number, limit: number): Promise<Seen> =>
  (await bob.get(`/collections/${favorites}/items?offset=${offset}&limit=${limit}`)).json;

describe('Favorites of which some are out of reach', () => {
  test('have full pages, an exact count, and each item once', async () => {
    const kept = await newFavorites();
    const ids = (seen: Seen) => seen.entries.map(({ id }) => id);
    const pages = [await page(0, 2), await page(2, 2), await page(4, 2)];
    expect(pages.map(ids)).toEqual([kept.slice(0, 2), kept.slice(2), []]);
    expect(pages.map(({ total_count }) => total_count)).toEqual([4, 4, 4]);
    expect(ids(await page(0, 1000))).toEqual(kept);
    expect(ids(await page(3, 1))).toEqual(kept.slice(3));
  });

  test('are exactly those that a request for the item finds, whatever gives access', async () => {
    const all = await newFavoritesOfAllKinds();
    const found: string[] = [];
    for (const id of all) if ((await bob.get(`/folders/${id}`)).status === 200) found.push(id);
    expect(found).toHaveLength(6);
    const { entries, total_count } = await page(0, 1000);
    expect(total_count).toBe(entries.length);
    const ids = entries.map(({ id }) => id);
    expect(ids.filter((id) => all.includes(id)).toReversed()).toEqual(found);
    const parts = [...(await page(0, 3)).entries, ...(await page(3, 1000)).entries];
    expect(parts.map(({ id }) => id)).toEqual(ids);
  });
});
