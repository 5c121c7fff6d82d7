import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseBatchLimits } from '../../../../contract/rules/batch-limits.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { callerOf, type ServiceCaller, sha1Of } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
  bob = callerOf(service, (await service.addPerson('bob@example.com', 'Bob')).token);
});
afterAll(() => service.stop());

async function newFolder(role: string | null): Promise<string> {
  const { id } = (await ann.post('/folders', { name: `folder ${++made}`, parent: { id: '0' } })).json;
  const accessible_by = { type: 'user', login: 'bob@example.com' };
  if (role !== null) await ann.post('/collaborations', { item: { type: 'folder', id }, role, accessible_by });
  return id;
}

async function newFile(parent: string, content: string | Buffer): Promise<string> {
  const uploaded = await ann.upload({ name: `file ${++made}`, parent: { id: parent } }, content);
  return String(uploaded.json.entries[0]?.id);
}

type Entry = {
  readonly status: number;
  readonly content?: { readonly sha1: string; readonly size: number; readonly base64: string };
  readonly error?: { readonly code: string };
};

async function fetchBatch(caller: ServiceCaller, files: readonly string[]) {
  const { status, bytes } = await caller.get(`/files/content?files=${files.join(',')}`);
  const json = JSON.parse(bytes.toString()) as { readonly code?: string; readonly entries?: readonly Entry[] };
  return { status, code: json.code, entries: json.entries ?? [] };
}
const textOf = (entry: Entry | undefined) => Buffer.from(entry?.content?.base64 ?? '', 'base64').toString();

/** The downloads in the owner's stream after a position, once all uses are recorded. */
async function downloadsSince(from: number) {
  await service.service.uses.settled();
  const { entries } = (await ann.get(`/events?stream_type=all&stream_position=${from}`)).json;
  const downloads = entries.filter(({ event_type }) => event_type === 'ITEM_DOWNLOAD');
  return downloads.map(({ source, created_by }) => [source.id, created_by.login]);
}
const now = async () => (await ann.get('/events?stream_position=now')).json.next_stream_position;

describe('a batch of downloads', () => {
  test('a single download announces batches and their limits', async () => {
    const id = await newFile(await newFolder(null), 'x');
    const { headers } = await ann.get(`/files/${id}/content`, { prefer: 'return=representation' });
    expect(parseBatchLimits(String(headers['svc-download-batch']))).toEqual({
      files: limits.downloadBatchFiles,
      bytes: limits.downloadBatchBytes,
    });
  });

  test('contains each content whole, in the order of the request, and an earlier version on request', async () => {
    const folder = await newFolder(null);
    const [one, empty] = [await newFile(folder, 'first'), await newFile(folder, '')];
    const before = (await ann.get(`/files/${one}`)).json.file_version.id;
    await ann.upload({ name: `file ${++made}` }, 'second', `/files/${one}/content`);
    const { status, entries } = await fetchBatch(ann, [one, empty, `${one}:${before}`]);
    expect([status, entries.map((entry) => entry.status)]).toEqual([200, [200, 200, 200]]);
    expect(entries.map(textOf)).toEqual(['second', '', 'first']);
    expect(entries[2]?.content).toMatchObject({ sha1: sha1Of('first'), size: 5 });
  });

  test('a file that the caller may not download is refused alone, and only the others are recorded', async () => {
    const [open, shown, hidden] = [await newFolder('viewer'), await newFolder('previewer'), await newFolder(null)];
    const [first, last] = [await newFile(open, 'one'), await newFile(open, 'two')];
    const [previewed, secret] = [await newFile(shown, 'no'), await newFile(hidden, 'no')];
    const trashed = await newFile(open, 'no');
    await ann.delete(`/files/${trashed}`);
    const from = await now();
    const { status, entries } = await fetchBatch(bob, [
      first,
      previewed,
      secret,
      '999999',
      trashed,
      `${first}:1`,
      last,
    ]);
    expect(status).toBe(200);
    expect(entries.map(({ status, error }) => error?.code ?? status)).toEqual([
      200,
      'access_denied_insufficient_permissions',
      'not_found',
      'not_found',
      'trashed',
      'not_found',
      200,
    ]);
    expect(entries.filter(({ content }) => content !== undefined).map(textOf)).toEqual(['one', 'two']);
    expect(await downloadsSince(from)).toEqual([first, last].map((id) => [id, 'bob@example.com']));
  });

  test('a caller who may download none of them gets the refusal of a single download', async () => {
    const from = await now();
    const secret = await newFile(await newFolder(null), 'no');
    expect(await fetchBatch(bob, [secret, '999999'])).toMatchObject({ status: 404, code: 'not_found' });
    expect(await downloadsSince(from)).toEqual([]);
  });

  test('files beyond the bytes of a batch are refused, and not recorded', async () => {
    const folder = await newFolder(null);
    const large = await newFile(folder, Buffer.alloc(limits.downloadBatchBytes));
    const small = await newFile(folder, 'x');
    const from = await now();
    const { entries } = await fetchBatch(ann, [small, large, small]);
    expect(entries.map(({ status }) => status)).toEqual([200, 413, 200]);
    expect(await fetchBatch(ann, [large])).toMatchObject({ status: 200 });
    expect((await downloadsSince(from)).map(([id]) => id)).toEqual([small, small, large]);
  });

  test.each(['', 'x', '1,', '1:', '1:2:3', Array.from({ length: limits.downloadBatchFiles + 1 }, () => '1').join(',')])(
    'the list "%s" is refused',
    async (files) => {
      expect(await fetchBatch(ann, [files])).toMatchObject({ status: 400, code: 'invalid_parameter' });
    },
  );
});
