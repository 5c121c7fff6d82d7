import { crc32, deflateSync } from 'node:zlib';
import { test as base, expect, type Page } from '@playwright/test';
import { setPassword } from '../../../service/domain/people/sign-in/set-password.ts';
import { tinyPdf } from '../../support/files/tiny-media.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { accessibilityFindings } from '../../support/window/accessibility.ts';

/** The pages of the service that anybody can come to, in a real browser, against a real service. */

type WorkerFixtures = { readonly service: TestService; readonly ann: ServiceCaller };
type Fixtures = { readonly complaints: string[] };

const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    // Playwright reads from the pattern which fixtures it needs; a pattern there must be.
    async ({ browserName: _browserName }, provide) => {
      const service = await startTestService();
      await provide(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  ann: [async ({ service }, provide) => provide(callerOf(service, service.person.token)), { scope: 'worker' }],
  /** Errors and violations of the policy, from the first byte of each page. */
  complaints: async ({ page }, provide) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 40[34]/.test(message.text())) complaints.push(message.text());
    });
    await provide(complaints);
  },
});

let made = 0;

async function newFolder(ann: ServiceCaller, name: string, parent = '0'): Promise<Seen> {
  return (await ann.post('/folders', { name: `${name} ${++made}`, parent: { id: parent } })).json;
}

async function newFile(ann: ServiceCaller, parent: Seen, name: string, content: string | Buffer): Promise<void> {
  expect((await ann.upload({ name, parent: { id: parent.id } }, content)).status).toBe(201);
}

async function shared(ann: ServiceCaller, folder: Seen, settings: object = {}): Promise<string> {
  return (await ann.put(`/folders/${folder.id}`, { shared_link: settings })).json.shared_link.url;
}

/** A folder with everything that a visitor can meet, and its link. */
async function newShowcase(ann: ServiceCaller, settings: object = {}): Promise<string> {
  const folder = await newFolder(ann, 'Summer');
  const below = await newFolder(ann, 'Beach', folder.id);
  await newFile(ann, folder, 'a picture.png', pngOf(64, 48));
  await newFile(ann, folder, 'notes with <markup>.txt', 'Remember the <b>towels</b>.\n'.repeat(80));
  await newFile(ann, folder, `${'long name '.repeat(20)}.bin`, Buffer.alloc(1_500_000));
  await newFile(ann, folder, 'ticket.pdf', tinyPdf('Ticket'));
  await newFile(ann, below, 'deep.txt', 'deep down');
  await ann.post('/web_links', { url: 'https://example.com/map', name: 'The map', parent: { id: folder.id } });
  return shared(ann, folder, settings);
}

const schemes = ['light', 'dark'] as const;
const widths = [1280, 360] as const;

/** Every page must be without findings, with nothing cut off and nothing refused by its own policy. */
async function expectSound(page: Page, complaints: readonly string[]): Promise<void> {
  expect(await accessibilityFindings(page)).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
  expect(complaints).toEqual([]);
}

