import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { findPlaces } from '../../main/account/places.ts';
import { connectControlSocket } from '../../main/ipc/control-socket.ts';
import { controlSocket } from '../../main/private/private-socket-path.ts';
import { eventually } from '../support/programs/processes.ts';

/**
 * The packaged application of this system, as `npm run package -- --dir` leaves it: with its fuses, from its archive. The fuses prevent
 * debugging of its main process, so this looks at its page over Chromium's own port.
 */
const repository = path.resolve(import.meta.dirname, '../..');
const programs: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'release/linux*-unpacked/tandem-sync',
  darwin: 'release/mac*/Tandem.app/Contents/MacOS/Tandem',
  win32: 'release/win*-unpacked/Tandem.exe',
};
/** Later than this a person has clicked the icon again. */
const WINDOW_WITHIN_MS = 20_000;

let home: string;
let app: ChildProcess;
let browser: Browser;
let ended: Promise<unknown[]>;

function program(): string {
  const [found] = globSync(programs[process.platform] ?? 'none', { cwd: repository });
  if (found === undefined) throw new Error('nothing is packaged: run `npm run package -- --dir`');
  return path.join(repository, found);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function shownPage(port: number): Promise<Page> {
  browser = await eventually('the application answers', () =>
    chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => undefined),
  );
  return eventually('its window is there', async () =>
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((page) => page.url().startsWith('tandem-window://app/')),
  );
}

test.beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tandem-packaged-'));
});
test.afterEach(async () => {
  await browser?.close();
  app.kill();
  await ended;
  await rm(home, { recursive: true, force: true });
});

test('the packaged application shows its window, starts its private service, and ends cleanly', async () => {
  const port = await freePort();
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  app = spawn(program(), [...asRoot, `--remote-debugging-port=${port}`], {
    env: { ...process.env, TANDEM_HOME: home },
    stdio: 'inherit',
  });
  ended = once(app, 'exit');
  const page = await Promise.race([shownPage(port), late()]);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: WINDOW_WITHIN_MS });
  await page.screenshot({ path: path.join(repository, 'test-results/pictures/packaged.png') });

  const places = findPlaces({ env: { TANDEM_HOME: home }, platform: process.platform, home, exists: existsSync });
  const control = await connectControlSocket(controlSocket(places.state));
  expect(await control?.call('account.startPrivate', {})).toMatchObject({ ok: true });
  expect(await control?.call('account.get', {})).toMatchObject({ ok: true, value: { kind: 'private' } });
  control?.close();
  if (process.platform === 'win32') return; // There a signal is a kill: the records survive it, the exit code says nothing.
  app.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

async function late(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, WINDOW_WITHIN_MS).unref());
  throw new Error(`no window within ${WINDOW_WITHIN_MS / 1000} s`);
}
