import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: ServiceCaller;
let bobId: string;
let favorites: string;

beforeAll(async () => {
  let now = Date.now();
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
});
