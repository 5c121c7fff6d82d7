import { expect, type Locator, type Page } from '@playwright/test';
import type { FolderLookData } from '../../../preload/ipc/shapes/folder.ts';
import { english } from '../../../renderer/texts/en/english.ts';
import { findingsInBothSchemes } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { type Overlay, openDetails, overlays } from '../../support/window/overlays.ts';
import { now, signedIn, status } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

/**
 * Everything that opens above a page: without a finding of axe in light and dark at 1440 and 400 px, closed by Escape, which gives the
 * keyboard back, and within the narrow window.
 */

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 400, height: 860 } } as const;
type Size = keyof typeof sizes;

const invitation = {
  id: '5',
  from: 'Carol Ito',
  fromId: '9',
  item: 'Site plans',
  role: 'editor',
  createdAtMs: now - 60_000,
};

const list = (...entries: object[]) =>
  ({ entries, total_count: entries.length, limit: 100, offset: 0, next_marker: null }) as never;
const empty = list();
const bob = { type: 'user', id: '8', name: 'Bob Marsh', login: 'bob@harbour.studio' };
const shared = list({ type: 'collaboration', id: '1', role: 'editor', status: 'accepted', accessible_by: bob });
const held = list({ id: '1', type: 'legal_hold_policy_assignment', assigned_to: { type: 'folder', id: '3' } });

function answerAll(bridge: FakeBridge): void {
  bridge.answer(signedIn(status({ invitations: [invitation] })));
  bridge.answer(libraryAnswers());
  const limits = { bytesPerSecond: null, hours: [] };
  bridge.answer({
    'bandwidth.get': () => ({ up: limits, down: limits }),
    'ignore.get': () => ({ lines: [] }),
    'guard.get': () => ({ items: 50, share: 0.25 }),
    'held.list': () => [],
    service: {
      listHubItems: () => empty,
      listComments: () => empty,
      listTasks: () => empty,
      listFileCollaborations: () => shared,
      listFolderCollaborations: () => shared,
      listLegalHoldPolicyAssignments: () => held,
    },
  });
}

async function bothSchemes(page: Page, about: string, exempt: readonly string[] = []): Promise<void> {
  for (const [colorScheme, findings] of Object.entries(await findingsInBothSchemes(page))) {
    const counted = findings.filter((finding) => !exempt.some((rule) => finding.startsWith(`${rule}:`)));
    expect.soft(counted, `${about}, ${colorScheme}`).toEqual([]);
  }
}

/** The part of an element that lies outside of the window, or makes it scroll sideways. */
function cutOff(shown: Locator): Promise<string[]> {
  return shown.evaluate((root) => {
    const scrolls = (element: Element): boolean => getComputedStyle(element).overflowX !== 'visible';
    const isClipped = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
        if (scrolls(at)) return true;
      }
      return false;
    };
    const isOutside = (element: Element): boolean => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      return width > 0 && (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5);
    };
    const frame = root.closest('[data-rac][class*=overflow]') ?? root;
    const all = [frame, root, ...root.querySelectorAll('*')].filter((element) => element.checkVisibility());
    const outside = all.filter((element) => isOutside(element) && !(element !== frame && isClipped(element)));
    const sideways = [frame, root].filter((element) => element.scrollWidth > element.clientWidth + 1);
    return [...outside, ...sideways].map((element) => element.outerHTML.slice(0, 160));
  });
}

const layers = (page: Page): Locator => page.locator(':is([role=dialog], [role=menu], [role=listbox]):not([hidden])');

async function check(page: Page, name: string, overlay: Overlay, size: Size): Promise<void> {
  const about = `${name}, ${size}`;
  const opener = overlay.opener(page);
  const shown = overlay.shows(page);
  const others = await layers(page).count();
  await opener.focus();
  const focused = await opener.evaluateHandle((element) => element);
  await (overlay.open?.(page) ?? page.keyboard.press('Enter'));
  await expect.poll(() => layers(page).count(), about).toBeGreaterThan(others);
  await expect(shown).toBeVisible();
  await bothSchemes(page, about, overlay.exempt);
  if (size === 'narrow') expect.soft(await cutOff(shown), about).toEqual([]);
  expect.soft(await focused.evaluate(takesKeyAfterEscape), `the key after Escape, ${about}`).toBe(true);
  await expect(layers(page), about).toHaveCount(others);
  await expect.soft(opener, about).toBeFocused();
}

