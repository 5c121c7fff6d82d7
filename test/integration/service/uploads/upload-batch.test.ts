import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseBatchLimits } from '../../../../contract/rules/batch-limits.ts';
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
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

async function newFolder(name = `folder ${++made}`, parent = '0'): Promise<string> {
  return (await ann.post('/folders', { name, parent: { id: parent } })).json.id;
}

type Stated = { readonly name: string; readonly parent: string; readonly text: string } & Readonly<
  Record<string, unknown>
>;

/** Sends files in one request; `bytes` in the place of their texts. */
async function sendBatch(files: readonly Stated[], bytes?: Buffer, query = '', caller = ann) {
  const entries = files.map(({ name, parent, text, ...more }) => {
    return { name, parent: { id: parent }, size: Buffer.byteLength(text), ...more };
  });
  const content = bytes ?? Buffer.from(files.map(({ text }) => text).join(''));
  const { body, type } = multipartBody({ entries }, content);
  const answer = await caller.send('POST', `${service.uploadUrl}/files/content/batch${query}`, body, {
    'content-type': type,
  });
  const json = JSON.parse(answer.bytes.toString()) as { code?: string; total_count: number; entries: Result[] };
  return { status: answer.status, json };
}

type Result = {
  readonly status: number;
  readonly file?: Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly context_info?: { conflicts?: { id: string } };
  };
};

const eventsOf = async (position: number) => {
  const { json } = await ann.get(`/events?stream_type=all&limit=500&stream_position=${position}`);
  return json.entries.map(({ event_type, source }) => [event_type, source.name]);
};

describe('a batch of uploads', () => {
  test('a single upload announces that batches are accepted, and their size', async () => {
    const { headers } = await ann.upload({ name: `single ${++made}`, parent: { id: '0' } }, 'x');
    const announced = headers['svc-upload-batch'];
    expect(parseBatchLimits(String(announced))).toEqual({
      files: limits.uploadBatchFiles,
      bytes: limits.uploadBatchBytes,
    });
  });

  test('takes the description of each file along', async () => {
    const parent = await newFolder();
    const files = [
      { name: 'a.txt', parent, text: 'a', description: 'about a' },
      { name: 'b.txt', parent, text: 'b' },
    ];
    const { json } = await sendBatch(files);
    expect(json.entries.map(({ file }) => file?.['description'])).toEqual(['about a', '']);
  });

  test('makes the same of each file as an upload of its own: fields, versions, sizes, events, bytes', async () => {
    const [one, two] = [await newFolder(), await newFolder()];
    const start = (await ann.get('/events?stream_position=now&stream_type=all')).json.next_stream_position;
    const more = { content_modified_at: '2021-01-02T03:04:05Z' };
    const { status, json } = await sendBatch([
      { name: 'a.txt', parent: one, text: 'first', sha1: sha1Of('first'), ...more },
      { name: 'empty', parent: two, text: '', ...more },
      { name: 'b.txt', parent: one, text: 'second', ...more },
    ]);
    expect([status, json.total_count, json.entries.map((entry) => entry.status)]).toEqual([200, 3, [201, 201, 201]]);
    const attributes = { name: 'single.txt', parent: { id: one }, ...more };
    const single = (await ann.upload(attributes, 'first')).json.entries[0];
    const own = new Set(['id', 'name', 'file_version', 'created_at', 'modified_at']);
    const shape = (file: object | undefined) => Object.entries(file ?? {}).filter(([field]) => !own.has(field));
    expect(shape(json.entries[0]?.file)).toEqual(shape(single));
    expect((await ann.download(String(json.entries[2]?.file?.id))).bytes.toString()).toBe('second');
    expect((await ann.download(String(json.entries[1]?.file?.id))).bytes).toHaveLength(0);
    expect((await ann.get(`/folders/${one}`)).json.size).toBe('first'.length * 2 + 'second'.length);
    const told = ['a.txt', 'b.txt', 'empty', 'single.txt'].map((name) => ['ITEM_UPLOAD', name]);
    const uploads = (await eventsOf(start)).filter(([type]) => type === 'ITEM_UPLOAD');
    expect(new Set(uploads)).toEqual(new Set(told));
    expect(uploads).toHaveLength(told.length);
    const found = await ann.get(`/search?query=second&content_types=name`);
    expect(found.status).toBe(200);
  });

  test('a file that is refused is refused alone, with the error of a single upload', async () => {
    const folder = await newFolder();
    const taken = (await ann.upload({ name: 'taken', parent: { id: folder } }, 'x')).json.entries[0];
    const { status, json } = await sendBatch([
      { name: 'TAKEN', parent: folder, text: 'a' },
      { name: 'good', parent: folder, text: 'bb' },
      { name: 'Good', parent: folder, text: 'twin' },
      { name: 'bad/name', parent: folder, text: 'ccc' },
      { name: 'damaged', parent: folder, text: 'dddd', sha1: sha1Of('other') },
      { name: 'lost', parent: '999999999', text: 'eeeee' },
      { name: 'last', parent: folder, text: 'ffffff', sha1: sha1Of('ffffff') },
    ]);
    expect(status).toBe(200);
    const codes = json.entries.map((entry) => entry.error?.code ?? entry.status);
    expect(codes).toEqual([
      'item_name_in_use',
      201,
      'item_name_in_use',
      'item_name_invalid',
      'bad_digest',
      'not_found',
      201,
    ]);
    expect(json.entries[0]?.error?.context_info?.conflicts?.id).toBe(taken?.id);
    expect((await ann.download(String(json.entries[6]?.file?.id))).bytes.toString()).toBe('ffffff');
    const listed = (await ann.get(`/folders/${folder}/items`)).json.entries.map(({ name }) => name);
    expect(listed).toEqual(['good', 'last', 'taken']);
    expect((await ann.get(`/folders/${folder}`)).json.size).toBe(1 + 2 + 6);
  });

  test('answers the fields that are asked for', async () => {
    const { json } = await sendBatch([{ name: `f${++made}`, parent: '0', text: 'x' }], undefined, '?fields=sha1,etag');
    const mini = ['etag', 'file_version', 'id', 'name', 'sequence_id', 'sha1', 'type'];
    expect(Object.keys(json.entries[0]?.file ?? {}).toSorted()).toEqual(mini);
  });

  test('takes the room of the owner into account, file by file', async () => {
    const little = await service.addPerson('little@example.com');
    await ann.put(`/users/${little.id}`, { space_amount: 10 });
    const bob = callerOf(service, little.token);
    const files = ['aaaa', 'bbbbbbb', 'cccc'].map((text) => ({ name: text, parent: '0', text }));
    const { json } = await sendBatch(files, undefined, '', bob);
    expect(json.entries.map((entry) => entry.error?.code ?? entry.status)).toEqual([
      201,
      'storage_limit_exceeded',
      201,
    ]);
  });

  test('refuses a batch whose bytes are not those that its entries say, and stores nothing', async () => {
    const folder = await newFolder();
    const files = [{ name: 'x', parent: folder, text: 'four' }];
    expect((await sendBatch(files, Buffer.from('five5'))).json.code).toBe('bad_request');
    expect((await sendBatch(files, Buffer.from('thr'))).json.code).toBe('bad_request');
    const large = [{ name: 'x', parent: folder, text: '', size: limits.uploadBatchBytes + 1 }];
    expect((await sendBatch(large, Buffer.from(''))).json.code).toBe('request_entity_too_large');
    expect((await sendBatch([])).json.code).toBe('bad_request');
    expect((await ann.get(`/folders/${folder}/items`)).json.total_count).toBe(0);
  });
});
