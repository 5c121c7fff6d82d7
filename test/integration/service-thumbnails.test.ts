import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { callerOf, type ServiceCaller } from '../support/service-caller.ts';

let service: TestService;
let ann: ServiceCaller;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

async function newFile(name: string): Promise<string> {
  return (await ann.upload({ name, parent: { id: '0' } }, 'text')).json.entries[0]?.id ?? '';
}

describe('[B 4.2] GET /files/{id}/thumbnail.{png|jpg}', () => {
  test.each([
    ['a.jpeg', 'image'],
    ['b.tiff', 'image'],
    ['c.pdf', 'pdf'],
    ['d.ts', 'text'],
    ['e.mp3', 'audio'],
    ['f.mp4', 'video'],
    ['g.zip', 'archive'],
    ['h.tar.gz', 'archive'],
    ['i.docx', 'other'],
    ['j', 'other'],
  ])('%s leads to the icon "%s"', async (name, kind) => {
    const answer = await ann.get(`/files/${await newFile(name)}/thumbnail.png`);
    expect([answer.status, answer.headers['location']]).toEqual([302, `${service.publicUrl}/icons/${kind}.svg`]);
  });

  test('the icon is a picture that needs no token and may be kept', async () => {
    const id = await newFile('kept.pdf');
    const { headers } = await ann.get(
      `/files/${id}/thumbnail.jpg?min_width=32&max_width=320&min_height=32&max_height=32`,
    );
    const icon = await callerOf(service, null).send('GET', String(headers['location']));
    expect(icon.status).toBe(200);
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' });
    expect(icon.bytes.toString()).toMatch(/^<svg [^]*PDF[^]*<\/svg>\s*$/);
  });

  test.each([
    'min_width=31',
    'max_width=321',
    'min_height=0',
    'max_height=big',
    'min_width=-40',
    'min_width=64&max_width=32',
  ])('%s is refused with 400 invalid_parameter', async (query) => {
    const refused = await ann.get(`/files/${await newFile(`${query}.txt`)}/thumbnail.png?${query}`);
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_parameter']);
  });

  test('no other form of picture, none of a file in the trash', async () => {
    const id = await newFile('gone.txt');
    expect((await ann.get(`/files/${id}/thumbnail.gif`)).status).toBe(405);
    await ann.delete(`/files/${id}`);
    expect((await ann.get(`/files/${id}/thumbnail.png`)).json.code).toBe('trashed');
  });
});
