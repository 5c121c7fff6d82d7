import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipEntries } from '../../../support/files/zip-entries.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { sha1Of } from '../../../support/service/domain-world.ts';
import { startSingleService, type TestService } from '../../../support/service/service.ts';

/* One content that a readable disk fails to read is unavailable for now: nothing says that it is damaged. */

let service: TestService;
let ann: ServiceCaller;
const lines: string[] = [];
beforeAll(async () => {
  const log = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  service = await startSingleService({ log: pino({ level: 'error' }, log) });
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

/** Above the size of contents that share a pack. */
const text = (name: string): string => name.padEnd(100_000, '.');

/** Uploads a file whose content cannot be read afterwards: a folder in place of a file fails every read, whoever runs the test. */
async function putUnreadable(name: string): Promise<{ readonly id: string; readonly sha1: string }> {
  const uploaded = await ann.upload({ name, parent: { id: '0' } }, text(name));
  const { id, sha1 } = uploaded.json.entries[0] ?? { id: '', sha1: '' };
  const versions = await service.service.store.read(async (reads) => reads.versions.listAfter('0', 1_000));
  const blobId = versions.find(({ fileId }) => fileId === String(id))?.blobId ?? '';
  const contents = path.join(service.dataDirectory, 'blobs');
  const file = path.join(contents, blobId.slice(0, 2), blobId);
  expect(await readdir(path.dirname(file))).toContain(blobId);
  await rm(file);
  await mkdir(file);
  return { id: String(id), sha1: String(sha1) };
}

async function unreadableCount(): Promise<number> {
  const scraped = await (await fetch(`${service.publicUrl}/metrics`)).text();
  return Number(/^tandem_contents_unreadable_total\{fault="unreadable"\} (\d+)$/m.exec(scraped)?.[1] ?? 0);
}

test('each way to it answers that it is unavailable, and when to retry; the log names the file and its digest', async () => {
  const { id, sha1 } = await putUnreadable('broken.png');
  const versionId = (await ann.get(`/files/${id}?fields=file_version`)).json.file_version.id;
  const shared = await ann.put(`/files/${id}?fields=shared_link`, { shared_link: { access: 'open' } });
  const embedded = await ann.get(`/files/${id}?fields=expiring_embed_link`);
  const token = { authorization: `Bearer ${service.person.token}` };
  const ways: readonly (readonly [string, Record<string, string>])[] = [
    [`${service.baseUrl}/files/${id}/content`, token],
    [`${service.baseUrl}/files/${id}/content?version=${versionId}`, token],
    [`${service.baseUrl}/files/${id}/content`, { ...token, prefer: 'return=representation' }],
    [`${service.baseUrl}/files/${id}/content`, { ...token, range: 'bytes=10-20' }],
    [`${service.baseUrl}/files/${id}/thumbnail.png`, token],
    [shared.json.shared_link.download_url, {}],
    [`${shared.json.shared_link.url}/preview/${id}`, {}],
    [embedded.json.expiring_embed_link.url, {}],
  ];
  for (const [way, headers] of ways) {
    lines.length = 0;
    const before = await unreadableCount();
    const answer = await fetch(way, { headers });
    expect([way, answer.status, answer.headers.get('retry-after')]).toEqual([way, 503, '60']);
    expect(answer.headers.get('etag')).toBeNull();
    expect(await answer.text()).toContain('The service cannot read this content at the moment.');
    const logged = lines.filter((line) => line.includes('"fault":"unreadable"'));
    expect([way, logged.length]).toEqual([way, 1]);
    expect(JSON.parse(logged[0] ?? '{}')).toMatchObject({ fileId: id, sha1: sha1Of(text('broken.png')) });
    expect((await unreadableCount()) - before).toBe(1);
  }
  expect(sha1).toBe(sha1Of(text('broken.png')));
  const { status, json } = await ann.get(`/files/${id}`);
  expect([status, json.sha1]).toEqual([200, sha1]);
});

test('its entry in a batch of downloads is unavailable, and the others arrive', async () => {
  const { id } = await putUnreadable('broken too');
  const sound = await ann.upload({ name: 'sound', parent: { id: '0' } }, 'sound');
  const { json } = await ann.get(`/files/content?files=${id},${String(sound.json.entries[0]?.id)}`);
  expect(json.entries).toMatchObject([{ status: 503, error: { code: 'content_unavailable' } }, { status: 200 }]);
});

test('an archive leaves it out and counts it, and the log names it', async () => {
  const { id } = await putUnreadable('broken in an archive');
  const sound = await ann.upload({ name: 'sound in an archive', parent: { id: '0' } }, 'sound');
  lines.length = 0;
  const items = [id, String(sound.json.entries[0]?.id)].map((each) => ({ type: 'file', id: each }));
  const { json } = await ann.post('/zip_downloads', { items });
  const archive = Buffer.from(await (await fetch(json.download_url)).arrayBuffer());
  expect(zipEntries(archive).map((entry) => entry.text)).toEqual(['sound']);
  expect((await ann.get(new URL(json.status_url).pathname.replace('/2.0', ''))).json).toMatchObject({
    state: 'succeeded',
    skipped_file_count: 1,
  });
  expect(lines.filter((line) => line.includes(`"fileId":"${id}"`))).toHaveLength(1);
});
