import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireSharedLinks } from '../../../../service/domain/tree/shared-links/expire-shared-links.ts';
import { linkedItems, linkHeader } from '../../../support/people/shared-by-link.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let bob: TestPerson;
let ann: ServiceCaller;
let asBob: ServiceCaller;
let passedMs = 0;
let made = 0;

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => Date.now() + passedMs } });
  bob = await service.addPerson('bob@example.com', 'Bob');
  ann = callerOf(service, service.person.token);
  asBob = callerOf(service, bob.token);
});
afterAll(() => service.stop());

const { newFolder, newFile, newWebLink, share } = linkedItems(() => ann);

const inDays = (days: number) => new Date(Date.now() + passedMs + days * 24 * 3600 * 1000).toISOString();

describe('the life of a shared link', () => {
  test('original shared link becomes active again: a trashed web link has none, restored it has the same', async () => {
    const web = await newWebLink();
    const { url } = (await ann.put(`/web_links/${web.id}`, { shared_link: {} })).json.shared_link;
    await ann.delete(`/web_links/${web.id}`);
    expect((await ann.get(`/web_links/${web.id}/trash`)).json.shared_link).toBeNull();
    expect((await asBob.get('/shared_items', linkHeader(url))).status).toBe(404);
    const restored = await ann.put(`/web_links/${web.id}`, {});
    expect(restored.json).toMatchObject({ id: web.id, shared_link: null });
    expect((await ann.get(`/web_links/${web.id}`)).json.shared_link.url).toBe(url);
    expect((await asBob.get('/shared_items', linkHeader(url))).json.id).toBe(web.id);
  });

  test('a file below a trashed folder is not shared while it is there', async () => {
    const folder = await newFolder();
    const file = await newFile(folder.id);
    const { url } = (await share(file, {})).json.shared_link;
    await ann.delete(`/folders/${folder.id}?recursive=true`);
    expect((await asBob.get('/shared_items', linkHeader(url))).status).toBe(404);
    await ann.post(`/folders/${folder.id}`, {});
    expect((await asBob.get('/shared_items', linkHeader(url))).status).toBe(200);
  });

  test('the moment unshared_at ends it, and the job removes it and says so', async () => {
    const file = await newFile();
    const { url } = (await share(file, { unshared_at: inDays(1) })).json.shared_link;
    const bystander = (await share(await newFile(), { unshared_at: inDays(9) })).json.shared_link;
    passedMs += 25 * 3600 * 1000;
    expect((await asBob.get('/shared_items', linkHeader(url))).status).toBe(404);
    expect((await ann.get(`/files/${file.id}`)).json.shared_link).toBeNull();
    expect(await expireSharedLinks(service.service)).toBe(1);
    expect(await expireSharedLinks(service.service)).toBe(0);
    expect((await asBob.get('/shared_items', linkHeader(bystander.url))).status).toBe(200);
    const events = (await ann.get('/events?stream_position=0&limit=500')).json.entries;
    const ends = events.filter(
      ({ event_type, source }) => event_type === 'ITEM_SHARED_UNSHARE' && source.id === file.id,
    );
    expect(ends).toHaveLength(1);
    const log = (await ann.get('/events?stream_type=admin_logs&event_type=SHARE_EXPIRATION')).json.entries;
    expect(log.map(({ source }) => (source as Seen & { item_id: string }).item_id)).toContain(file.id);
  });

  test('the link of a person whose account is closed opens nothing', async () => {
    const carol = await service.addPerson(`carol${++made}@example.com`);
    const asCarol = callerOf(service, carol.token);
    const folder = (await asCarol.post('/folders', { name: 'hers', parent: { id: '0' } })).json;
    const { url } = (await asCarol.put(`/folders/${folder.id}`, { shared_link: {} })).json.shared_link;
    expect((await asBob.get('/shared_items', linkHeader(url))).status).toBe(200);
    await service.service.store.transaction(({ users }) => users.update(carol.id, { status: 'inactive' }));
    expect((await asBob.get('/shared_items', linkHeader(url))).status).toBe(404);
  });

  test('a link that a collaborator made opens nothing once the account of the owner is closed', async () => {
    const owner = await service.addPerson(`owner${++made}@example.com`);
    const asOwner = callerOf(service, owner.token);
    const folder = (await asOwner.post('/folders', { name: 'hers', parent: { id: '0' } })).json;
    const invitation = await asOwner.post('/collaborations', {
      item: { type: 'folder', id: folder.id },
      accessible_by: { type: 'user', login: bob.login },
      role: 'co-owner',
    });
    expect(invitation.status).toBe(201);
    const { url } = (await asBob.put(`/folders/${folder.id}`, { shared_link: {} })).json.shared_link;
    expect((await ann.get('/shared_items', linkHeader(url))).status).toBe(200);
    await service.service.store.transaction(({ users }) => users.update(owner.id, { status: 'inactive' }));
    expect((await ann.get('/shared_items', linkHeader(url))).status).toBe(404);
  });

  test('making, changing and removing it are events of the item; purging the item takes the link along', async () => {
    const file = await newFile();
    const { url } = (await share(file, {})).json.shared_link;
    await share(file, { access: 'company' });
    await share(file, null);
    await share(file, {});
    const events = (await ann.get('/events?stream_position=0&limit=500')).json.entries;
    const ofFile = events.filter(({ source }) => source.id === file.id).map(({ event_type }) => event_type);
    expect(ofFile).toEqual([
      'ITEM_UPLOAD',
      'ITEM_SHARED_CREATE',
      'ITEM_SHARED_UPDATE',
      'ITEM_SHARED_UNSHARE',
      'ITEM_SHARED_CREATE',
    ]);
    await ann.delete(`/files/${file.id}`);
    expect((await ann.delete(`/files/${file.id}/trash`)).status).toBe(204);
    const other = await newFile();
    await share(other, {});
    await share(other, { unshared_at: inDays(3) });
    const log = await ann.get(
      '/events?stream_type=admin_logs&event_type=SHARE,UNSHARE,UPDATE_SHARE_EXPIRATION&limit=500',
    );
    const types = new Set(log.json.entries.map(({ event_type }) => event_type));
    expect(types).toEqual(new Set(['SHARE', 'UNSHARE', 'UPDATE_SHARE_EXPIRATION']));
    expect((await asBob.get('/shared_items', linkHeader(url))).status).toBe(404);
  });
});
