import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfOf, tinyPdf } from '../../../support/files/tiny-media.ts';
import { eventually } from '../../../support/programs/processes.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

async function newFile(name: string, content: string | Buffer = 'text'): Promise<string> {
  return (await ann.upload({ name, parent: { id: '0' } }, content)).json.entries[0]?.id ?? '';
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 1 } } });

/** As a client asks: again as long as the picture is still being drawn. */
async function thumbnail(id: string, rest: string) {
  let answer = await ann.get(`/files/${id}/thumbnail.${rest}`);
  await eventually('drawn', async () => {
    if (answer.status === 202) answer = await ann.get(`/files/${id}/thumbnail.${rest}`);
    return answer.status !== 202;
  });
  return answer;
}

describe('pictures of images', () => {
  test.each([
    ['png', '?max_width=256', 'png', 256, 128],
    ['jpg', '', 'jpeg', 256, 128],
    ['jpg', '?min_width=100&max_width=130', 'jpeg', 128, 64],
    ['png', '?max_width=320&max_height=320', 'png', 320, 160],
  ])('thumbnail.%s%s is drawn small, in the form asked for', async (extension, query, format, width, height) => {
    const id = await newFile(`photo ${extension}${width}.webp`, await picture(800, 400).webp().toBuffer());
    const answer = await thumbnail(id, `${extension}${query}`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, `image/${format}`]);
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format, width, height });
  });

  test('it stands upright, as its camera says', async () => {
    const turned = await picture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const answer = await thumbnail(await newFile('upright.jpg', turned), 'jpg');
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ width: 128, height: 256 });
  });

  test('a new version has a new picture', async () => {
    const id = await newFile('changed.png', await picture(64, 64).png().toBuffer());
    const before = await thumbnail(id, 'png');
    await ann.upload({ name: 'changed.png' }, await picture(32, 64).png().toBuffer(), `/files/${id}/content`);
    const after = await thumbnail(id, 'png');
    expect((await sharp(after.bytes).metadata()).width).toBe(32);
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
  });

  test('hostile and broken images end in the placeholder, and the next picture is drawn all the same', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
    const cut = (await picture(300, 300).png().toBuffer()).subarray(0, 60);
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const contents = { 'lie.png': svg, 'own.svg': svg, 'cut.png': cut, 'bomb.png': bomb, 'empty.jpg': '' };
    for (const [name, content] of Object.entries(contents)) {
      const answer = await thumbnail(await newFile(name, content), 'png');
      expect([name, answer.status]).toEqual([name, 302]);
      expect(answer.headers['location']).toMatch(new RegExp(`^${service.publicUrl}/icons/(image|text)\\.svg$`));
    }
    const sound = await newFile('sound.png', await picture(50, 50).png().toBuffer());
    expect((await thumbnail(sound, 'png')).status).toBe(200);
  });

  test('many are asked for at once, and equal contents are drawn once', async () => {
    const content = await picture(640, 480).jpeg().toBuffer();
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => newFile(`same ${index}.jpg`, content)));
    const answers = await Promise.all(ids.map((id) => thumbnail(id, 'jpg')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  });
});

