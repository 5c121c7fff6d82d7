import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatDigest } from '../../../../contract/rules/digest.ts';
import { dropExpiredSessions } from '../../../../service/domain/upkeep/purge-expired.ts';
import { eventually } from '../../../support/programs/processes.ts';
import { callerOf, type Seen, type ServiceCaller, sha1Of } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let service: TestService;
let ann: ServiceCaller;
let content: Buffer;

beforeAll(async () => {
  service = await startTestService({ clock });
  ann = callerOf(service, service.person.token);
  content = randomBytes(20_000_001);
});
afterAll(() => service.stop());

const uploads = () => `${service.uploadUrl}/files`;
const asJson = { 'content-type': 'application/json' };

async function create(body: object, path = '/upload_sessions') {
  return ann.send('POST', uploads() + path, JSON.stringify(body), asJson);
}

async function openSession(fileName: string): Promise<Seen> {
  const created = await create({ folder_id: '0', file_size: content.length, file_name: fileName });
  expect(created.status).toBe(201);
  return created.json;
}

function endpoint(session: Seen, name: string): string {
  const url = session.session_endpoints[name];
  if (url === undefined) throw new Error(`The session has no address "${name}".`);
  return url;
}

async function sendPart(session: Seen, index: number, bytes = content) {
  const offset = index * session.part_size;
  const part = bytes.subarray(offset, Math.min(offset + session.part_size, bytes.length));
  return ann.part(endpoint(session, 'upload_part'), part, offset, bytes.length);
}

async function sendAllParts(session: Seen, bytes = content): Promise<Seen[]> {
  const indexes = Array.from({ length: session.total_parts }, (_, index) => index);
  const answers = await Promise.all(indexes.reverse().map((index) => sendPart(session, index, bytes)));
  for (const answer of answers) expect(answer.status).toBe(200);
  return answers.map((answer) => answer.json.part).reverse();
}

async function commit(session: Seen, parts: readonly Seen[], headers: Record<string, string> = {}, attributes = {}) {
  const body = JSON.stringify({ parts, attributes });
  const digest = formatDigest(sha1Of(content));
  return ann.send('POST', endpoint(session, 'commit'), body, { ...asJson, digest, ...headers });
}

