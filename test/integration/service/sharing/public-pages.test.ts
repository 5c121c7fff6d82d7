import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../../contract/rules/limits.ts';
import { setPassword } from '../../../../service/domain/people/sign-in/set-password.ts';
import { browserOf } from '../../../support/browser/scripted-browser.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let passedMs = 0;
let made = 0;

beforeAll(async () => {
  service = await startTestService({
    clock: { now: () => Date.now() + passedMs },
    settings: { singleUploadBytes: 300_000 },
  });
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

const fresh = () => browserOf(service.publicUrl);

const newFolder = async (parent = '0', name = `folder ${++made}`): Promise<Seen> =>
  (await ann.post('/folders', { name, parent: { id: parent } })).json;

async function newFile(parent: string, name: string, content: string | Buffer): Promise<Seen> {
  const [file] = (await ann.upload({ name, parent: { id: parent } }, content)).json.entries;
  if (!file) throw new Error('The upload answered without an entry.');
  return file;
}

/** The path of the item's link, after it was made or changed. */
async function share(kind: 'files' | 'folders' | 'web_links', item: Seen, settings: object = {}): Promise<string> {
  const { json, status } = await ann.put(`/${kind}/${item.id}`, { shared_link: settings });
  expect(status).toBe(200);
  return new URL(json.shared_link.url).pathname;
}

const linkOf = async (kind: string, id: string): Promise<Seen> => (await ann.get(`/${kind}/${id}`)).json.shared_link;

describe('the public page of a shared folder', () => {
  test('lists its items, page by page, and leads back through the folders above, up to the link and no further', async () => {
    const secret = await newFolder('0', `Not for visitors ${++made}`);
    const top = await newFolder(secret.id, 'Photos <of> 2026');
    const below = await newFolder(top.id, 'Summer');
    await newFile(below.id, 'beach & sun.txt', 'sun');
    const path = await share('folders', top);
    const visitor = fresh();
    const first = await visitor.get(path);
    expect([first.status, first.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(first.text).toContain('<h1>Photos &lt;of&gt; 2026</h1>');
    expect(first.text).toContain(`href="${path}/folder/${below.id}">Summer</a>`);
    expect(first.text).toContain('Shared by Ann');
    const inside = await visitor.get(`${path}/folder/${below.id}`);
    expect(inside.text).toContain(`<li><a href="${path}">Photos &lt;of&gt; 2026</a></li>`);
    expect(inside.text).toContain('beach &amp; sun.txt');
    expect(first.text + inside.text).not.toContain(secret.name);
  });

  test('has a next page when it holds more than a hundred items, and every item is on one of them', async () => {
    const folder = await newFolder();
    for (let number = 0; number < 103; number++) await newFolder(folder.id, `item ${String(number).padStart(3, '0')}`);
    const path = await share('folders', folder);
    const first = await fresh().get(path);
    const [, next = ''] = /href="([^"]+)">Next page/.exec(first.text) ?? [];
    const second = await fresh().get(next.replaceAll('&amp;', '&'));
    expect([...first.text.matchAll(/>item \d+</g)]).toHaveLength(100);
    expect([...second.text.matchAll(/>item \d+</g)].map(([name]) => name)).toEqual([
      '>item 100<',
      '>item 101<',
      '>item 102<',
    ]);
    expect([second.text.includes('First page'), second.text.includes('Next page')]).toEqual([true, false]);
    expect((await fresh().get(`${path}?marker=made-up.marker`)).status).toBe(400);
  });

  test('opens nothing that is not in it: neither the folder above, nor a neighbour, nor a root', async () => {
    const above = await newFolder();
    const top = await newFolder(above.id);
    const beside = await newFile(above.id, 'beside.txt', 'not shared');
    const path = await share('folders', top);
    for (const inside of [
      `folder/${above.id}`,
      `file/${beside.id}`,
      `download/${beside.id}`,
      `preview/${beside.id}`,
      'folder/0',
      'file/x',
    ]) {
      const refused = await fresh().get(`${path}/${inside}`);
      expect([inside, refused.status]).toEqual([inside, 404]);
      expect(refused.text).not.toContain('not shared');
    }
  });

  test('even the owner, signed in with the browser, sees no more through the link than its contents', async () => {
    const above = await newFolder();
    const beside = await newFile(above.id, 'beside.txt', 'not shared');
    const top = await newFolder(above.id);
    const path = await share('folders', top, { access: 'company' });
    await setPassword(service.service, service.person.login, 'correct horse battery');
    const browser = fresh();
    const asked = await browser.follow(await browser.get(path));
    const led = await browser.follow(
      await browser.submit(asked, { login: service.person.login, password: 'correct horse battery' }),
    );
    expect([led.status, led.text.includes(`<h1>${top.name}</h1>`)]).toEqual([200, true]);
    expect(led.text).not.toContain(above.name);
    expect((await browser.get(`${path}/file/${beside.id}`)).status).toBe(404);
    const signedOut = await fresh().get(`${path}?marker=0`);
    expect([signedOut.status, signedOut.headers['location']]).toEqual([
      303,
      `/sign-in?${new URLSearchParams({ to: `${path}?marker=0` })}`,
    ]);
  });
});

describe('the public page of a shared file', () => {
  test('shows a text escaped and cut, whatever it is called, and counts the look', async () => {
    const folder = await newFolder();
    const attack = '<script>alert(1)</script>';
    const page = await newFile(folder.id, 'page.html', attack);
    const long = await newFile(folder.id, 'long.log', `start${'x'.repeat(290_000)}end`);
    const path = await share('folders', folder);
    const shown = await fresh().get(`${path}/file/${page.id}`);
    expect(shown.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(shown.text).not.toContain(attack);
    const cut = await fresh().get(`${path}/file/${long.id}`);
    expect(cut.text).toContain('Preview of the first');
    expect([cut.text.includes('startxxx'), cut.text.includes('xend')]).toEqual([true, false]);
    expect(await linkOf('folders', folder.id)).toMatchObject({ preview_count: 2, download_count: 0 });
    for (const { id } of [page, long]) expect((await fresh().get(`${path}/preview/${id}`)).status).toBe(404);
  });

  test('a picture is served under the type of its name, with a policy that allows nothing; files with scripts are not served', async () => {
    const folder = await newFolder();
    const picture = await newFile(folder.id, 'really a page.png', '<script>alert(1)</script>');
    const drawing = await newFile(folder.id, 'drawing.svg', '<svg onload="alert(1)"/>');
    const path = await share('folders', folder);
    const { status, headers } = await fresh().get(`${path}/preview/${picture.id}`);
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/png', 'nosniff']);
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    expect((await fresh().get(`${path}/preview/${drawing.id}`)).status).toBe(404);
    expect((await fresh().get(`${path}/file/${drawing.id}`)).text).toContain(
      '&lt;svg onload=&quot;alert(1)&quot;/&gt;',
    );
  });

  test('a PDF is framed by its page, and only by pages of this service', async () => {
    const folder = await newFolder();
    const file = await newFile(folder.id, 'paper.pdf', '%PDF-1.4');
    const path = await share('folders', folder);
    expect((await fresh().get(`${path}/file/${file.id}`)).text).toContain(`<iframe src="${path}/preview/${file.id}"`);
    const { headers } = await fresh().get(`${path}/preview/${file.id}`);
    expect([headers['content-type'], headers['x-frame-options']]).toEqual(['application/pdf', 'SAMEORIGIN']);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  });

  test('a download is a file of its name, answers ranges, and is counted once', async () => {
    const folder = await newFolder();
    const file = await newFile(folder.id, 'Grüße.bin', '0123456789');
    const path = await share('folders', folder);
    const whole = await fresh().get(`${path}/download/${file.id}`);
    expect([whole.status, whole.text]).toEqual([200, '0123456789']);
    expect(whole.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe.bin");
    const part = await fresh().get(`${path}/download/${file.id}`, { range: 'bytes=4-6' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '456', 'bytes 4-6/10']);
    expect((await fresh().get(`${path}/download/${file.id}`, { range: 'bytes=99-' })).status).toBe(416);
    expect(await linkOf('folders', folder.id)).toMatchObject({ download_count: 1 });
  });

  test('a link that allows the look alone shows no download and gives none', async () => {
    const folder = await newFolder();
    const file = await newFile(folder.id, 'look.txt', 'only look');
    const path = await share('files', file, { permissions: { can_download: false } });
    const page = await fresh().get(path);
    expect([page.text.includes('only look'), page.text.includes('/download/')]).toEqual([true, false]);
    expect((await fresh().get(`${path}/download/${file.id}`)).status).toBe(403);
    expect((await fresh().get(`/shared/static/${path.slice(3)}.txt`)).status).toBe(403);
  });

  test('the direct address downloads where it is permitted; with a password it asks for it first', async () => {
    const folder = await newFolder();
    const file = await newFile(folder.id, 'direct.txt', 'directly');
    await share('files', file);
    const { download_url } = await linkOf('files', file.id);
    const path = new URL(download_url).pathname;
    expect((await fresh().get(path)).text).toBe('directly');
    await share('files', file, { password: 'Secret-1' });
    const asked = await fresh().get(path);
    expect([asked.status, asked.text.includes('This link requires a password')]).toEqual([200, true]);
    expect(asked.text).not.toContain('directly');
    expect((await fresh().get(`/shared/static/${'0'.repeat(32)}.txt`)).status).toBe(404);
  });
});

describe('who a public page opens for', () => {
  test('a password is asked for, proved once, and asked for again when it is changed', async () => {
    const folder = await newFolder();
    const file = await newFile(folder.id, 'inner.txt', 'behind the password');
    const path = await share('folders', folder, { password: 'Secret-1' });
    const person = fresh();
    const asked = await person.get(`${path}/file/${file.id}`);
    expect([asked.text.includes('type="password"'), asked.text.includes('behind')]).toEqual([true, false]);
    const wrong = await person.post(path, { password: 'Secret-2' });
    expect([wrong.status, wrong.text.includes('Incorrect password.')]).toEqual([403, true]);
    const right = await person.post(path, { password: 'Secret-1' });
    expect([right.status, right.headers['location']]).toEqual([303, path]);
    expect(right.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/);
    expect((await person.get(`${path}/file/${file.id}`)).text).toContain('behind the password');
    expect((await fresh().get(path)).text).toContain('type="password"');
    await share('folders', folder, { password: 'Secret-3' });
    expect((await person.get(path)).text).toContain('type="password"');
  });

  test('guessing a password is slowed down', async () => {
    const path = await share('folders', await newFolder(), { password: 'Secret-1' });
    const statuses = new Set<number>();
    for (let guess = 0; guess < 60 && !statuses.has(429); guess++) {
      statuses.add((await fresh().post(path, { password: `wrong ${guess}` })).status);
    }
    expect(statuses).toEqual(new Set([403, 429]));
    passedMs += 3600 * 1000;
    expect((await fresh().post(path, { password: 'Secret-1' })).status).toBe(303);
  });

  test('a link for the company, or for collaborators, leads to the sign-in first', async () => {
    for (const access of ['company', 'collaborators']) {
      const path = await share('folders', await newFolder(), { access });
      const visited = await fresh().get(path);
      expect([visited.status, visited.headers['location']]).toEqual([
        303,
        `/sign-in?${new URLSearchParams({ to: path })}`,
      ]);
    }
  });

  test('a vanity name leads to the same page', async () => {
    const folder = await newFolder('0', `By name ${++made}`);
    await share('folders', folder, { vanity_name: `Our-summer-${made}-2026` });
    const page = await fresh().get(`/v/our-SUMMER-${made}-2026`);
    expect([page.status, page.text.includes(`<h1>${folder.name}</h1>`)]).toEqual([200, true]);
  });

  test('a link that expired, was removed or never was is a 404 page with a sentence', async () => {
    const folder = await newFolder();
    const unshared_at = new Date(Date.now() + passedMs + 1000).toISOString();
    const path = await share('folders', folder, { unshared_at });
    expect((await fresh().get(path)).status).toBe(200);
    passedMs += 2000;
    const removed = await share('folders', folder);
    await ann.put(`/folders/${folder.id}`, { shared_link: null });
    for (const gone of [path, removed, `/s/${'f'.repeat(32)}`, '/v/nobody-has-this-name']) {
      const page = await fresh().get(gone);
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain('The link was removed, has expired or is incomplete.');
    }
  });

  test('a web link is shown, and redirects no one unasked', async () => {
    const web = await ann.post('/web_links', {
      url: 'https://example.com/?a=1&b=2',
      name: `site ${++made}`,
      parent: { id: '0' },
    });
    const page = await fresh().get(await share('web_links', web.json));
    expect(page.status).toBe(200);
    expect(page.text).toContain('href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer nofollow"');
  });
});

describe('the form of a file request', () => {
  async function newRequest(settings: object = {}): Promise<Seen & { folder: Seen }> {
    const folder = await newFolder();
    const made = await ann.post('/file_requests', {
      folder: { id: folder.id },
      title: 'Send <us> your photos',
      ...settings,
    });
    return made.json as Seen & { folder: Seen };
  }

  /** The files of a folder, with the names of their uploaders. */
  async function filesIn(folder: Seen) {
    const fields = 'name,size,description,uploader_display_name,created_by,owned_by';
    return (await ann.get(`/folders/${folder.id}/items?fields=${fields}`)).json.entries;
  }

  function form(fields: Readonly<Record<string, string>>, files: Readonly<Record<string, string | Buffer>>): FormData {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    for (const [name, content] of Object.entries(files))
      data.append('files', new Blob([new Uint8Array(Buffer.from(content))]), name);
    return data;
  }

  test('takes several files, which belong to the owner of the folder, come from a File Request and make no rules in it', async () => {
    const { url, folder } = await newRequest({ description: 'One by one.' });
    const page = await fresh().get(url);
    expect(page.text).toContain('<h1>Send &lt;us&gt; your photos</h1>');
    expect([page.text.includes('One by one.'), page.text.includes('name="email"')]).toEqual([true, false]);
    const sent = await fresh().post(
      url,
      form({}, { 'one.txt': 'first', 'zwölf 🌻.txt': 'second', '.TandemIgnore': '*' }),
    );
    expect([sent.status, sent.text.includes('Your 3 files were uploaded')]).toEqual([200, true]);
    expect(await filesIn(folder)).toMatchObject([
      { name: '_TandemIgnore' },
      {
        name: 'one.txt',
        size: 5,
        uploader_display_name: 'File Request',
        created_by: { id: '2' },
        owned_by: { login: service.person.login },
      },
      { name: 'zwölf 🌻.txt', size: 6, description: '' },
    ]);
  });

  test('asks for the email address and the description when it is set to, and shows the email address as the uploader', async () => {
    const { url, folder } = await newRequest({ is_email_required: true, is_description_required: true });
    const files = { 'asked.txt': 'content' };
    const without = await fresh().post(url, form({ description: 'for you' }, files));
    expect([without.status, without.text.includes('Enter your email address')]).toEqual([400, true]);
    expect(without.text).toContain('>for you</textarea>');
    const silent = await fresh().post(url, form({ email: 'kim@example.com', description: ' ' }, files));
    expect([silent.status, silent.text.includes('Enter a short description')]).toEqual([400, true]);
    expect(silent.text).toContain('value="kim@example.com"');
    expect(await filesIn(folder)).toEqual([]);
    expect((await fresh().post(url, form({ email: 'kim@example.com', description: 'for you' }, files))).status).toBe(
      200,
    );
    expect(await filesIn(folder)).toMatchObject([
      { name: 'asked.txt', description: 'for you', uploader_display_name: 'kim@example.com' },
    ]);
  });

  test('a name that is taken gets a number, and a name that cannot be is mended', async () => {
    const { url, folder } = await newRequest();
    await newFile(folder.id, 'Report.pdf', 'was here');
    await fresh().post(url, form({}, { 'report.pdf': 'one' }));
    const again = await fresh().post(url, form({}, { 'report.pdf': 'two', 'trailing ': 'three', '..': 'four' }));
    expect(again.text).toContain('<li>report (3).pdf</li>');
    const names = (await filesIn(folder)).map(({ name }) => name);
    expect(names.sort()).toEqual(['Report.pdf', 'file', 'report (2).pdf', 'report (3).pdf', 'trailing']);
  });

  test('a file that is too large is refused, and the files before it are kept and named', async () => {
    const { url, folder } = await newRequest();
    const sent = await fresh().post(url, form({}, { 'small.txt': 'fits', 'large.bin': Buffer.alloc(300_001) }));
    expect(sent.status).toBe(413);
    expect(sent.text).toContain('<li>small.txt</li>');
    expect((await filesIn(folder)).map(({ name }) => name)).toEqual(['small.txt']);
  });

  test('the space of the owner is the limit of all', async () => {
    const { url, folder } = await newRequest();
    const { store } = service.service;
    const { space_used } = (await ann.get('/users/me')).json as Seen & { space_used: number };
    await store.transaction(({ users }) => users.update(service.person.id, { spaceAmountBytes: space_used + 10 }));
    const sent = await fresh().post(url, form({}, { 'too much.txt': 'eleven bytes' }));
    await store.transaction(({ users }) => users.update(service.person.id, { spaceAmountBytes: null }));
    expect(sent.status).toBe(403);
    expect(await filesIn(folder)).toEqual([]);
  });

  test('without a file, or as something else than a form, it is refused', async () => {
    const { url, folder } = await newRequest();
    const empty = new FormData();
    empty.append('files', new Blob([]), '');
    const nothing = await fresh().post(url, empty);
    expect([nothing.status, nothing.text.includes('Choose at least one file.')]).toEqual([400, true]);
    const long = form({ description: 'x'.repeat(limits.descriptionLength + 1) }, { 'a.txt': 'a' });
    expect((await fresh().post(url, long)).status).toBe(400);
    expect((await fresh().post(url, { email: 'x' })).status).toBe(415);
    expect(await filesIn(folder)).toEqual([]);
  });

  test('submissions of one address are slowed down', async () => {
    const { url } = await newRequest();
    passedMs += 60_000;
    const statuses = new Set<number>();
    for (let sent = 0; sent < 100 && !statuses.has(429); sent++) {
      statuses.add((await fresh().post(url, form({}, { 'a.txt': 'a' }))).status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
    passedMs += 60_000;
  });

  test('shows nothing of the folder, and answers 404 for anything but a form', async () => {
    const { url, folder } = await newRequest();
    await newFile(folder.id, 'confidential.txt', 'inside');
    expect((await fresh().get(url)).text).not.toContain('confidential');
    for (const nowhere of ['0'.repeat(32), '%00', 'x']) {
      const page = await fresh().get(`/f/${nowhere}`);
      expect([page.status, page.text.includes('This file request is closed')]).toEqual([404, true]);
    }
  });
});
