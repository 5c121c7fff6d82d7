import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../../contract/rules/limits.ts';
import { dropExpiredRecords } from '../../../../service/domain/upkeep/purge-expired.ts';
import { zipEntries } from '../../../support/files/zip-entries.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: ServiceCaller;
let nobody: ServiceCaller;
let made = 0;

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };

beforeAll(async () => {
  service = await startTestService({ clock, settings: { zipDownloads: { mostFiles: 20, mostItems: 40 } } });
  ann = callerOf(service, service.person.token);
  bob = callerOf(service, (await service.addPerson('bob@example.com', 'Bob')).token);
  nobody = callerOf(service, null);
});
afterAll(() => service.stop());

type Item = { readonly type: 'file' | 'folder'; readonly id: string };

async function newFolder(name = `folder ${++made}`, parent = '0'): Promise<Item> {
  return { type: 'folder', id: (await ann.post('/folders', { name, parent: { id: parent } })).json.id };
}

async function newFile(parent: Item, name: string, content: string | Buffer = name): Promise<Item> {
  const date = { content_modified_at: '2026-03-04T10:20:00Z' };
  const uploaded = await ann.upload({ name, parent: { id: parent.id }, ...date }, content);
  return { type: 'file', id: String(uploaded.json.entries[0]?.id) };
}

async function shareWithBob(item: Item, role = 'viewer'): Promise<void> {
  await ann.post('/collaborations', { item, role, accessible_by: { type: 'user', login: 'bob@example.com' } });
}

const create = async (caller: ServiceCaller, items: readonly Item[], more: object = {}) =>
  caller.post('/zip_downloads', { items, ...more });

/** Downloads without a token, and reads the archive, whose checksums are verified. */
async function fetchZip(url: string) {
  const { status, headers, bytes, json } = await nobody.send('GET', url);
  if (status !== 200) return { status, code: json.code, headers, texts: {} };
  const found = zipEntries(bytes);
  const texts = Object.fromEntries(found.map((entry) => [entry.path, entry.text]));
  expect(Object.keys(texts)).toHaveLength(found.length);
  return { status, code: null, headers, texts };
}

async function zipOf(caller: ServiceCaller, items: readonly Item[], more: object = {}) {
  const { status, json } = await create(caller, items, more);
  expect(status).toBe(202);
  return { created: json, ...(await fetchZip(json.download_url)) };
}

const statusOf = async (caller: ServiceCaller, url: string) => {
  const { status, json } = await caller.send('GET', url);
  if (status !== 200) return json.code;
  const { total_file_count, downloaded_file_count, skipped_file_count, skipped_folder_count, state } = json;
  return [state, total_file_count, downloaded_file_count, skipped_file_count, skipped_folder_count];
};

