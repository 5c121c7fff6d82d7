import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteFile, updateFile, uploadFile, uploadFiles } from '../../../contract/operations/items/files.ts';
import { createFolder, getFolder, listFolderItems } from '../../../contract/operations/items/folders.ts';
import { type ApiClient, createApiClient } from '../../../main/api/api-client.ts';
import { ApiError } from '../../../main/api/api-error.ts';
import { fixedToken } from '../../../main/api/token-source.ts';
import { createExchange, type Exchange } from '../../../main/api/transport/exchange.ts';
import { KnownBytes } from '../../../main/api/transport/known-bytes.ts';
import { createNodeClock } from '../../../main/engine/adapters/node-clock.ts';
import { bytesOf, sha1Of } from '../../support/service/domain-world.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/* A real service, and a line that loses the answer to every changing request after the service has carried it out. */

let service: TestService;
let client: ApiClient;
const sent: string[] = [];

beforeAll(async () => {
  service = await startTestService();
  client = clientOn(losing(createExchange({ connectTimeoutMs: 5_000, connections: 4 })));
  await client.call(getFolder, { params: { folder_id: '0' } });
});
afterAll(async () => {
  await client.close();
  await service.stop();
});

function clientOn(exchange: Exchange): ApiClient {
  return createApiClient({
    baseUrl: service.baseUrl,
    uploadUrl: service.uploadUrl,
    tokens: fixedToken(service.person.token),
    timing: { ...createNodeClock(), fraction: () => 0.5 },
    userAgent: 'tandem-test',
    exchange,
  });
}

function losing(exchange: Exchange): Exchange {
  return {
    ...exchange,
    send: async (request) => {
      const answer = await exchange.send(request);
      sent.push(`${request.method} ${request.url.pathname}`);
      if (request.method === 'GET' || request.url.pathname.includes('/idempotency_keys/')) return answer;
      await answer.body.drop();
      throw new ApiError({ status: null, code: 'offline', message: 'The connection broke.' });
    },
  };
}

const parent = { id: '0' };
const names = async () => {
  const { body } = await client.call(listFolderItems, { params: { folder_id: '0' }, query: { fields: ['name'] } });
  return body.entries.map((entry) => 'name' in entry && entry.name);
};

async function upload(name: string, content: KnownBytes | AsyncIterable<Uint8Array>, sha1: string): Promise<string> {
  const body = { attributes: { name, parent }, content };
  const answer = await client.call(uploadFile, { headers: { 'content-md5': sha1 }, body });
  return String(answer.body.entries[0]?.id);
}

describe('[E99] a request whose answer does not come', () => {
  test('was given up: it has no effect when it arrives after all', async () => {
    const late: Parameters<Exchange['send']>[0][] = [];
    const own = createExchange({ connectTimeoutMs: 5_000, connections: 1 });
    const slow = clientOn({
      ...own,
      send: async (request) => {
        if (request.method !== 'POST') return own.send(request);
        late.push(request);
        throw new ApiError({ status: null, code: 'timed_out', message: 'No answer in time.' });
      },
    });
    await slow.call(getFolder, { params: { folder_id: '0' } });
    const made = slow.call(createFolder, { body: { name: 'late', parent } });
    await expect(made).rejects.toMatchObject({ code: 'timed_out', isVoid: true });
    const [request] = late;
    const answer = request && (await own.send({ ...request, signal: undefined }));
    expect([answer?.status, await names()]).toEqual([422, expect.not.arrayContaining(['late'])]);
    await answer?.body.drop();
    await slow.close();
  });
});

describe('[E99] a change whose answer is lost has its own answer all the same, and is sent once', () => {
  test('a folder', async () => {
    const { body } = await client.call(createFolder, { body: { name: 'folder', parent } });
    expect(body).toMatchObject({ type: 'folder', name: 'folder' });
    expect(sent.filter((line) => line === 'POST /2.0/folders')).toHaveLength(1);
  });

  test('a folder whose name is in use: the refusal, with the item in the way', async () => {
    const refused = client.call(createFolder, { body: { name: 'Folder', parent } });
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'item_name_in_use' });
  });

  test('an upload, of bytes that could be sent again and of a stream that could not', async () => {
    await upload('bytes', new KnownBytes(Buffer.from('bytes')), sha1Of('bytes'));
    await upload('stream', bytesOf('str', 'eam'), sha1Of('stream'));
    expect(await names()).toEqual(expect.arrayContaining(['bytes', 'stream']));
  });

  test('a batch of uploads', async () => {
    const entries = ['one', 'two'].map((name) => ({ name, parent, size: name.length, sha1: sha1Of(name) }));
    const content = new KnownBytes(Buffer.from('onetwo'));
    const { body } = await client.call(uploadFiles, { body: { attributes: { entries }, content } });
    expect(body.entries.map(({ status }) => status)).toEqual([201, 201]);
  });

  test('a rename, and a delete', async () => {
    const id = await upload('old', new KnownBytes(Buffer.from('x')), sha1Of('x'));
    const params = { file_id: id };
    expect((await client.call(updateFile, { params, body: { name: 'new' } })).body).toMatchObject({ name: 'new' });
    expect((await client.call(deleteFile, { params })).status).toBe(204);
    expect(await names()).not.toContain('new');
  });
});