describe('first pages of PDFs', () => {
  const pdf = (options: Parameters<typeof pdfOf>[0]) => Buffer.from(pdfOf(options), 'latin1');

  test.each([
    ['png', '', 'png', 256, 154],
    ['jpg', '?max_width=320&max_height=320', 'jpeg', 320, 192],
  ])('thumbnail.%s%s is drawn, in the form asked for', async (extension, query, format, width, height) => {
    const answer = await thumbnail(await newFile(`page.${extension}.pdf`, tinyPdf('Lease')), `${extension}${query}`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, `image/${format}`]);
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format, width, height });
    // The word is on the page.
    expect((await sharp(answer.bytes).stats()).channels[0]).toMatchObject({
      min: expect.toSatisfy((it) => it < 64),
      max: 255,
    });
  });

  test('the content decides how a file is drawn, if its name is that of an image or a PDF', async () => {
    const png = await picture(40, 40).png().toBuffer();
    const page = tinyPdf('Lease');
    const contents = { 'page.jpg': page, 'picture.pdf': png, 'page.txt': page, 'picture.doc': png };
    const statuses: Record<string, number> = {};
    for (const [name, content] of Object.entries(contents)) {
      statuses[name] = (await thumbnail(await newFile(name, content), 'png')).status;
    }
    expect(statuses).toEqual({ 'page.jpg': 200, 'picture.pdf': 200, 'page.txt': 302, 'picture.doc': 302 });
  });

  test('locked, broken and hostile documents end in the placeholder, and the next page and picture are drawn', async () => {
    const key = (digits: string) => `<${digits.repeat(32)}>`;
    const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key('11')} /U ${key('22')} /P -4 >> /ID [<33> <33>] `;
    const whole = pdf({ draw: '1 0 0 rg 0 0 9 9 re f' });
    const contents = {
      'locked.pdf': pdf({ trailer: lock }),
      'cut.pdf': whole.subarray(0, 40),
      'no page.pdf': whole.toString('latin1').replace('/Kids [3 0 R] /Count 1', '/Kids [] /Count 0'),
      'empty.pdf': '',
    };
    for (const [name, content] of Object.entries(contents)) {
      const answer = await thumbnail(await newFile(name, content), 'png');
      expect([name, answer.status]).toEqual([name, 302]);
      expect(answer.headers['location']).toBe(`${service.publicUrl}/icons/pdf.svg`);
    }
    const huge = await thumbnail(await newFile('huge.pdf', pdf({ width: 14_400, height: 14_400 })), 'png');
    expect(await sharp(huge.bytes).metadata()).toMatchObject({ width: 256, height: 256 });
    const next = await newFile('next.png', await picture(51, 50).png().toBuffer());
    expect((await thumbnail(next, 'png')).status).toBe(200);
  });
});

describe('GET /files/{id}/thumbnail.{png|jpg}', () => {
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
  ])('%s, which nothing can draw, leads to the icon "%s"', async (name, kind) => {
    const answer = await thumbnail(await newFile(name), 'png');
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

  test('the URL of a picture shows it without a token, in the same form, for 15 minutes at most', async () => {
    const id = await newFile('by url.webp', await picture(800, 400).webp().toBuffer());
    const { headers, bytes } = await thumbnail(id, 'jpg?max_width=160');
    const url = String(headers['location']);
    const shown = await callerOf(service, null).send('GET', url);
    expect(shown.bytes.equals(bytes)).toBe(true);
    expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg', etag: headers['etag'] } });
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 80 });
    const [ticket = ''] = url.slice(url.lastIndexOf('/') + 1).split('.');
    const { until } = JSON.parse(Buffer.from(ticket, 'base64url').toString());
    expect(until).toBeLessThanOrEqual(Date.now() + 15 * 60_000);
  });

  test('the URL of a picture opens nothing once its file is in the trash or its token has ended', async () => {
    const guest = await service.addPerson('guest@example.com');
    const bob = callerOf(service, guest.token);
    const id = await newFile('lent.png', await picture(40, 40).png().toBuffer());
    await ann.post('/collaborations', {
      item: { type: 'file', id },
      accessible_by: { type: 'user', login: 'guest@example.com' },
      role: 'viewer',
    });
    await thumbnail(id, 'png');
    const urlFor = async (caller: ServiceCaller) =>
      String((await caller.get(`/files/${id}/thumbnail.png`)).headers['location']);
    const [annsUrl, bobsUrl] = [await urlFor(ann), await urlFor(bob)];
    const open = async (url: string) => (await callerOf(service, null).send('GET', url)).status;
    expect([await open(annsUrl), await open(bobsUrl)]).toEqual([200, 200]);
    await ann.put(`/users/${guest.id}`, { status: 'inactive' });
    expect([await open(annsUrl), await open(bobsUrl)]).toEqual([200, 404]);
    expect(await open(`${annsUrl.slice(0, -4)}AAAA`)).toBe(404);
    await ann.delete(`/files/${id}`);
    expect(await open(annsUrl)).toBe(404);
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
