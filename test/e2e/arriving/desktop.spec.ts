import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Status } from '../../../preload/ipc/shapes/status.ts';
import { pagePolicy } from '../../../preload/ipc/transport/page-policy.ts';
import { rootStatus, statusWith } from '../../support/desktop/seam-double.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';

/**
 * What the window shows in the desktop application alone: the short form at the tray, and newer versions. The built page on a bridge
 * of the test's own, under the policy that it has there; the application around it is in `test/electron`.
 */
const built = path.resolve(import.meta.dirname, '../../../dist/renderer');
const origin = 'https://app.test';

type Asked = { readonly name: string; readonly input: unknown };

/** Opens the page on a bridge that records its requests. Returns the errors of the page. */
async function openDesktop(
  page: Page,
  place: string,
  status: Status,
  answers: Record<string, unknown>,
): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = path.join(built, pathname === '/' ? 'index.html' : pathname);
    return route.fulfill({ path: file, headers: { 'Content-Security-Policy': pagePolicy() } });
  });
  await page.addInitScript(
    ([first, given]) => {
      const asked: unknown[] = [];
      Reflect.set(globalThis, 'asked', asked);
      Reflect.set(globalThis, 'tandem', {
        host: 'electron',
        call: async (command: string, input: { operation?: string }) => {
          asked.push({ name: command, input });
          const name = [command, input.operation].filter(Boolean).join(' ');
          const error = { code: 'not_supported_here', message: `${name} is not answered here.`, remedy: '' };
          return name in given ? { ok: true, value: given[name] } : { ok: false, error };
        },
        subscribe: (feed: string, listener: (message: unknown) => void) => {
          if (feed === 'status') listener(first);
          return () => undefined;
        },
        connection: () => 'connected',
        onConnection: () => () => undefined,
        pathOf: () => null,
        sendDrop: async () => ({ ok: false, reason: 'refused', message: '' }),
      });
    },
    [status, answers] as const,
  );
  await page.goto(`${origin}/#${place}`);
  return complaints;
}

const asked = (page: Page, name: string): Promise<unknown[]> =>
  page.evaluate(
    (wanted) =>
      (Reflect.get(globalThis, 'asked') as Asked[]).filter((one) => one.name === wanted).map((one) => one.input),
    name,
  );

const session = {
  host: 'electron',
  can: { reveal: true, tray: true, dropPaths: true, chooseFolder: true },
  version: '1.2.3',
  deviceName: 'laptop',
  homePath: '/home/ann',
  isAdmin: false,
};
const changed = (id: number, name: string, side: 'local' | 'remote', minutesAgo: number) => ({
  id,
  atMs: Date.now() - minutesAgo * 60_000,
  rootId: 1,
  kind: side === 'local' ? 'download' : 'upload',
  side,
  path: name,
  fromPath: null,
  itemKind: 'file',
  bytes: 1,
  sentence: '',
  rule: '',
  batch: id,
  undo: 'possible',
});
const entries = [
  changed(5, 'Documents/report-final.docx', 'remote', 1),
  changed(4, 'Studio/site-plan.dwg', 'local', 9),
  changed(3, 'Documents/report-final.docx', 'remote', 12),
  changed(2, 'Documents/a name that is a good deal longer than the window of the tray is wide.mov', 'remote', 300),
];
const status = statusWith({
  sentence: 'Everything is in sync.',
  detail: '102,593 files, 451 GB.',
  roots: [rootStatus],
  invitations: [{ id: '31', from: 'Carol', fromId: '9', item: 'Launch plan', role: 'editor', createdAtMs: null }],
});
const account = {
  kind: 'private',
  baseUrl: 'http://127.0.0.1:1/2.0',
  canStartPrivate: true,
  suggestedFolder: '/home/ann/Tandem',
  redirectUri: 'http://127.0.0.1:28257/callback',
  signIn: { state: 'none' },
};
const done = Object.fromEntries(
  ['invitation.accept', 'root.reveal', 'window.show', 'sync.pause', 'update.install'].map((name) => [name, {}]),
);
const answers = { ...done, 'session.get': session, 'account.get': account, 'activity.list': { entries, more: false } };

test('the tray window shows the state, invitations and changes, and offers three actions', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 420 });
  const complaints = await openDesktop(page, '/tray', status, answers);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything is in sync.');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const files = page.getByRole('list', { name: 'Recent files' }).getByRole('listitem');
  await expect(files).toHaveCount(3);
  await expect(files.first()).toContainText('report-final.docx');
  await bothSchemesAreSound(page);
  // Nothing is wider than the window.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.getByRole('button', { name: 'Accept' }).click();
  await files.nth(1).getByRole('button').click();
  await page.getByRole('button', { name: 'Open folder' }).click();
  await page.getByRole('button', { name: 'Open Tandem' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('menuitem', { name: '30 minutes' }).click();
  expect(await asked(page, 'invitation.accept')).toEqual([{ id: '31' }]);
  expect(await asked(page, 'root.reveal')).toEqual([{ rootId: 1, path: 'Studio/site-plan.dwg' }, { rootId: 1 }]);
  expect(await asked(page, 'window.show')).toEqual([{}]);
  expect(await asked(page, 'sync.pause')).toEqual([{ forMs: 1_800_000 }]);
  expect(complaints).toEqual([]);
});

test('a newer version is one calm line that can be put away', async ({ page }) => {
  const ready = { state: 'ready', version: '1.3.0', share: null, sentence: null };
  const complaints = await openDesktop(page, '/home', status, { ...answers, 'update.get': ready });
  const line = page.getByRole('region', { name: 'Newer version' });
  await expect(line).toContainText('Version 1.3.0 is ready.');
  await bothSchemesAreSound(page);
  await line.getByRole('button', { name: 'Restart to update' }).click();
  expect(await asked(page, 'update.install')).toEqual([{}]);
  await line.getByRole('button', { name: 'Dismiss' }).click();
  await expect(line).toHaveCount(0);
  // A dismissed update is still in Settings.
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Version 1.3.0 is ready. It is installed when')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a link to a file opens its folder with the file chosen, or says why it cannot', async ({ page }) => {
  const file = { type: 'file', id: '5', name: 'plan.txt', size: 9, etag: '1', modified_at: null };
  const path_collection = { total_count: 1, entries: [{ type: 'folder', id: '0', name: 'All Files' }] };
  await openDesktop(page, '/files?file=5', status, {
    ...answers,
    'service.call getFile': { ...file, parent: { type: 'folder', id: '17', name: 'Contracts' } },
    'service.call getFolder': { type: 'folder', id: '17', name: 'Contracts', path_collection },
    'service.call listFolderItems': { entries: [{ ...file, id: '4', name: 'a.txt' }, file], total_count: 2 },
  });
  await expect(page.getByRole('row', { name: /plan\.txt/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('row', { name: /a\.txt/ })).toHaveAttribute('aria-selected', 'false');
  expect(new URL(page.url()).hash).toBe('#/files?folder=17&file=5');

  await page.goto('about:blank');
  await openDesktop(page, '/files?file=6', status, answers);
  await expect(page.getByRole('alert')).toContainText('service.call getFile is not answered here.');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
