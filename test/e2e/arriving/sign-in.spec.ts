import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { setPassword } from '../../../service/domain/people/sign-in/set-password.ts';
import { eventually, type Finished, startTandem, tandem } from '../../support/programs/processes.ts';
import { authorizePath, pkce, testPassword } from '../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { accessibilityFindings } from '../../support/window/accessibility.ts';

/** Sign-in and consent of a real service, in a real browser. */

type WorkerFixtures = { readonly service: TestService };
type Fixtures = { readonly complaints: string[] };
const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    async ({ browserName: _browserName }, provide) => {
      const service = await startTestService();
      await setPassword(service.service, service.person.login, testPassword);
      await provide(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  complaints: async ({ browserName: _browserName }, provide) => {
    await provide([]);
  },
  page: async ({ page, complaints }, provide) => {
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await provide(page);
  },
});

async function signIn(page: Page, login: string, password = testPassword): Promise<void> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function expectNothingCutOff(page: Page): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 360] as const) {
    test(`sign-in and consent, ${colorScheme}, ${width} px: no finding, nothing cut off`, async ({
      page,
      service,
      complaints,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(service.publicUrl + authorizePath(pkce().challenge));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
      expect(await accessibilityFindings(page)).toEqual([]);
      await expectNothingCutOff(page);
      await signIn(page, service.person.login);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Allow “Tandem”?');
      await expect(page.getByRole('listitem').first()).toHaveText(
        'view, add, edit, share and delete all your files and folders',
      );
      expect(await accessibilityFindings(page)).toEqual([]);
      await expectNothingCutOff(page);
      expect(complaints).toEqual([]);
    });
  }
}

test('a wrong password is said beside the form, and the login stays', async ({ page, service }) => {
  await page.goto(`${service.publicUrl}/sign-in`);
  await signIn(page, service.person.login, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Incorrect login or password.');
  await expect(page.getByLabel('Login')).toHaveValue(service.person.login);
  await expect(page.getByLabel('Password')).toHaveValue('');
  expect(await accessibilityFindings(page)).toEqual([]);
  await signIn(page, service.person.login);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed in');
});

test('everything works with the keyboard and without scripts; "not you?" leads to another sign-in', async ({
  browser,
  service,
}) => {
  const bob = await service.addPerson('bob@example.com', 'Bob');
  await setPassword(service.service, bob.login, testPassword);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(service.publicUrl + authorizePath(pkce().challenge));
  await page.keyboard.press('Tab');
  await page.keyboard.type(service.person.login);
  await page.keyboard.press('Tab');
  await page.keyboard.type(testPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText(service.person.login)).toBeVisible();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await signIn(page, bob.login);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Allow “Tandem”?');
  await expect(page.getByText(bob.login)).toBeVisible();
  await context.close();
});

test('what leads nowhere is said on a page', async ({ page, service }) => {
  await page.goto(service.publicUrl + authorizePath(pkce().challenge, { redirect_uri: 'https://evil.example/' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('tandem login in a real browser: sign in, allow, and the commands work', async ({ page, service, complaints }) => {
  const home = await mkdtemp(join(tmpdir(), 'tandem-sign-in-'));
  const state = join(home, 'state');
  const login = async (decision: 'Allow' | 'Deny'): Promise<Finished> => {
    const running = startTandem(['login', '--no-browser', '--base-url', service.baseUrl, '--state', state]);
    const address = await eventually('the address', async () => /^http\S+$/m.exec(running.stderr())?.[0]);
    await page.goto(address);
    if ((await page.getByLabel('Login').count()) > 0) await signIn(page, service.person.login);
    await page.getByRole('button', { name: decision }).click();
    return running.finished;
  };
  try {
    const denied = await login('Deny');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are not signed in');
    expect([denied.code, denied.stderr]).toEqual([1, expect.stringContaining('was not allowed')]);
    const end = await login('Allow');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed in');
    expect(await accessibilityFindings(page)).toEqual([]);
    expect([end.code, end.stderr]).toEqual([0, expect.stringContaining('as Ann (ann@example.com)')]);
    expect((await tandem(['ls', '--state', state])).code).toBe(0);
    expect(complaints).toEqual([]);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
