import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

async function newFile(content = 'content', name = 'file.txt') {
  const uploaded = await ann.upload({ name, parent: { id: '0' } }, content);
  expect(uploaded.status).toBe(201);
  const [file] = uploaded.json.entries;
  if (!file) throw new Error('The upload answered no file.');
  return file;
}

describe('preflight', () => {
  test('answers where to upload', async () => {
    const asked = await ann.options('/files/content', { name: 'free.txt', parent: { id: '0' }, size: 10 });
    expect(asked.status).toBe(200);
    expect(asked.json.upload_url).toBe(`${service.uploadUrl}/files/content`);
    expect((await ann.options('/files/content', { name: 'free.txt', parent: { id: '0' } })).status).toBe(200);
  });

  test('refuses a size below 0, and a name in use with the file', async () => {
    expect((await ann.options('/files/content', { name: 'x', parent: { id: '0' }, size: -1 })).status).toBe(400);
    const file = await newFile('here', 'preflight.txt');
    const refused = await ann.options('/files/content', { name: 'preflight.txt', parent: { id: '0' }, size: 1 });
    expect([refused.status, refused.json.context_info.conflicts]).toEqual([
      409,
      expect.objectContaining({ id: file.id }),
    ]);
  });

  test('of a new version answers where to upload it', async () => {
    const file = await newFile();
    const asked = await ann.options(`/files/${file.id}/content`, { size: 10 });
    expect(asked.json.upload_url).toBe(`${service.uploadUrl}/files/${file.id}/content`);
  });
});
