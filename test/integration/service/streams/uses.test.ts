import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: ServiceCaller;
let folder: string;

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };

beforeAll(async () => {
  service = await startTestService({ clock });
  ann = callerOf(service, service.person.token);
  bob = callerOf(service, (await service.addPerson('bob@example.com', 'Bob')).token);
  folder = (await ann.post('/folders', { name: 'shared', parent: { id: '0' } })).json.id;
  const accessible_by = { type: 'user', login: 'bob@example.com' };
  await ann.post('/collaborations', { item: { type: 'folder', id: folder }, role: 'viewer', accessible_by });
});
afterAll(() => service.stop());

let made = 0;
async function newFile(): Promise<string> {
  const uploaded = await ann.upload({ name: `file ${++made}`, parent: { id: folder } }, 'content');
  return String(uploaded.json.entries[0]?.id);
}

/** The events of the owner's stream `all` behind a position, once all uses are recorded. */
async function eventsSince(from: number, stream = 'all') {
  await service.service.uses.settled();
  const { entries } = (await ann.get(`/events?stream_type=${stream}&stream_position=${from}`)).json;
  return entries.map(({ event_type, source, created_by }) => [event_type, source.id, created_by.login]);
}
const once = (id: string) => ['ITEM_DOWNLOAD', id, 'bob@example.com'];
const now = async () => (await ann.get('/events?stream_position=now')).json.next_stream_position;

describe('downloads', () => {
  test('one event for one download, in the name of the downloader, however it is fetched', async () => {
    const id = await newFile();
    const from = await now();
    const redirect = await bob.get(`/files/${id}/content`);
    for (const range of ['bytes=0-2', 'bytes=3-']) {
      await bob.send('GET', String(redirect.headers['location']), undefined, { range });
    }
    await bob.get(`/files/${id}/content`, { prefer: 'return=representation' });
    expect(await eventsSince(from)).toEqual([once(id), once(id)]);
  });

  test('the later ranges of a download are part of the first', async () => {
    const id = await newFile();
    const from = await now();
    await bob.get(`/files/${id}/content`, { range: 'bytes=0-2', prefer: 'return=representation' });
    await bob.get(`/files/${id}/content`, { range: 'bytes=3-', prefer: 'return=representation' });
    await bob.get(`/files/${id}/content`, { range: 'bytes=3-' });
    expect(await eventsSince(from)).toEqual([once(id)]);
  });

  test('they are not changes: the change streams leave them out, and the item stays as it is', async () => {
    const id = await newFile();
    const from = await now();
    await bob.get(`/files/${id}/content`);
    expect(await eventsSince(from, 'changes')).toEqual([]);
    expect((await ann.get(`/files/${id}`)).json).toMatchObject({ etag: '0', sequence_id: '0' });
  });

  test('a download that is refused is none', async () => {
    const from = await now();
    expect((await bob.get('/files/999999/content')).status).toBe(404);
    expect(await eventsSince(from)).toEqual([]);
  });
});

describe('expiring_embed_link', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  interface EmbedLink {
    readonly url: string;
    readonly access_token: string;
    readonly expires_in: number;
    readonly token_type: string;
    readonly restricted_to: readonly unknown[];
  }

  async function embed(name: string, content: Buffer | string): Promise<EmbedLink & { readonly id: string }> {
    const uploaded = await ann.upload({ name, parent: { id: folder } }, content);
    const id = String(uploaded.json.entries[0]?.id);
    const { json } = await bob.get(`/files/${id}?fields=expiring_embed_link`);
    return { ...(json as unknown as { expiring_embed_link: EmbedLink }).expiring_embed_link, id };
  }
  const open = (url: string) => callerOf(service, null).send('GET', url);

  test('a URL with a token of its own, for a minute and for this file', async () => {
    const link = await embed('picture.png', png);
    expect(link).toMatchObject({ expires_in: 60, token_type: 'bearer' });
    expect(link.restricted_to).toEqual([
      {
        scope: 'item_preview',
        object: { id: link.id, type: 'file', etag: '0', sequence_id: '0', name: 'picture.png' },
      },
    ]);
    expect(link.url.endsWith(link.access_token)).toBe(true);
    const from = await now();
    const shown = await open(link.url);
    expect([shown.status, shown.headers['content-type'], shown.headers['content-disposition']]).toEqual([
      200,
      'image/png',
      'inline',
    ]);
    expect(shown.bytes.equals(png)).toBe(true);
    expect(shown.headers['content-security-policy']).toContain('frame-ancestors *');
    expect(shown.headers['x-frame-options']).toBeUndefined();
    expect(await eventsSince(from)).toEqual([['ITEM_PREVIEW', link.id, 'bob@example.com']]);
    clock.ahead = 61_000;
    expect((await open(link.url)).status).toBe(404);
    clock.ahead = 0;
  });

  test('a text is shown as text, whatever it contains; other kinds are not shown', async () => {
    const text = await open((await embed('script.html', '<script>alert(1)</script>')).url);
    expect(text.headers['content-type']).toContain('text/html');
    expect(text.bytes.toString()).toContain('&lt;script&gt;');
    expect(text.bytes.toString()).not.toContain('<script>alert');
    const other = await open((await embed('archive.bin', 'bytes')).url);
    expect(other.bytes.toString()).toContain('cannot show');
  });

  test('it shows nothing that its owner may no longer preview; an altered URL answers 404', async () => {
    const { id, url } = await embed('note.txt', 'note');
    expect((await open(`${url}x`)).status).toBe(404);
    await ann.delete(`/files/${id}`);
    expect((await open(url)).status).toBe(404);
  });

  test('it is not among the standard fields', async () => {
    expect((await ann.get(`/files/${await newFile()}`)).json).not.toHaveProperty('expiring_embed_link');
  });
});
