import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserOf } from '../../../support/browser/scripted-browser.ts';
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

async function newRequest(): Promise<{ readonly url: string; readonly folderId: string }> {
  const folder = (await ann.post('/folders', { name: `folder ${++made}`, parent: { id: '0' } })).json;
  const { json } = await ann.post('/file_requests', { folder: { id: folder.id }, title: 'Send us your photos' });
  return { url: json.url, folderId: folder.id };
}

function formOf(parts: number, name = 'files'): FormData {
  const form = new FormData();
  for (let number = 1; number <= parts; number++) form.append(name, new Blob([`${number}`]), `photo ${number}.txt`);
  return form;
}

const countIn = async (folderId: string) => (await ann.get(`/folders/${folderId}/items?limit=1`)).json.total_count;

test('a form says how many files it takes at a time', async () => {
  const { url } = await newRequest();
  expect((await browserOf(service.publicUrl).get(url)).text).toContain('Up to 100 files at a time, each at most ');
});

test('a hundred files arrive', async () => {
  const { url, folderId } = await newRequest();
  const sent = await browserOf(service.publicUrl).post(url, formOf(100));
  expect([sent.status, await countIn(folderId)]).toEqual([200, 100]);
});

test('of more, the first hundred are kept and named, and the page says how many were chosen', async () => {
  const { url, folderId } = await newRequest();
  const sent = await browserOf(service.publicUrl).post(url, formOf(103));
  expect(sent.status).toBe(413);
  expect(sent.text).toContain('You chose 103 files, but only 100 can be sent at a time. Send the rest separately.');
  expect([sent.text.includes('<li>photo 100.txt</li>'), sent.text.includes('photo 101.txt')]).toEqual([true, false]);
  expect(await countIn(folderId)).toBe(100);
});

test('more parts than the parser takes are refused in plain words', async () => {
  const { url } = await newRequest();
  const form = new FormData();
  for (let number = 0; number < 20; number++) form.append(`field ${number}`, 'x');
  const sent = await browserOf(service.publicUrl).post(url, form);
  expect([sent.status, sent.text.includes('The form has too many fields.')]).toEqual([413, true]);
});

test.each(['email', 'description'])(
  'a form whose %s contains U+0000 stores nothing, on any database',
  async (field) => {
    const { url, folderId } = await newRequest();
    const form = new FormData();
    form.append(field, 'ann\0@example.org');
    form.append('files', new Blob(['x']), 'photo.txt');
    const sent = await browserOf(service.publicUrl).post(url, form);
    expect([sent.status, sent.text.includes('contains the character U+0000')]).toEqual([400, true]);
    expect(await countIn(folderId)).toBe(0);
  },
);

test('a file that comes without a name gets one, and an empty one is ignored', async () => {
  const { url, folderId } = await newRequest();
  const send = async (content: string) => {
    const head = '--b\r\ncontent-disposition: form-data; name="files"\r\ncontent-type: application/octet-stream';
    const body = `${head}\r\n\r\n${content}\r\n--b--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    return (await fetch(new URL(url, service.publicUrl), { method: 'POST', headers, body })).status;
  };
  expect([await send('x'), await send('')]).toEqual([200, 400]);
  expect((await ann.get(`/folders/${folderId}/items`)).json.entries.map(({ name }) => name)).toEqual(['file']);
});