describe('upload sessions', () => {
  test('a session says its parts and the addresses of its operations', async () => {
    const session = await openSession('a.bin');
    expect(session).toMatchObject({
      type: 'upload_session',
      part_size: 8_388_608,
      total_parts: 3,
      num_parts_processed: 0,
    });
    const own = `${service.uploadUrl}/files/upload_sessions/${session.id}`;
    expect(session.session_endpoints).toEqual({
      upload_part: own,
      status: own,
      abort: own,
      commit: `${own}/commit`,
      list_parts: `${own}/parts`,
      log_event: `${own}/log`,
    });
    expect((await ann.send('GET', own)).json).toEqual(session);
  });

  test('[4.2] parts in any order, side by side, then a commit makes the file', async () => {
    const session = await openSession('b.bin');
    const parts = await sendAllParts(session);
    expect(parts.map((part) => part.sha1)).toContain(sha1Of(content.subarray(0, 8_388_608)));
    const listed = await ann.send('GET', endpoint(session, 'list_parts'));
    expect(listed.json).toMatchObject({ total_count: 3, offset: 0 });
    expect(listed.json.entries).toEqual(parts);
    const attributes = { content_modified_at: '2020-05-06T07:08:09Z', description: 'in parts' };
    const committed = await commit(session, parts, {}, attributes);
    expect(committed.status).toBe(201);
    expect(committed.json.total_count).toBe(1);
    expect(committed.json.entries[0]).toMatchObject({
      type: 'file',
      name: 'b.bin',
      size: content.length,
      sha1: sha1Of(content),
      content_modified_at: '2020-05-06T07:08:09.000Z',
      description: 'in parts',
    });
    const id = String(committed.json.entries[0]?.id);
    expect((await ann.download(id)).bytes.equals(content)).toBe(true);
    const part = await ann.download(id, { range: 'bytes=8388600-8388615' });
    expect(part.bytes.equals(content.subarray(8_388_600, 8_388_616))).toBe(true);

    const again = await commit(session, parts);
    expect([again.status, again.json.entries[0]?.id]).toEqual([201, id]);
    expect((await ann.send('DELETE', endpoint(session, 'abort'))).status).toBe(204);
    expect((await ann.get(`/files/${id}`)).status).toBe(200);
  });

  test('a part needs no type, and none but that of octets is taken', async () => {
    const session = await openSession('untyped.bin');
    const part = content.subarray(0, session.part_size);
    const send = async (headers: Record<string, string>) =>
      ann.send('PUT', endpoint(session, 'upload_part'), part, {
        digest: formatDigest(sha1Of(part)),
        'content-range': `bytes 0-${part.length - 1}/${content.length}`,
        ...headers,
      });
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const refused = await send({ 'content-type': type });
      expect([refused.status, refused.json.code]).toEqual([415, 'unsupported_media_type']);
    }
    const stored = await send({});
    expect([stored.status, stored.json.part?.sha1]).toEqual([200, sha1Of(part)]);
  });

  test('a new version by session: If-Match 412, If-None-Match 304, then 201 with a rename', async () => {
    const file = (await ann.upload({ name: 'c.bin', parent: { id: '0' } }, 'small')).json.entries[0];
    const created = await create(
      { file_size: content.length, file_name: 'c renamed.bin' },
      `/${file?.id}/upload_sessions`,
    );
    expect(created.status).toBe(201);
    const session = created.json;
    const parts = await sendAllParts(session);
    const changed = await commit(session, parts, { 'if-match': '5' });
    expect([changed.status, changed.json.code]).toEqual([412, 'precondition_failed']);
    expect((await commit(session, parts, { 'if-none-match': '0' })).status).toBe(304);
    const committed = await commit(session, parts, { 'if-match': '0' });
    expect(committed.status).toBe(201);
    expect(committed.json.entries[0]).toMatchObject({ id: file?.id, etag: '1', name: 'c renamed.bin' });
  });

  test('a part that is stored does not change: 416 with the part that is there', async () => {
    const session = await openSession('d.bin');
    const first = await sendPart(session, 0);
    const again = await sendPart(session, 0);
    expect([again.status, again.json.code]).toEqual([416, 'range_overlaps_existing_part']);
    expect(again.json.context_info.conflicting_part).toEqual(first.json.part);
  });

  test('a part with another digest than its bytes is refused, and is not stored', async () => {
    const session = await openSession('e.bin');
    const refused = await ann.send('PUT', endpoint(session, 'upload_part'), content.subarray(0, 8_388_608), {
      'content-type': 'application/octet-stream',
      digest: formatDigest(sha1Of('other')),
      'content-range': `bytes 0-8388607/${content.length}`,
    });
    expect([refused.status, refused.json.code]).toEqual([412, 'precondition_failed']);
    expect((await ann.send('GET', endpoint(session, 'list_parts'))).json.total_count).toBe(0);
  });

  test.each([
    ['not aligned', 1, 8_388_609, 20_000_001],
    ['too large', 0, 8_388_608, 20_000_001],
    ['too small', 0, 100, 20_000_001],
    ['of another whole', 0, 8_388_607, 30_000_000],
  ])('a range that is %s answers 416', async (_what, start, end, total) => {
    const session = await openSession(`range ${start}-${end}-${total}`);
    const refused = await ann.send('PUT', endpoint(session, 'upload_part'), Buffer.alloc(end - start + 1), {
      'content-type': 'application/octet-stream',
      digest: formatDigest(sha1Of(Buffer.alloc(end - start + 1))),
      'content-range': `bytes ${start}-${end}/${total}`,
    });
    expect([refused.status, refused.json.code]).toEqual([416, 'invalid_content_range']);
  });

  test('missing headers of a part are refused by name', async () => {
    const session = await openSession('f.bin');
    const refused = await ann.send('PUT', endpoint(session, 'upload_part'), Buffer.alloc(10), {
      'content-type': 'application/octet-stream',
    });
    expect(refused.status).toBe(400);
    expect(refused.json.context_info.errors.map((error) => error.name).sort()).toEqual(['content-range', 'digest']);
  });

  test('a commit without all parts answers 400 parts_mismatch; with a wrong digest 400 digest_mismatch', async () => {
    const session = await openSession('g.bin');
    const first = await sendPart(session, 0);
    const early = await commit(session, [first.json.part]);
    expect([early.status, early.json.code]).toEqual([400, 'parts_mismatch']);
    const rest = [await sendPart(session, 1), await sendPart(session, 2)];
    const parts = [first, ...rest].map((answer) => answer.json.part);
    const unlisted = await commit(session, parts.slice(0, 2));
    expect([unlisted.status, unlisted.json.code]).toEqual([400, 'parts_mismatch']);
    const wrong = await commit(session, parts, { digest: formatDigest(sha1Of('other')) });
    expect([wrong.status, wrong.json.code]).toEqual([400, 'digest_mismatch']);
    expect((await commit(session, parts)).status).toBe(201);
  });

  test('the name may be taken by the time of the commit: 409 with the file', async () => {
    const session = await openSession('h.bin');
    const parts = await sendAllParts(session);
    const other = (await ann.upload({ name: 'H.bin', parent: { id: '0' } }, 'faster')).json.entries[0];
    const refused = await commit(session, parts);
    expect([refused.status, refused.json.code]).toEqual([409, 'item_name_in_use']);
    expect(refused.json.context_info.conflicts).toMatchObject({ id: other?.id });
  });

  test('two commits at once make one file', async () => {
    const session = await openSession('i.bin');
    const parts = await sendAllParts(session);
    const [one, two] = await Promise.all([commit(session, parts), commit(session, parts)]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.json.entries[0]?.id).toBe(two.json.entries[0]?.id);
  });

  test('a commit that takes long answers 202 with Retry-After, and repeated gives the file', async () => {
    const impatient = await startTestService({ settings: { commitAnswerMs: 0 } });
    const caller = callerOf(impatient, impatient.person.token);
    const body = JSON.stringify({ folder_id: '0', file_size: content.length, file_name: 'slow.bin' });
    const url = `${impatient.uploadUrl}/files/upload_sessions`;
    const session = (await caller.send('POST', url, body, asJson)).json;
    const parts: Seen[] = [];
    for (let offset = 0; offset < content.length; offset += session.part_size) {
      const part = content.subarray(offset, offset + session.part_size);
      parts.push((await caller.part(endpoint(session, 'upload_part'), part, offset, content.length)).json.part);
    }
    const digest = formatDigest(sha1Of(content));
    const ask = () =>
      caller.send('POST', endpoint(session, 'commit'), JSON.stringify({ parts }), { ...asJson, digest });
    const first = await ask();
    expect([first.status, first.bytes.length]).toEqual([202, 0]);
    expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
    const done = await eventually('the commit ends', async () => {
      const again = await ask();
      return again.status === 201 ? again : null;
    });
    expect(done.json.entries[0]).toMatchObject({ name: 'slow.bin', sha1: sha1Of(content) });
    expect((await caller.get('/folders/0/items')).json.total_count).toBe(1);
    await impatient.stop();
  });

  test('after an abort the session no longer exists', async () => {
    const session = await openSession('j.bin');
    expect((await ann.send('DELETE', endpoint(session, 'abort'))).status).toBe(204);
    expect((await ann.send('GET', endpoint(session, 'status'))).status).toBe(404);
    expect((await sendPart(session, 0)).status).toBe(404);
  });

  test('what a client notes about a session is taken, whatever it is, and only of who created it', async () => {
    const session = await openSession('l.bin');
    const note = (caller: ServiceCaller, body?: string) =>
      caller.send('POST', endpoint(session, 'log_event'), body, { 'content-type': 'application/json' });
    expect((await note(ann, JSON.stringify({ event: 'upload_paused', at: 3 }))).status).toBe(204);
    expect((await note(ann)).status).toBe(204);
    const other = callerOf(service, (await service.addPerson('eve@example.com')).token);
    expect((await note(other, '{}')).status).toBe(403);
    expect((await ann.send('POST', `${service.uploadUrl}/files/upload_sessions/none/log`)).status).toBe(404);
  });

  test('only the person who created a session may use it', async () => {
    const session = await openSession('k.bin');
    const bob = callerOf(service, (await service.addPerson('bob@example.com')).token);
    const refused = await bob.send('GET', endpoint(session, 'status'));
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
  });

  test('[8] a file below 20,000,000 bytes is too small for a session', async () => {
    const refused = await create({ folder_id: '0', file_size: 19_999_999, file_name: 'small' });
    expect([refused.status, refused.json.code]).toEqual([400, 'file_size_too_small']);
  });

  test.each([
    [{ folder_id: '0', file_name: 'a' }, 'missing_file_size'],
    [{ folder_id: '0', file_size: 'x', file_name: 'a' }, 'invalid_file_size'],
    [{ folder_id: '0', file_size: 30_000_000 }, 'missing_file_name'],
    [{ folder_id: 'x', file_size: 30_000_000, file_name: 'a' }, 'invalid_folder_id'],
  ])('%j is refused with %s', async (body, code) => {
    const refused = await create(body);
    expect([refused.status, refused.json.code]).toEqual([400, code]);
  });

  test('a session lives 7 days: then 410, and the job drops it with its parts', async () => {
    const session = await openSession('l.bin');
    await sendPart(session, 0);
    const stranger = callerOf(service, (await service.addPerson('later@example.com')).token);
    const status = async () => (await stranger.send('GET', endpoint(session, 'status'))).status;
    expect(await status()).toBe(403);
    try {
      clock.ahead = 7 * 24 * 3600 * 1000 + 60_000;
      // Another process of the service may have dropped it already.
      await dropExpiredSessions(service.service);
      expect(await status()).toBe(404);
    } finally {
      clock.ahead = 0;
    }
  });

  test('its creator gets 410 session_expired after 7 days', async () => {
    const session = await openSession('m.bin');
    clock.ahead = 7 * 24 * 3600 * 1000 + 60_000;
    const expired = await ann.send('GET', endpoint(session, 'status'));
    clock.ahead = 0;
    expect([expired.status, expired.json.code]).toEqual([410, 'session_expired']);
  });
});
