import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

async function newFolder(): Promise<string> {
  return (await ann.post('/folders', { name: `folder ${++made}`, parent: { id: '0' } })).json.id;
}

describe('content dates set after the upload', () => {
  const corrected = { content_created_at: '2004-04-04T00:00:00.000Z', content_modified_at: '2005-05-05T00:00:00.000Z' };

  async function correctedFile() {
    const attributes = {
      name: `dated ${++made}.txt`,
      parent: { id: '0' },
      content_modified_at: '2020-01-01T00:00:00Z',
    };
    const [file] = (await ann.upload(attributes, 'dated')).json.entries;
    if (!file) throw new Error('The upload answered no file.');
    expect((await ann.put(`/files/${file.id}`, corrected)).json).toMatchObject(corrected);
    return file;
  }

  test('[4.2] are those of a copy, of the file or of the folder around it', async () => {
    const file = await correctedFile();
    const folder = await newFolder();
    const copied = await ann.post(`/files/${file.id}/copy`, { parent: { id: folder } });
    expect(copied.json).toMatchObject(corrected);
    const around = await ann.post(`/folders/${folder}/copy`, { parent: { id: '0' }, name: `around ${++made}` });
    const [inside] = (await ann.get(`/folders/${around.json.id}/items?fields=content_created_at,content_modified_at`))
      .json.entries;
    expect(inside).toMatchObject(corrected);
  });

  test('[4.2] come back with the version that they were set for', async () => {
    const file = await correctedFile();
    await ann.upload({ name: file.name }, 'newer', `/files/${file.id}/content`);
    const first = { id: file.file_version.id, type: 'file_version' };
    expect((await ann.post(`/files/${file.id}/versions/current`, first)).status).toBe(201);
    expect((await ann.get(`/files/${file.id}`)).json).toMatchObject(corrected);
  });
});
