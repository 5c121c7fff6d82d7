import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../../contract/rules/limits.ts';
import {
  callerOf,
  multipartBody,
  type ServiceCaller,
  sha1Of,
} from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService({ settings: { singleUploadBytes: 1_000_000 } });
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

async function newFolder(): Promise<string> {
  return (await ann.post('/folders', { name: `folder ${++made}`, parent: { id: '0' } })).json.id;
}

async function newFile(content: Buffer | string = 'content', name = `file ${++made}.txt`, parentId = '0') {
  const uploaded = await ann.upload({ name, parent: { id: parentId } }, content);
  expect(uploaded.status).toBe(201);
  const [file] = uploaded.json.entries;
  if (!file) throw new Error('The upload answered no file.');
  return file;
}

describe('upload', () => {
  test('answers 201 with the file in full, and the bytes come back as they were', async () => {
    const content = randomBytes(300_000);
    const attributes = {
      name: 'photo.raw',
      parent: { id: '0' },
      content_created_at: '2020-01-02T03:04:05+01:00',
      content_modified_at: '2021-01-02T03:04:05Z',
    };
    const uploaded = await ann.upload(attributes, content);
    expect(uploaded.status).toBe(201);
    expect(uploaded.json.total_count).toBe(1);
    expect(uploaded.json.entries[0]).toMatchObject({
      type: 'file',
      name: 'photo.raw',
      size: 300_000,
      sha1: sha1Of(content),
      etag: '0',
      sequence_id: '0',
      item_status: 'active',
      content_created_at: '2020-01-02T02:04:05.000Z',
      content_modified_at: '2021-01-02T03:04:05.000Z',
      file_version: { type: 'file_version', sha1: sha1Of(content) },
      parent: { id: '0' },
    });
    expect((await ann.download(String(uploaded.json.entries[0]?.id))).bytes.equals(content)).toBe(true);
  });

  test('an empty file is a file', async () => {
    const file = await newFile('');
    expect(file).toMatchObject({ size: 0, sha1: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' });
    const back = await ann.download(file.id);
    expect([back.status, back.bytes.length, back.headers['content-length']]).toEqual([200, 0, '0']);
  });

  test('content-md5 holds the SHA-1; another digest than that of the bytes is refused and stores nothing', async () => {
    const attributes = { name: 'checked.txt', parent: { id: '0' } };
    const bad = await ann.upload(attributes, 'right', undefined, { 'content-md5': sha1Of('wrong') });
    expect([bad.status, bad.json.code]).toEqual([400, 'bad_digest']);
    const good = await ann.upload(attributes, 'right', undefined, { 'content-md5': sha1Of('right') });
    expect(good.status).toBe(201);
  });

  test('a name in use answers 409 with the file as one object in conflicts', async () => {
    const file = await newFile('first', 'same.txt');
    const again = await ann.upload({ name: 'SAME.txt', parent: { id: '0' } }, 'second');
    expect([again.status, again.json.code]).toEqual([409, 'item_name_in_use']);
    expect(again.json.context_info.conflicts).toEqual({
      id: file.id,
      type: 'file',
      name: 'same.txt',
      etag: '0',
      sequence_id: '0',
      sha1: sha1Of('first'),
      file_version: { id: file.file_version.id, type: 'file_version', sha1: sha1Of('first') },
    });
  });

  test('the file part before the attributes is refused as metadata_after_file_contents', async () => {
    const boundary = 'x-x';
    const body =
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nbytes\r\n` +
      `--${boundary}\r\ncontent-disposition: form-data; name="attributes"\r\n\r\n{}\r\n--${boundary}--\r\n`;
    const type = `multipart/form-data; boundary=${boundary}`;
    const refused = await ann.send('POST', `${service.uploadUrl}/files/content`, body, { 'content-type': type });
    expect([refused.status, refused.json.code]).toEqual([400, 'metadata_after_file_contents']);
  });

  test.each([
    ['no file part', { name: 'a', parent: { id: '0' } }, 'attributes-only', 400, 'bad_request'],
    ['no name', { parent: { id: '0' } }, 'whole', 400, 'bad_request'],
    ['a bad name', { name: 'a/b', parent: { id: '0' } }, 'whole', 400, 'item_name_invalid'],
    ['no such folder', { name: 'a', parent: { id: '987654321' } }, 'whole', 404, 'not_found'],
  ])('with %s is refused', async (_what, attributes, form, status, code) => {
    const whole = multipartBody(attributes, Buffer.from('content'));
    const cut = whole.body.indexOf('--part-of-a-test-4711', 10);
    const body =
      form === 'whole'
        ? whole.body
        : Buffer.concat([whole.body.subarray(0, cut), Buffer.from('--part-of-a-test-4711--\r\n')]);
    const refused = await ann.send('POST', `${service.uploadUrl}/files/content`, body, { 'content-type': whole.type });
    expect([refused.status, refused.json.code]).toEqual([status, code]);
  });

  test.each([
    ['in the attributes', 90],
    ['before the file', 150],
    ['in the head of the file part', 200],
    ['in the file', 30_000],
  ])('a body that breaks off %s stores nothing', async (_where, length) => {
    const whole = multipartBody({ name: 'torn.txt', parent: { id: '0' } }, randomBytes(50_000));
    const torn = whole.body.subarray(0, length);
    const refused = await ann.send('POST', `${service.uploadUrl}/files/content`, torn, { 'content-type': whole.type });
    expect(refused.status).toBe(400);
    const names = (await ann.get('/folders/0/items?limit=1000')).json.entries.map((entry) => entry.name);
    expect(names).not.toContain('torn.txt');
  });

  test('more bytes than one request may bring are refused with 413, and the answer arrives', async () => {
    const refused = await ann.upload({ name: 'big', parent: { id: '0' } }, Buffer.alloc(3_000_000));
    expect([refused.status, refused.json.code]).toEqual([413, 'request_entity_too_large']);
    expect(refused.json.message).toMatch(/1,000,000/);
  });

  test('JSON instead of multipart is refused with 415', async () => {
    const refused = await ann.send('POST', `${service.uploadUrl}/files/content`, '{}', {
      'content-type': 'application/json',
    });
    expect([refused.status, refused.json.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('a quota that is used up refuses with 403 storage_limit_exceeded', async () => {
    const bob = await service.addPerson('quota@example.com');
    await service.service.store.transaction(async ({ users }) => users.update(bob.id, { spaceAmountBytes: 10 }));
    const caller = callerOf(service, bob.token);
    expect((await caller.upload({ name: 'a', parent: { id: '0' } }, '12345')).status).toBe(201);
    const refused = await caller.upload({ name: 'b', parent: { id: '0' } }, '123456');
    expect([refused.status, refused.json.code]).toEqual([403, 'storage_limit_exceeded']);
    expect((await caller.get('/users/me')).json).toMatchObject({ space_used: 5, space_amount: 10 });
  });
});

describe('new version', () => {
  test('keeps the id, raises the etag, changes the content; If-Match guards it', async () => {
    const file = await newFile('one');
    const path = `/files/${file.id}/content`;
    const second = await ann.upload({ name: file.name }, 'two', path, { 'if-match': '0' });
    expect(second.status).toBe(201);
    expect(second.json.entries[0]).toMatchObject({ id: file.id, etag: '1', sequence_id: '1', sha1: sha1Of('two') });
    const late = await ann.upload({ name: file.name }, 'three', path, { 'if-match': '0' });
    expect([late.status, late.json.code]).toEqual([412, 'precondition_failed']);
    expect((await ann.download(file.id)).bytes.toString()).toBe('two');
  });

  test('the name in the attributes renames the file, its parent is passed over', async () => {
    const file = await newFile('one');
    const folder = await newFolder();
    const attributes = { name: `renamed ${file.id}.txt`, parent: { id: folder } };
    const renamed = await ann.upload(attributes, 'two', `/files/${file.id}/content`);
    expect(renamed.json.entries[0]).toMatchObject({ name: `renamed ${file.id}.txt`, parent: { id: '0' } });
  });
});

describe('get and update', () => {
  test('If-None-Match with the etag it has: 304', async () => {
    const file = await newFile();
    expect((await ann.get(`/files/${file.id}`, { 'if-none-match': '0' })).status).toBe(304);
  });

  test('without fields no further fields are shown, with fields only they and the mini form', async () => {
    const file = await newFile();
    expect((await ann.get(`/files/${file.id}`)).json).not.toHaveProperty('permissions');
    const shown = await ann.get(`/files/${file.id}?fields=permissions,version_number,extension`);
    expect(shown.json).toMatchObject({ version_number: '1', extension: 'txt', sha1: file.sha1 });
    expect(Object.keys(shown.json.permissions)).toHaveLength(12);
    expect(shown.json).not.toHaveProperty('size');
  });

  test('rename, move and describe in one request is one change', async () => {
    const file = await newFile();
    const folder = await newFolder();
    const body = { name: 'moved.txt', parent: { id: folder }, description: 'about it' };
    const updated = await ann.put(`/files/${file.id}`, body);
    expect(updated.json).toMatchObject({ ...body, parent: { id: folder }, etag: '1' });
  });

  test('an upload and a new version take a description along; one without keeps it', async () => {
    const attributes = { name: 'described.txt', parent: { id: await newFolder() } };
    const described = await ann.upload({ ...attributes, description: 'about it' }, 'one');
    expect(described.json.entries[0]).toMatchObject({ description: 'about it' });
    const path = `/files/${described.json.entries[0]?.id}/content`;
    const kept = await ann.upload({ description: null }, 'two', path);
    expect(kept.json.entries[0]).toMatchObject({ description: 'about it', etag: '1' });
    const changed = await ann.upload({ description: 'new words' }, 'three', path);
    expect(changed.json.entries[0]).toMatchObject({ description: 'new words', etag: '2' });
    const long = 'x'.repeat(limits.descriptionLength + 1);
    expect((await ann.upload({ ...attributes, name: 'long', description: long }, 'x')).status).toBe(400);
  });

  test('content_modified_at can be set', async () => {
    const file = await newFile();
    const updated = await ann.put(`/files/${file.id}`, { content_modified_at: '2001-02-03T04:05:06Z' });
    expect(updated.json.content_modified_at).toBe('2001-02-03T04:05:06.000Z');
    const beyond = await ann.put(`/files/${file.id}`, { content_modified_at: '9999-12-31T23:59:59-01:00' });
    expect(beyond.status).toBe(400);
  });

  test('a rename onto another name in the folder: 409; a wrong etag: 412', async () => {
    const [one, two] = [await newFile(), await newFile()];
    expect((await ann.put(`/files/${one.id}`, { name: two.name })).status).toBe(409);
    expect((await ann.put(`/files/${one.id}`, { name: 'x' }, { 'if-match': '9' })).status).toBe(412);
  });

  test('a copy keeps content and dates, and is a file of its own', async () => {
    const file = await newFile('copied', 'original.txt');
    const folder = await newFolder();
    const copied = await ann.post(`/files/${file.id}/copy`, { parent: { id: folder } });
    expect(copied.status).toBe(201);
    expect(copied.json).toMatchObject({ name: 'original.txt', sha1: file.sha1, etag: '0' });
    expect(copied.json.content_modified_at).toBe(file.content_modified_at);
    expect(copied.json.id).not.toBe(file.id);
    await ann.upload({ name: 'original.txt' }, 'changed', `/files/${file.id}/content`);
    expect((await ann.download(copied.json.id)).bytes.toString()).toBe('copied');
  });
});

describe('download', () => {
  test('leads to an address that needs no token', async () => {
    const file = await newFile('open');
    const redirect = await ann.get(`/files/${file.id}/content`);
    expect([redirect.status, redirect.bytes.length]).toEqual([302, 0]);
    const bytes = await callerOf(service, null).send('GET', String(redirect.headers['location']));
    expect([bytes.status, bytes.bytes.toString()]).toEqual([200, 'open']);
    expect(bytes.headers['accept-ranges']).toBe('bytes');
    expect(bytes.headers['content-disposition']).toContain("filename*=UTF-8''");
  });

  test('[RFC 7240 4.2] a client that prefers the bytes gets them at once, and `Range` and `If-Range` work there too', async () => {
    const file = await newFile('0123456789');
    const ask = (headers: Record<string, string>) =>
      ann.get(`/files/${file.id}/content`, { prefer: 'return=representation', ...headers });
    const whole = await ask({});
    expect([whole.status, whole.bytes.toString()]).toEqual([200, '0123456789']);
    expect([whole.headers['content-length'], whole.headers['preference-applied']]).toEqual([
      '10',
      'return=representation',
    ]);
    const part = await ask({ range: 'bytes=4-' });
    expect([part.status, part.bytes.toString(), part.headers['content-range']]).toEqual([
      206,
      '456789',
      'bytes 4-9/10',
    ]);
    expect((await ask({ range: 'bytes=4-', 'if-range': '"other"' })).status).toBe(200);
    expect((await ask({ range: 'bytes=10-' })).status).toBe(302);
    expect((await ann.get(`/files/${file.id}/content`)).status).toBe(302);
  });

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=2-100', 206, '23456789', 'bytes 2-9/10'],
    ['bytes=0-1,3-4', 200, '0123456789', undefined],
  ])('Range %s answers %i', async (range, status, content, contentRange) => {
    const file = await newFile('0123456789');
    const answer = await ann.download(file.id, { range });
    expect([answer.status, answer.bytes.toString(), answer.headers['content-range']]).toEqual([
      status,
      content,
      contentRange,
    ]);
    expect(answer.headers['content-length']).toBe(String(content.length));
  });

  test('a range outside of the content answers 416 with its size', async () => {
    const file = await newFile('0123456789');
    const answer = await ann.download(file.id, { range: 'bytes=10-' });
    expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */10']);
  });

  test('If-Range with another content answers all of it', async () => {
    const file = await newFile('0123456789');
    const other = await ann.download(file.id, { range: 'bytes=5-', 'if-range': '"other"' });
    expect([other.status, other.bytes.length]).toEqual([200, 10]);
    const same = await ann.download(file.id, { range: 'bytes=5-', 'if-range': `"${file.sha1}"` });
    expect(same.status).toBe(206);
  });

  test('an old version can be asked for by id', async () => {
    const file = await newFile('old');
    await ann.upload({ name: file.name }, 'new', `/files/${file.id}/content`);
    const redirect = await ann.get(`/files/${file.id}/content?version=${file.file_version.id}`);
    const answer = await ann.send('GET', String(redirect.headers['location']));
    expect(answer.bytes.toString()).toBe('old');
    expect((await ann.get(`/files/${file.id}/content?version=1`)).status).toBe(404);
  });

  test('an altered download URL opens nothing, and the files of others answer 404', async () => {
    const file = await newFile();
    expect((await ann.send('GET', `${service.publicUrl}/download/abc.def`)).status).toBe(404);
    const stranger = callerOf(service, (await service.addPerson('stranger@example.com')).token);
    for (const path of [`/files/${file.id}`, `/files/${file.id}/content`, `/files/${file.id}/versions`]) {
      const refused = await stranger.get(path);
      expect([refused.status, refused.json.code]).toEqual([404, 'not_found']);
    }
    expect((await stranger.delete(`/files/${file.id}`)).status).toBe(404);
  });
});

describe('versions', () => {
  test('only past versions are listed, newest first, trashed ones too; deletion, restore, promotion', async () => {
    const file = await newFile('1', 'versions.txt');
    const path = `/files/${file.id}`;
    expect((await ann.get(`${path}/versions`)).json).toMatchObject({ total_count: 0, entries: [] });
    await ann.upload({ name: 'versions.txt' }, '2', `${path}/content`);
    await ann.upload({ name: 'renamed.txt' }, '3', `${path}/content`);
    const past = await ann.get(`${path}/versions`);
    expect(past.json.entries.map((version) => version.sha1)).toEqual([sha1Of('2'), sha1Of('1')]);
    const first = file.file_version.id;

    expect((await ann.delete(`${path}/versions/${first}`)).status).toBe(204);
    const withTrashed = (await ann.get(`${path}/versions`)).json;
    expect(withTrashed.total_count).toBe(2);
    expect(withTrashed.entries.map(({ trashed_at }) => typeof trashed_at)).toEqual(['object', 'string']);
    expect((await ann.get(`${path}/versions/${first}`)).json.trashed_at).toEqual(expect.any(String));

    const restored = await ann.put(`${path}/versions/${first}`, { trashed_at: null });
    expect(restored.status).toBe(200);
    expect(restored.json).toMatchObject({ id: first, trashed_at: null, restored_by: { id: service.person.id } });
    expect((await ann.post(`${path}/versions/${first}`, { trashed_at: null })).json.code).toBe('not_trashed');

    const promoted = await ann.post(`${path}/versions/current`, { id: first, type: 'file_version' });
    expect(promoted.status).toBe(201);
    expect((await ann.get(path)).json).toMatchObject({ name: 'versions.txt', sha1: sha1Of('1'), etag: '3' });
    expect((await ann.get(`${path}/versions`)).json.total_count).toBe(3);
  });

  test('a version with fields: the mini form and the requested fields', async () => {
    const file = await newFile('first');
    await ann.upload({ name: file.name }, 'second', `/files/${file.id}/content`);
    const path = `/files/${file.id}/versions`;
    const [listed] = (await ann.get(`${path}?fields=size,nothing`)).json.entries;
    const { json } = await ann.get(`${path}/${file.file_version.id}?fields=size,nothing`);
    expect(listed).toEqual(json);
    expect(json).toEqual({ ...file.file_version, size: 5 });
  });

  test.each(['put', 'post'] as const)(
    'states: file version trashed -> restored: restored_at and restored_by describe the restore, by %s',
    async (method) => {
      const file = await newFile('first');
      await ann.upload({ name: file.name }, 'second', `/files/${file.id}/content`);
      const path = `/files/${file.id}/versions/${file.file_version.id}`;
      await ann.delete(path);
      expect((await ann.get(path)).json).toMatchObject({ trashed_by: { id: service.person.id }, restored_at: null });

      const restored = await ann[method](path, { trashed_at: null });

      expect(restored.status).toBe(200);
      expect(restored.json).toMatchObject({
        trashed_at: null,
        trashed_by: null,
        purged_at: null,
        restored_at: expect.stringMatching(/^\d{4}-/),
        restored_by: { id: service.person.id },
      });
    },
  );
});