/** Presses Escape and another key in one task: only microtasks run between two keys that are typed fast. */
async function takesKeyAfterEscape(opener: Element): Promise<boolean> {
  const press = (key: string): boolean | undefined =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  press('Escape');
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  let isTaken = false;
  const take = (event: Event): void => {
    isTaken = event.composedPath().includes(opener);
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', take, { capture: true, once: true });
  press('ArrowDown');
  return isTaken;
}

/** Closes dialogs, a panel, which covers the list in a narrow window, and the selection. */
async function leave(page: Page): Promise<void> {
  while ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  const close = page.getByRole('complementary').getByRole('button', { name: 'Close' });
  if (await close.isVisible()) await close.press('Enter');
  const clear = page.getByRole('button', { name: 'Clear selection' });
  if (await clear.isVisible()) await clear.press('Enter');
  // A menu leaves its row marked, without a panel or a bar.
  const marked = page.getByRole('row', { selected: true });
  if ((await marked.count()) > 0) await marked.first().press('Control+Space');
}

for (const [group, members] of Object.entries(overlays)) {
  for (const size of ['wide', 'narrow'] as const) {
    test(`${group}, ${size}: no finding, Escape, and the focus`, async ({ page, bridge }) => {
      test.slow();
      await page.setViewportSize(sizes[size]);
      answerAll(bridge);
      let at: Overlay | null = null;
      for (const [name, overlay] of Object.entries(members)) {
        if (overlay.only !== undefined && overlay.only !== size) continue;
        await test.step(name, async () => {
          if (at?.page !== overlay.page || at.tab !== overlay.tab) {
            await bridge.open(overlay.page);
            if (overlay.tab !== undefined) await page.getByRole('tab', { name: overlay.tab }).click();
          }
          await overlay.before?.(page);
          await check(page, name, overlay, size);
          await leave(page);
          at = overlay;
        });
      }
    });
  }
}

/** Overlays that Escape does not close, or without an opener of their own. */
const passing: Readonly<Record<string, (page: Page, bridge: FakeBridge) => Promise<() => Promise<void>>>> = {
  toast: async (page, bridge) => {
    bridge.answer({ service: { deleteFile: () => null as never } });
    await bridge.open('#/files?folder=0');
    const row = page.getByRole('row').filter({ hasText: 'plan.dwg' });
    await row.press('Control+Space');
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Delete');
    const toast = page.getByRole('alertdialog');
    await expect(toast).toContainText('Moved “plan.dwg” to Trash.');
    // It stays for as long as the pointer is on it.
    await toast.hover();
    return async () => {
      expect(await cutOff(toast)).toEqual([]);
      await toast.getByRole('button', { name: 'Dismiss' }).press('Enter');
      await expect(toast).toHaveCount(0);
      await expect(page.getByRole('row').filter({ hasText: 'Harbour' })).toBeFocused();
    };
  },
  'details of a file': async (page, bridge) => {
    await bridge.open('#/files?folder=0');
    const row = page.getByRole('row').filter({ hasText: 'plan.dwg' });
    const panel = await openDetails(page, 'plan.dwg');
    await expect(panel).toBeVisible();
    return async () => {
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      await expect(row).toBeFocused();
    };
  },
  tooltip: async (page, bridge) => {
    await bridge.open('#/files?folder=0');
    await page.getByRole('radio', { name: 'List' }).focus();
    await page.keyboard.press('ArrowRight');
    const tip = page.getByRole('tooltip');
    await expect(tip).toHaveText('Pictures');
    return async () => {
      expect(await cutOff(tip)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(tip).toHaveCount(0);
      await expect(page.getByRole('radio', { name: 'Pictures' })).toBeFocused();
    };
  },
  'upload tray with a question': async (page, bridge) => {
    bridge.answer({
      'drop.begin': ({ files }) => ({
        batchId: 'b1',
        files: files.map(({ relativePath }) => ({ id: relativePath, relativePath, conflict: true })),
      }),
      'drop.resolve': () => ({}),
      'drop.cancel': () => ({}),
      'drop.left': () => [],
    });
    await bridge.open('#/home');
    await page.getByRole('main').dispatchEvent('drop', { dataTransfer: await oneFile(page) });
    const tray = page.getByTestId('drop-batch');
    await expect(tray).toContainText('1 file is already in “Documents”.');
    return async () => {
      expect(await cutOff(tray)).toEqual([]);
      await page.evaluate(() => Reflect.set(window, 'dropPlan', { 'note.txt': 'send' }));
      await tray.getByRole('button', { name: 'Keep both' }).press('Enter');
      await expect(tray).toContainText('1 file sent');
      await tray.getByRole('button', { name: 'Dismiss' }).press('Enter');
      await expect(tray).toHaveCount(0);
    };
  },
  'hint of a drop': async (page, bridge) => {
    await bridge.open('#/home');
    const main = page.getByRole('main');
    await main.dispatchEvent('dragover', { dataTransfer: await oneFile(page) });
    const hint = page.getByTestId('drop-hint');
    await expect(hint).toHaveText('Drop to upload to “Documents”');
    return async () => {
      expect(await cutOff(hint)).toEqual([]);
      await main.dispatchEvent('dragleave');
      await expect(hint).toHaveCount(0);
    };
  },
};

function oneFile(page: Page) {
  return page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['text'], 'note.txt'));
    return transfer;
  });
}

