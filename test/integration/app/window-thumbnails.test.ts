import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../main/api/api-client.ts';
import { keptArchives } from '../../../main/commands/archive/archive.ts';
import { contentRequestOf } from '../../../main/commands/content/content-request.ts';
import { contentSource } from '../../../main/commands/content/content-source.ts';
import { contentInWords, sayTo } from '../../../main/commands/content/in-words.ts';
import { linkVisits } from '../../../main/commands/shared-link/link-visits.ts';
import { THUMBNAILS_AT_ONCE, thumbnailPath } from '../../../preload/ipc/shapes/content.ts';
import { connect } from '../../support/engine/service-remote.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Small pictures on their way from the service to a page, through what both hosts of the window answer with. */
let service: TestService;
let web: WebUser;
let client: ApiClient;
beforeAll(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  client = connect(service, service.person.token).client;
});
afterAll(async () => {
  await client.close();
  await service.stop();
});

/** A page's view of the contents, and how many requests of it were under way at once. */
function openPage() {
  const calls = { all: 0, now: 0, most: 0 };
  const call = async (...asked: Parameters<ApiClient['call']>) => {
    calls.all += 1;
    calls.now += 1;
    calls.most = Math.max(calls.most, calls.now);
    try {
      return await client.call(...asked);
    } finally {
      calls.now -= 1;
    }
  };
  // A generic function loses its parameters when it is wrapped.
  const api = { ...client, call } as ApiClient;
  const archives = keptArchives(() => 'archive');
  const source = contentSource({ api, visits: linkVisits(() => 'visit'), archives });
  const ask = async (path: string, method = 'GET') => {
    const request = contentRequestOf({ method, address: path, range: null, ifRange: null });
    if (request === null) return null;
    const answer = await source.answer(request, new AbortController().signal);
    const { status, headers, body } = contentInWords(answer, sayTo(null));
    const chunks: Uint8Array[] = [];
    for await (const chunk of body ?? []) chunks.push(chunk);
    return { status, headers, bytes: Buffer.concat(chunks) };
  };
  /** As the page asks: again as long as the picture is still being drawn. */
  const picture = async (path: string) => {
    let answer = await ask(path);
    await eventually('drawn', async () => {
      if (answer?.status === 503) answer = await ask(path);
      return answer?.status !== 503;
    });
    return answer;
  };
  return { calls, ask, picture };
}

const photo = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: { r: red, g: 90, b: 90 } } })
    .jpeg()
    .toBuffer();

test('the picture of an image arrives locked, once for its content, and that of anything else is none', async () => {
  const { ask, picture, calls } = openPage();
  const image = await web.upload('0', 'photo.jpg', await photo(10));
  const text = await web.upload('0', 'notes.txt', 'notes');
  const path = thumbnailPath(image.id, image.sha1 ?? '');
  const answer = await picture(path);
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
  });
  expect(await sharp(answer?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
  const asked = calls.all;
  expect((await ask(path))?.bytes).toEqual(answer?.bytes);
  expect(calls.all).toBe(asked);
  expect((await ask(thumbnailPath(text.id, text.sha1 ?? '')))?.status).toBe(404);
  expect((await ask(thumbnailPath('999999', image.sha1 ?? '')))?.status).toBe(404);
});

test('a page that asks for many at once is answered a few at a time', async () => {
  const { picture, calls } = openPage();
  const images = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => web.upload('0', `many ${index}.jpg`, await photo(index * 10))),
  );
  const answers = await Promise.all(images.map(({ id, sha1 }) => picture(thumbnailPath(id, sha1 ?? ''))));
  expect(answers.map((answer) => answer?.status)).toEqual(images.map(() => 200));
  expect(calls.most).toBe(THUMBNAILS_AT_ONCE);
});

test('nothing but a picture by its id and the hash of its content has such an address', async () => {
  const { ask } = openPage();
  const sha1 = 'a'.repeat(40);
  for (const path of [`/content/thumbnail/1`, `/content/thumbnail/x/${sha1}`, `/content/thumbnail/1/${sha1}/2`]) {
    expect(await ask(path)).toBeNull();
  }
  expect(await ask(thumbnailPath('1', sha1), 'POST')).toBeNull();
});
