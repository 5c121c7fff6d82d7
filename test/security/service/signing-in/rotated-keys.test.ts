import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService } from '../../../../service/app.ts';
import { setPassword } from '../../../../service/domain/people/sign-in/set-password.ts';
import { readStorageConfig } from '../../../../service/options/config.ts';
import { browserOf, type ScriptedBrowser, type SeenPage } from '../../../support/browser/scripted-browser.ts';
import { type ServiceProcess, startService, tandemService } from '../../../support/programs/processes.ts';
import { createPerson } from '../../../support/service/beside.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { testPassword } from '../../../support/service/oauth.ts';
import { requireOk } from '../contents/content-house.ts';

/* An attacker has read a backup, and the operator runs `tandem-service keys rotate` while the service runs, then restarts it. */

const login = 'ann@example.com';
let data: string;
let service: ServiceProcess;
let ann: ServiceCaller;
let browser: ScriptedBrowser;

/** Values that the service issued before the rotation. */
let given: {
  readonly download: string;
  readonly embed: string;
  readonly channel: string;
  readonly marker: string;
  readonly form: SeenPage;
  readonly proof: ScriptedBrowser;
  readonly link: string;
};

interface Keys {
  readonly primary: string;
  readonly secondary: string;
}
const webhookKeys = async (): Promise<Keys> =>
  JSON.parse((await tandemService(['webhooks', 'keys', '--data', data])).stdout);

let before: Keys;

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'tandem-rotated-keys-'));
  const token = await createPerson(data, login);
  {
    await using opened = await openService(readStorageConfig({ data }));
    await setPassword(opened.service, login, testPassword);
  }
  service = await startService(data);
  ann = callerOf(service, token);
  const publicUrl = service.baseUrl.replace(/\/2\.0$/, '');
  browser = browserOf(publicUrl);
  await browser.submit(await browser.get('/sign-in'), { login, password: testPassword });

  const [file] = requireOk(await ann.upload({ name: 'a.txt', parent: { id: '0' } }, 'content')).entries;
  for (const name of ['one', 'two']) requireOk(await ann.post('/folders', { name, parent: { id: '0' } }));
  const shared = requireOk(
    await ann.put(`/files/${file?.id}?fields=shared_link`, { shared_link: { password: 'of the link 1' } }),
  );
  const link = new URL(shared.shared_link.url).pathname;
  const proof = browserOf(publicUrl);
  await proof.submit(await proof.get(link), { password: 'of the link 1' });
  const embedded = requireOk(await ann.get(`/files/${file?.id}?fields=expiring_embed_link`)) as unknown as {
    readonly expiring_embed_link: { readonly url: string };
  };
  given = {
    download: String((await ann.get(`/files/${file?.id}/content`)).headers['location']),
    embed: embedded.expiring_embed_link.url,
    channel: `${requireOk(await ann.options('/events')).entries[0]?.url}&stream_position=0`,
    marker: `/folders/0/items?usemarker=true&limit=1&marker=${requireOk(await ann.get('/folders/0/items?usemarker=true&limit=1')).next_marker}`,
    form: await browser.get('/sign-in'),
    proof,
    link,
  };
  before = await webhookKeys();
});
afterAll(async () => {
  await service.kill('SIGKILL');
  await rm(data, { recursive: true, force: true });
});

/** How each of them is answered: true when it still opens something. */
const stillOpens = {
  'a download URL': async () => (await ann.send('GET', given.download)).status === 200,
  'an embed URL': async () => (await ann.send('GET', given.embed)).status === 200,
  // Without the token, which would open it by itself.
  'an event channel': async () => (await (await fetch(given.channel)).text()).includes('new_change'),
  'the marker of a half-read list': async () => (await ann.get(given.marker)).status === 200,
  'the proof of a link’s password': async () => !(await given.proof.get(given.link)).text.includes('type="password"'),
} as const satisfies Record<string, () => Promise<boolean>>;

const survives = {
  'an access token': async () => (await ann.get('/users/me')).status === 200,
  'the session of a browser': async () => (await browser.get('/sign-in')).text.includes('You are signed in'),
  'the primary webhook key': async () => (await webhookKeys()).primary === before.primary,
  'the stored items': async () => requireOk(await ann.get('/folders/0/items')).total_count === 3,
  'a shared link with its password': async () => {
    const page = await given.proof.get(given.link);
    const opened = await given.proof.submit(page, { password: 'of the link 1' });
    return opened.status === 303 && !(await given.proof.get(given.link)).text.includes('type="password"');
  },
} as const satisfies Record<string, () => Promise<boolean>>;

describe('keys rotate', () => {
  test.each(Object.entries(stillOpens))('control: before, %s opens something', async (_what, opens) => {
    expect(await opens()).toBe(true);
  });

  test('says what takes effect when, and shows no key', async () => {
    const { code, stdout } = await tandemService(['keys', 'rotate', '--data', data]);
    expect([code, JSON.parse(stdout)]).toEqual([0, { tickets: 'with the next start', webhooks: 'secondary renewed' }]);
    const after = await webhookKeys();
    expect([after.primary, after.secondary === before.secondary]).toEqual([before.primary, false]);
  });

  test.each(Object.entries(stillOpens))('a running service is unaffected: %s', async (_what, opens) => {
    expect(await opens()).toBe(true);
  });

  test('the restart that it asks for', async () => {
    const { port } = new URL(service.baseUrl);
    expect((await service.kill()).code).toBe(0);
    service = await startService(data, Number(port));
    expect((await ann.get('/users/me')).status).toBe(200);
  });

  test.each(Object.entries(stillOpens))('after the restart %s is refused', async (_what, opens) => {
    expect(await opens()).toBe(false);
  });

  test('after the restart an open form is refused', async () => {
    expect((await browser.submit(given.form, {}, '/sign-out')).status).toBe(403);
  });

  test.each(Object.entries(survives))('%s survives', async (_what, isThere) => {
    expect(await isThere()).toBe(true);
  });
});