for (const [name, show] of Object.entries(passing)) {
  for (const size of ['wide', 'narrow'] as const) {
    test(`${name}, ${size}: no finding, and gone when dismissed`, async ({ page, bridge }) => {
      await page.setViewportSize(sizes[size]);
      answerAll(bridge);
      const end = await show(page, bridge);
      // A tooltip describes the control that has the focus, wherever it is drawn.
      await bothSchemes(page, name, name === 'tooltip' ? ['region'] : []);
      await end();
    });
  }
}

const look: FolderLookData = {
  path: '/home/ann/Plans',
  state: 'in_use',
  entries: 12,
  freeBytes: 48_000_000_000,
  proposals: [],
  problem: null,
};
const none = {
  kind: 'none',
  baseUrl: null,
  canStartPrivate: true,
  suggestedFolder: '/home/ann/Tandem',
  redirectUri: 'http://127.0.0.1:28257/callback',
  signIn: { state: 'none' },
} as const;
const waiting = {
  state: 'waiting',
  baseUrl: 'https://files.example.com/2.0',
  url: 'https://files.example.com/in',
} as const;

/** The steps of the first minute, each with what leads to it. */
const steps: Readonly<Record<string, (bridge: FakeBridge) => string>> = {
  connect: (bridge) => {
    bridge.answer({ 'account.get': () => none });
    return '#/welcome';
  },
  'sign in': (bridge) => {
    bridge.answer({ 'account.get': () => ({ ...none, signIn: waiting }) });
    return '#/welcome';
  },
  folder: () => '#/welcome?add=folder',
  choose: () => '#/welcome?root=1',
};

for (const [name, prepare] of Object.entries(steps)) {
  test(`welcome, ${name}: no finding`, async ({ page, bridge }) => {
    answerAll(bridge);
    bridge.answer({ 'folder.look': () => look });
    await bridge.open(prepare(bridge));
    for (const size of ['wide', 'narrow'] as const) {
      await page.setViewportSize(sizes[size]);
      await bothSchemes(page, `${name}, ${size}`);
      expect.soft(await cutOff(page.getByRole('main')), `${name}, ${size}`).toEqual([]);
    }
    if (name !== 'folder') return;
    const opener = page.getByRole('button', { name: 'On the service' });
    const dialog = (at: Page): Locator => at.getByRole('dialog');
    await check(page, 'folder of the service', { page: '', opener: () => opener, shows: dialog }, 'narrow');
  });
}

test('the tray window and its menu: no finding, and Escape closes only the menu', async ({ page, bridge }) => {
  answerAll(bridge);
  await page.setViewportSize({ width: 360, height: 560 });
  await page.addInitScript(() => {
    window.close = () => Reflect.set(window, 'isClosed', true);
  });
  await bridge.open('#/tray');
  await bothSchemes(page, 'tray');
  const menu = (at: Page): Locator => at.getByRole('menu');
  const pause = page.getByRole('button', { name: /^Pause/ });
  await check(page, 'pause menu of the tray', { page: '', opener: () => pause, shows: menu }, 'narrow');
  expect(await page.evaluate(() => Reflect.get(window, 'isClosed'))).toBeUndefined();
});

test('Manage in the sheet of more pages leads to Settings and closes the sheet', async ({ page, bridge }) => {
  await page.setViewportSize(sizes.narrow);
  answerAll(bridge);
  await bridge.open('#/home');
  await page.getByRole('button', { name: 'More' }).press('Enter');
  await page.getByRole('dialog').getByRole('link', { name: english.frame.manageStorage }).press('Enter');
  await expect(page).toHaveURL(/#\/settings$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a dialog takes the focus once: an overlay opened above it can get it back at any time', async ({
  page,
  bridge,
}) => {
  answerAll(bridge);
  await page.clock.install();
  await bridge.open('#/connections');
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'New webhook' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeFocused();
  await dialog.evaluate((element) => {
    element.addEventListener('focusout', () => Reflect.set(window, 'hasLostFocus', true));
  });
  await page.clock.runFor(1000);
  expect(await page.evaluate(() => Reflect.get(window, 'hasLostFocus'))).toBeUndefined();
});