for (const colorScheme of schemes) {
  for (const width of widths) {
    test(`a shared folder and all that is in it, ${colorScheme}, ${width} px`, async ({ page, ann, complaints }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(await newShowcase(ann));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Summer/);
      await expectSound(page, complaints);

      await page.getByRole('link', { name: 'a picture.png' }).click();
      const picture = page.getByRole('img', { name: 'a picture.png' });
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
      await expectSound(page, complaints);

      await page.getByRole('navigation', { name: 'Parent folders' }).getByRole('link').click();
      await page.getByRole('link', { name: 'notes with <markup>.txt' }).click();
      await expect(page.getByRole('region')).toContainText('Remember the <b>towels</b>.');
      await expectSound(page, complaints);

      await page.goBack();
      await page.getByRole('link', { name: /^long name/ }).click();
      await expect(page.getByText('There is no preview for this type of file.')).toBeVisible();
      await expectSound(page, complaints);

      await page.goBack();
      await page.getByRole('link', { name: 'The map' }).click();
      await expect(page.getByRole('link', { name: 'Open page' })).toHaveAttribute('href', 'https://example.com/map');
      await expectSound(page, complaints);
    });

    test(`a file request, ${colorScheme}, ${width} px`, async ({ page, service, ann, complaints }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const folder = await newFolder(ann, 'Incoming');
      const asked = { is_email_required: true, is_description_required: true, description: 'The best ones.\nPlease.' };
      const { url } = (await ann.post('/file_requests', { folder: { id: folder.id }, title: 'Your photos', ...asked }))
        .json;
      await page.goto(service.publicUrl + url);
      await expectSound(page, complaints);

      await page.getByLabel('Your email address').fill('kim@example.com');
      await page.getByLabel('Description').fill('From the beach');
      await page.getByLabel('Files').setInputFiles([
        { name: 'one.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('one') },
        { name: 'zwei.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('zwei') },
      ]);
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
      await expect(page.getByRole('listitem')).toHaveText(['one.jpg', 'zwei.jpg']);
      await expectSound(page, complaints);
      const fields = 'name,uploader_display_name';
      const { entries } = (await ann.get(`/folders/${folder.id}/items?fields=${fields}`)).json;
      expect(entries).toMatchObject([
        { name: 'one.jpg', uploader_display_name: 'kim@example.com' },
        { name: 'zwei.jpg', uploader_display_name: 'kim@example.com' },
      ]);
    });

    test(`a password, and a link that is gone, ${colorScheme}, ${width} px`, async ({ page, ann, complaints }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const url = await newShowcase(ann, { password: 'Beach-2026' });
      await page.goto(url);
      await expectSound(page, complaints);
      await page.getByLabel('Password').fill('wrong one');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText('Incorrect password.');
      await expectSound(page, complaints);
      await page.getByLabel('Password').fill('Beach-2026');
      await page.getByRole('button', { name: 'Open' }).click();
      await expect(page.getByRole('link', { name: 'ticket.pdf' })).toBeVisible();

      const answer = await page.goto(url.replace(/\/s\/.*/, `/s/${'0'.repeat(32)}`));
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'This link is not available' })).toBeVisible();
      await expectSound(page, complaints);
    });
  }
}

test('a document is shown in its frame and nothing complains about it', async ({ page, ann, complaints }) => {
  await page.goto(await newShowcase(ann));
  const document = page.waitForResponse((answer) => answer.url().includes('/preview/'));
  await page.getByRole('link', { name: 'ticket.pdf' }).click();
  const answer = await document;
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await expect(page.getByTitle('ticket.pdf')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a file is downloaded under its name', async ({ page, ann }) => {
  await page.goto(await newShowcase(ann));
  await page.getByRole('link', { name: 'Beach' }).click();
  await page.getByRole('link', { name: 'deep.txt' }).click();
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('deep.txt');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('deep down');
});

test('the pages need no scripts', async ({ browser, service, ann }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(await newShowcase(ann, { password: 'Beach-2026' }));
  await page.getByLabel('Password').fill('Beach-2026');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('link', { name: 'notes with <markup>.txt' }).click();
  await expect(page.getByRole('region')).toContainText('towels');
  const folder = await newFolder(ann, 'Scriptless');
  const { url } = (await ann.post('/file_requests', { folder: { id: folder.id } })).json;
  await page.goto(service.publicUrl + url);
  await page.getByLabel('Files').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await context.close();
});

test('what a page shows as text does not run, whatever it is called', async ({ page, ann }) => {
  const folder = await newFolder(ann, 'Hostile');
  await newFile(ann, folder, 'attack.html', '<script>document.title = "taken over"</script>');
  await newFile(
    ann,
    folder,
    '<img src=x onerror=alert(1)>.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  );
  let alerts = 0;
  page.on('dialog', async (dialog) => {
    alerts += 1;
    await dialog.dismiss();
  });
  await page.goto(await shared(ann, folder));
  for (const name of ['attack.html', '<img src=x onerror=alert(1)>.svg']) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('region')).toBeVisible();
    await expect(page).toHaveTitle(`${name} - Tandem`);
    await page.goBack();
  }
  expect(alerts).toBe(0);
});

test('a link for the company opens after the sign-in, on the page that was asked for', async ({
  page,
  service,
  ann,
}) => {
  await setPassword(service.service, service.person.login, 'correct horse battery');
  await page.goto(await newShowcase(ann, { access: 'company' }));
  await page.getByLabel('Login').fill(service.person.login);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Summer/);
});

/** A picture of one colour, as a PNG. */
function pngOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const rows = Buffer.alloc((width * 3 + 1) * height, 0x60);
  for (let row = 0; row < height; row++) rows[row * (width * 3 + 1)] = 0;
  const chunks = [
    pngChunk('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
