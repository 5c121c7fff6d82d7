import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectReleasedBlobs } from '../../../../service/domain/upkeep/collect-blobs.ts';
import { purgeExpiredTrash } from '../../../../service/domain/upkeep/purge-expired.ts';
import { readStartConfig } from '../../../../service/options/config.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let service: TestService;
let ann: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService({ clock });
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

async function newFolder(parentId = '0', name = `folder ${++made}`): Promise<string> {
  return (await ann.post('/folders', { name, parent: { id: parentId } })).json.id;
}

async function newFile(parentId = '0', name = `file ${++made}`, content = 'content'): Promise<string> {
  const uploaded = await ann.upload({ name, parent: { id: parentId } }, content);
  return String(uploaded.json.entries[0]?.id);
}

async function blobCount(): Promise<number> {
  let count = 0;
  for await (const _blob of service.service.blobs.list()) count += 1;
  return count;
}

describe('the trash', () => {
  test('[3] a trashed file answers 200 as trashed, with the trash as its path; a restore brings it back', async () => {
    const id = await newFile('0', 'letter.txt', 'dear');
    expect((await ann.delete(`/files/${id}`)).status).toBe(204);
    const trashed = await ann.get(`/files/${id}`);
    expect(trashed.json).toMatchObject({ item_status: 'trashed', trashed_at: expect.any(String), shared_link: null });
    expect(trashed.json.path_collection.entries).toEqual([expect.objectContaining({ name: 'Trash', etag: null })]);
    expect((await ann.get(`/files/${id}/trash`)).json).toMatchObject({ id, item_status: 'trashed' });
    expect((await ann.delete(`/files/${id}`)).json.code).toBe('trashed');

    const restored = await ann.post(`/files/${id}`, {});
    expect(restored.status).toBe(201);
    expect(restored.json).toMatchObject({ id, item_status: 'active', trashed_at: null, purged_at: null });
    expect((await ann.download(id)).bytes.toString()).toBe('dear');
    const again = await ann.post(`/files/${id}`);
    expect([again.status, again.json.code]).toEqual([404, 'not_trashed']);
  });

  test('a delete with a known stream position is refused when an item below the folder changed since', async () => {
    const position = async (): Promise<string> =>
      String((await ann.get('/events?stream_position=now')).json.next_stream_position);
    const [folder, other] = [await newFolder(), await newFolder()];
    const inner = await newFolder(folder);
    const known = await newFile(inner);
    const trash = (at: string) => ann.delete(`/folders/${folder}?recursive=true&stream_position=${at}`);
    const refusedAt = async (at: string): Promise<void> => {
      const refused = await trash(at);
      expect([refused.status, refused.json.code]).toEqual([412, 'precondition_failed']);
    };

    const before = await position();
    await newFile(inner, 'late.txt', 'late');
    await refusedAt(before);
    const moved = await newFile(other);
    const beforeMove = await position();
    await ann.put(`/files/${moved}`, { parent: { id: inner } });
    await refusedAt(beforeMove);
    const beforeEdit = await position();
    await ann.upload({}, 'edited', `/files/${known}/content`);
    await refusedAt(beforeEdit);
    expect((await ann.get(`/folders/${folder}`)).json.item_status).toBe('active');

    // A position that was never given out, or is not one, is known for nothing.
    await refusedAt('9007199254740000');
    expect((await trash('x')).status).toBe(400);
    const after = await position();
    await newFile(other);
    expect((await trash(after)).status).toBe(204);
  });

  test('an item inside a trashed folder is neither listed nor restored on its own', async () => {
    const folder = await newFolder();
    const file = await newFile(folder);
    await ann.delete(`/folders/${folder}?recursive=true`);
    const listed = (await ann.get('/folders/trash/items?limit=1000')).json.entries.map((entry) => entry.id);
    expect(listed).toContain(folder);
    expect(listed).not.toContain(file);
    expect((await ann.get(`/files/${file}/trash`)).status).toBe(404);
    expect((await ann.get(`/folders/${folder}/trash`)).json).toMatchObject({ id: folder, item_status: 'trashed' });
    await ann.post(`/folders/${folder}`);
    expect((await ann.get(`/files/${file}`)).json.item_status).toBe('active');
  });

  test('a name that was taken meanwhile: 409, and a restore under another name', async () => {
    const id = await newFile('0', 'popular');
    await ann.delete(`/files/${id}`);
    await newFile('0', 'Popular');
    expect((await ann.post(`/files/${id}`)).json.code).toBe('item_name_in_use');
    expect((await ann.post(`/files/${id}`, { name: 'popular 2' })).json.name).toBe('popular 2');
  });

  test('the parent in a restore is used only when its own folder is gone', async () => {
    const [home, other] = [await newFolder(), await newFolder()];
    const file = await newFile(home);
    await ann.delete(`/files/${file}`);
    expect((await ann.post(`/files/${file}`, { parent: { id: other } })).json.parent.id).toBe(home);
    await ann.delete(`/files/${file}`);
    await ann.delete(`/folders/${home}?recursive=true`);
    expect((await ann.post(`/files/${file}`, { parent: { id: other } })).json.parent.id).toBe(other);
  });

  test('pages of the trash by offset and by marker', async () => {
    const ids = [await newFolder(), await newFolder(), await newFolder()];
    for (const id of ids) await ann.delete(`/folders/${id}`);
    const page = await ann.get('/folders/trash/items?limit=2');
    expect(page.json.entries).toHaveLength(2);
    expect(page.json.total_count).toBeGreaterThanOrEqual(3);
    const seen: string[] = [];
    for (let marker: string | null = '0'; marker !== null; ) {
      const next = await ann.get(`/folders/trash/items?usemarker=true&limit=2&marker=${encodeURIComponent(marker)}`);
      seen.push(...next.json.entries.map((entry) => entry.id));
      marker = next.json.next_marker;
    }
    for (const id of ids) expect(seen.filter((other) => other === id)).toEqual([id]);
    expect((await ann.get('/folders/trash/items?usemarker=true&sort=name')).json.code).toBe('invalid_parameter');
  });

  test('[3] a purge deletes permanently, gives the space back and drops the bytes', async () => {
    const folder = await newFolder();
    const file = await newFile(folder, 'gone', 'x'.repeat(1000));
    const before = (await ann.get('/users/me')).json as unknown as { space_used: number };
    const live = await ann.delete(`/folders/${folder}/trash`);
    expect([live.status, live.json.code]).toEqual([404, 'not_trashed']);
    await ann.delete(`/folders/${folder}?recursive=true`);
    const blobs = await blobCount();
    expect((await ann.delete(`/folders/${folder}/trash`)).status).toBe(204);
    for (const path of [`/folders/${folder}`, `/files/${file}`, `/folders/${folder}/trash`]) {
      const answer = await ann.get(path);
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
    }
    expect((await ann.get('/users/me')).json).toMatchObject({ space_used: before.space_used - 1000 });
    await collectReleasedBlobs(service.service, 0);
    expect(await blobCount()).toBe(blobs - 1);
  });

  test('the trash keeps items for 30 days', async () => {
    const id = await newFile();
    await ann.delete(`/files/${id}`);
    const { purged_at } = (await ann.get(`/files/${id}/trash`)).json as unknown as { purged_at: string };
    const days = (Date.parse(purged_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    await purgeExpiredTrash(service.service);
    expect((await ann.get(`/files/${id}`)).status).toBe(200);
    clock.ahead = 31 * 86_400_000;
    expect(await purgeExpiredTrash(service.service)).toBeGreaterThan(0);
    clock.ahead = 0;
    expect((await ann.get(`/files/${id}`)).status).toBe(404);
  });

  test('the trash keeps items for as many days as the operator chose', async () => {
    const start = Date.now();
    const later = { now: () => start };
    const { trashLifeMs } = readStartConfig({ 'trash-days': '90' });
    await using patient = await startTestService({ clock: later, config: { trashLifeMs } });
    const caller = callerOf(patient, patient.person.token);
    const { id } = (await caller.post('/folders', { name: 'kept', parent: { id: '0' } })).json;
    await caller.delete(`/folders/${id}`);
    const purgedBy = async (days: number) => {
      later.now = () => start + days * 86_400_000;
      return purgeExpiredTrash(patient.service);
    };
    expect([await purgedBy(31), await purgedBy(89), await purgedBy(91)]).toEqual([0, 0, 1]);
  });
});
