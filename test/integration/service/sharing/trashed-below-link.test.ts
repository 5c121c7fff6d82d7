import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserOf } from '../../../support/browser/scripted-browser.ts';
import { linkHeader } from '../../../support/people/shared-by-link.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: ServiceCaller;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
  bob = callerOf(service, (await service.addPerson('bob@example.com', 'Bob')).token);
});
afterAll(() => service.stop());

let made = 0;
const name = () => `item ${++made}`;

/** A shared folder with a file and a bookmark, and another of each in a subfolder. */
async function newShared() {
  const folder = async (parent: string) => (await ann.post('/folders', { name: name(), parent: { id: parent } })).json;
  const bookmark = async (parent: string) => {
    return (await ann.post('/web_links', { url: 'https://example.com/', name: name(), parent: { id: parent } })).json;
  };
  const file = async (parent: string) => {
    const { json } = await ann.upload({ name: `${name()}.png`, parent: { id: parent } }, 'shared content');
    const [uploaded] = json.entries;
    if (!uploaded) throw new Error('The upload answered without an entry.');
    return uploaded;
  };
  const top = await folder('0');
  const sub = await folder(top.id);
  const shared = await ann.put(`/folders/${top.id}`, { shared_link: {} });
  const items = { file: await file(top.id), web: await bookmark(top.id), sub };
  return {
    top,
    url: shared.json.shared_link.url,
    items,
    below: { file: await file(sub.id), web: await bookmark(sub.id) },
  };
}

type Shared = Awaited<ReturnType<typeof newShared>>;

/** The status of each page and of each read through the link. */
async function statusesOf({ url, items, below }: Shared): Promise<Readonly<Record<string, number>>> {
  const visitor = browserOf(service.publicUrl);
  const found: Record<string, number> = {};
  const base = new URL(url).pathname;
  const pagesOf = (file: Seen, web: Seen) => [
    `file/${file.id}`,
    `preview/${file.id}`,
    `download/${file.id}`,
    `web/${web.id}`,
  ];
  const folderPages = [`folder/${items.sub.id}`, `zip/${items.sub.id}`];
  for (const page of [...pagesOf(items.file, items.web), ...pagesOf(below.file, below.web), ...folderPages]) {
    found[page] = (await visitor.get(`${base}/${page}`)).status;
  }
  const readsOf = (file: Seen, web: Seen) => [`/files/${file.id}`, `/files/${file.id}/content`, `/web_links/${web.id}`];
  const folderReads = [`/folders/${items.sub.id}`, `/folders/${items.sub.id}/items`];
  for (const read of [...readsOf(items.file, items.web), ...readsOf(below.file, below.web), ...folderReads]) {
    found[read] = (await bob.get(read, linkHeader(url))).status;
  }
  return found;
}

describe('trashed items below a shared folder', () => {
  test('is 404 on each page and in each read, and is back with a restore', async () => {
    const shared = await newShared();
    const { file, web, sub } = shared.items;
    const before = await statusesOf(shared);
    expect(new Set(Object.values(before))).toEqual(new Set([200, 302]));
    await ann.delete(`/files/${file.id}`);
    await ann.delete(`/web_links/${web.id}`);
    await ann.delete(`/folders/${sub.id}?recursive=true`);
    const trashed = await statusesOf(shared);
    expect(trashed).toEqual(Object.fromEntries(Object.keys(before).map((path) => [path, 404])));
    for (const path of [`/files/${file.id}`, `/web_links/${web.id}`, `/folders/${sub.id}`]) {
      expect([path, (await ann.post(path, {})).status]).toEqual([path, 201]);
    }
    expect(await statusesOf(shared)).toEqual(before);
  });

  test('stays visible to its owner, also through the link', async () => {
    const { items, below, url } = await newShared();
    await ann.delete(`/folders/${items.sub.id}?recursive=true`);
    const { status, json } = await ann.get(`/files/${below.file.id}`, linkHeader(url));
    expect([status, json.item_status]).toEqual([200, 'trashed']);
  });
});