describe('a ZIP download', () => {
  test('contains files and folders with their times, empty folders too, and leaves web links out', async () => {
    const folder = await newFolder('Parcel');
    const inner = await newFolder('Inner', folder.id);
    await newFolder('Void', folder.id);
    await newFile(inner, 'größe.txt', 'deep');
    await newFile(folder, 'empty.txt', '');
    await ann.post('/web_links', { url: 'https://example.com/', name: 'link', parent: { id: folder.id } });
    const beside = await newFile(await newFolder(), 'beside.txt');
    const before = await create(ann, [folder, beside], { download_file_name: 'Für „alle“' });
    expect(await statusOf(ann, before.json.status_url)).toBe('not_found');
    const zip = await zipOf(ann, [folder, beside], { download_file_name: "Für 'alle'" });
    expect(zip.texts).toEqual({
      'Parcel/Inner/größe.txt': 'deep',
      'Parcel/Void/': '',
      'Parcel/empty.txt': '',
      'beside.txt': 'beside.txt',
    });
    expect(zip.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': "attachment; filename*=UTF-8''F%C3%BCr%20%27alle%27.zip",
    });
    expect(await statusOf(ann, zip.created.status_url)).toEqual(['succeeded', 3, 3, 0, 0]);
    expect(await statusOf(bob, zip.created.status_url)).toBe('not_found');
    clock.ahead += limits.zipDownloadStatusLifeMs;
    expect(await statusOf(ann, zip.created.status_url)).toBe('not_found');
    clock.ahead += 1;
    expect(await dropExpiredRecords(service.service)).toBeGreaterThan(0);
    const [, id = ''] = /zip_downloads\/(\w+)/.exec(zip.created.status_url) ?? [];
    expect(await service.service.store.read(({ zipDownloads }) => zipDownloads.get(id))).toBeNull();
  });

  test('is called like its only item, unless the request names it, with one extension', async () => {
    const [folder, other] = [await newFolder('Letters'), await newFolder()];
    const nameOf = async (items: readonly Item[], more: object = {}) =>
      String((await zipOf(ann, items, more)).headers['content-disposition']).split("''")[1];
    expect(await nameOf([folder])).toBe('Letters.zip');
    expect(await nameOf([folder, other])).toBe('Files.zip');
    expect(await nameOf([folder], { download_file_name: 'a/../b.zip' })).toBe('a_.._b.zip');
  });

  test('gives items with the same name others, and reports both names', async () => {
    const [one, two] = [await newFolder(), await newFolder()];
    const files = [await newFile(one, 'Plan.txt', '1'), await newFile(two, 'plan.TXT', '2')];
    const { created, texts } = await zipOf(ann, [...files, ...files]);
    expect(texts).toEqual({ 'Plan.txt': '1', 'plan (2).TXT': '2' });
    expect(created.name_conflicts).toEqual([
      [
        { ...files[0], original_name: 'Plan.txt', download_name: 'Plan.txt' },
        { ...files[1], original_name: 'plan.TXT', download_name: 'plan (2).TXT' },
      ],
    ]);
  });

  test('works once, for 15 minutes, and only with an unchanged URL', async () => {
    const folder = await newFolder();
    const { json } = await create(ann, [folder]);
    expect((await nobody.send('HEAD', json.download_url)).status).not.toBe(200);
    expect((await fetchZip(`${json.download_url.slice(0, -2)}AA`)).code).toBe('not_found');
    const both = await Promise.all([fetchZip(json.download_url), fetchZip(json.download_url)]);
    expect(both.map(({ code }) => String(code)).toSorted()).toEqual(['not_found', 'null']);
    expect((await fetchZip(json.download_url)).code).toBe('not_found');
    const late = await create(ann, [folder]);
    expect(Date.parse(late.json.expires_at) - clock.now()).toBeLessThanOrEqual(limits.downloadUrlLifeMs);
    clock.ahead += limits.downloadUrlLifeMs;
    expect((await fetchZip(late.json.download_url)).code).toBe('not_found');
  });

  test('an item that the caller may not download is refused, as are the root and a request for nothing', async () => {
    const [hidden, shown] = [await newFolder(), await newFolder()];
    await shareWithBob(shown, 'previewer');
    const codeOf = async (items: readonly Item[]) => (await create(bob, items)).json.code;
    expect(await codeOf([hidden])).toBe('not_found');
    expect(await codeOf([shown])).toBe('access_denied_insufficient_permissions');
    expect(await codeOf([await newFile(shown, 'a.txt')])).toBe('access_denied_insufficient_permissions');
    expect(await codeOf([{ type: 'folder', id: '0' }])).toBe('bad_request');
    expect(await codeOf([])).toBe('bad_request');
    expect((await nobody.post('/zip_downloads', { items: [shown] })).status).toBe(401);
  });

  test('leaves out and counts what may not be downloaded or has gone since the request', async () => {
    const folder = await newFolder('Shared');
    const [locked, gone, lost] = [
      await newFile(folder, 'locked.txt'),
      await newFile(folder, 'gone.txt'),
      await newFile(folder, 'lost.txt', Buffer.alloc(100_000, 'x')),
    ];
    await newFile(folder, 'open.txt');
    const other = await newFolder();
    await Promise.all([shareWithBob(folder), shareWithBob(other)]);
    await ann.put(`/files/${locked.id}`, { lock: { type: 'lock', is_download_prevented: true } });
    const { json } = await create(bob, [folder, other, gone]);
    await ann.delete(`/folders/${other.id}`);
    await ann.delete(`/files/${gone.id}`);
    await ann.delete(`/files/${gone.id}/trash`);
    await loseContent(lost.id);
    const zip = await fetchZip(json.download_url);
    expect(zip.texts).toEqual({ 'Shared/open.txt': 'open.txt' });
    expect(await statusOf(bob, json.status_url)).toEqual(['succeeded', 4, 1, 3, 1]);
  });

  test('leaves out and counts what is too deep for a disk', async () => {
    const top = await newFolder('Deep');
    let folder = top;
    for (let depth = 1; depth <= 18; depth += 1) {
      folder = await newFolder('x'.repeat(255), folder.id);
      if (depth > 15) await newFile(folder, `at ${depth}.txt`);
    }
    const { created, texts } = await zipOf(ann, [top]);
    expect(Object.values(texts)).toEqual(['at 16.txt']);
    expect(Math.max(...Object.keys(texts).map((path) => path.length))).toBeLessThanOrEqual(limits.zipDownloadPathBytes);
    expect(await statusOf(ann, created.status_url)).toEqual(['succeeded', 3, 1, 2, 2]);
  });

  test('is refused when nothing of it is left, and after its creator has lost access', async () => {
    const folder = await newFolder();
    await newFile(folder, 'a.txt');
    const carol = await service.addPerson(`carol${++made}@example.com`);
    const accessible_by = { type: 'user', login: carol.login };
    const { json } = await ann.post('/collaborations', { item: folder, role: 'viewer', accessible_by });
    const created = await create(callerOf(service, carol.token), [folder]);
    await ann.delete(`/collaborations/${json.id}`);
    expect((await fetchZip(created.json.download_url)).code).toBe('not_found');
    const deactivated = await create(ann, [folder]);
    await service.service.store.transaction(({ users }) => users.update(service.person.id, { status: 'inactive' }));
    expect((await fetchZip(deactivated.json.download_url)).code).toBe('not_found');
    await service.service.store.transaction(({ users }) => users.update(service.person.id, { status: 'active' }));
  });

  test('records each file and requested folder as a download by its creator', async () => {
    const folder = await newFolder();
    const files = [await newFile(folder, 'a.txt'), await newFile(folder, 'b.txt')];
    await shareWithBob(folder);
    const from = (await ann.get('/events?stream_position=now')).json.next_stream_position;
    await zipOf(bob, [folder]);
    await service.service.uses.settled();
    const { entries } = (await ann.get(`/events?stream_type=all&stream_position=${from}`)).json;
    const downloads = entries.filter(({ event_type }) => event_type === 'ITEM_DOWNLOAD');
    expect(downloads.map(({ source, created_by }) => [source.id, created_by.login])).toEqual(
      [folder, ...files].map(({ id }) => [id, 'bob@example.com']),
    );
  });

  test('through a shared link has its rights, counts its files, and ends with it', async () => {
    const folder = await newFolder('Linked');
    await newFile(folder, 'a.txt');
    const { shared_link } = (await ann.put(`/folders/${folder.id}?fields=shared_link`, { shared_link: {} })).json;
    const svcapi = { svcapi: `shared_link=${shared_link.url}` };
    const outsider = callerOf(service, (await service.addPerson(`dora${++made}@example.com`)).token);
    expect((await outsider.post('/zip_downloads', { items: [folder] })).json.code).toBe('not_found');
    const [first, second] = [
      await outsider.post('/zip_downloads', { items: [folder] }, svcapi),
      await outsider.post('/zip_downloads', { items: [folder] }, svcapi),
    ];
    expect((await fetchZip(first.json.download_url)).texts).toEqual({ 'Linked/a.txt': 'a.txt' });
    const counted = await ann.get(`/folders/${folder.id}?fields=shared_link`);
    expect(counted.json.shared_link).toMatchObject({ download_count: 1 });
    await ann.put(`/folders/${folder.id}`, { shared_link: null });
    expect((await fetchZip(second.json.download_url)).code).toBe('not_found');
  });

  test('the public page of a shared folder offers it and those below, to visitors who may download', async () => {
    const top = await newFolder('Holiday');
    const below = await newFolder('Summer', top.id);
    await newFile(below, 'sun.txt', 'sun');
    const share = async (shared_link: object) =>
      (await ann.put(`/folders/${top.id}?fields=shared_link`, { shared_link })).json.shared_link;
    const link = (await share({})).url;
    const { pathname } = new URL(link);
    const page = async () => (await nobody.send('GET', link)).bytes.toString();
    expect(await page()).toContain(`href="${pathname}/zip/${top.id}">Download as ZIP</a>`);
    expect((await fetchZip(`${link}/zip/${top.id}`)).texts).toEqual({ 'Holiday/Summer/sun.txt': 'sun' });
    expect((await fetchZip(`${link}/zip/${below.id}`)).texts).toEqual({ 'Summer/sun.txt': 'sun' });
    const counted = await ann.get(`/folders/${top.id}?fields=shared_link`);
    expect(counted.json.shared_link).toMatchObject({ download_count: 2 });
    expect((await fetchZip(`${link}/zip/${(await newFolder()).id}`)).status).toBe(404);
    await share({ permissions: { can_download: false } });
    expect(await page()).not.toContain('Download as ZIP');
    expect((await fetchZip(`${link}/zip/${top.id}`)).status).toBe(403);
  });

  test('refuses more files, items or bytes than it may have', async () => {
    const [full, wide] = [await newFolder(), await newFolder()];
    for (let index = 0; index < 20; index += 1) await newFile(full, `file ${index}`);
    for (let index = 0; index < 40; index += 1) await newFolder(`folder ${index}`, wide.id);
    const extra = await newFile(await newFolder(), 'extra.txt');
    const { json } = await create(ann, [full]);
    expect((await create(ann, [full, extra])).json.code).toBe('zip_download_file_count_exceeded_limit');
    expect((await create(ann, [wide])).json.code).toBe('zip_download_file_count_exceeded_limit');
    await newFile(full, 'one more');
    expect((await fetchZip(json.download_url)).code).toBe('zip_download_file_count_exceeded_limit');
    expect((await statusOf(ann, json.status_url))?.[0]).toBe('failed');
    await service.service.store.transaction(({ users }) => users.update(service.person.id, { maxUploadBytes: 8 }));
    expect((await create(ann, [extra])).json.code).toBe('zip_download_pre_compressed_bytes_exceeded_limit');
    await service.service.store.transaction(({ users }) => users.update(service.person.id, { maxUploadBytes: null }));
  });
});

/** Removes the bytes of a file from the store, as damage of the disk would. */
async function loseContent(fileId: string): Promise<void> {
  const { store, blobs } = service.service;
  const version = await store.read(async ({ items, versions }) => {
    const item = await items.get(fileId);
    return item?.kind === 'file' ? versions.get(item.versionId) : null;
  });
  await blobs.delete(version?.blobId ?? '');
}
