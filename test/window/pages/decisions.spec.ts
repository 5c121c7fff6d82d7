import { expect, type Page } from '@playwright/test';
import type { Conflict } from '../../../preload/ipc/shapes/attention.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { now } from '../../support/window/status-states.ts';
import { comparison } from '../../support/window/studio/comparison.ts';
import { files } from '../../support/window/studio/files.ts';
import { test } from '../fake-window.ts';

/** Decisions say what they did, can be undone, and are never made by the second click of a double click. */

const listed = comparison['conflict.list']?.({ limit: 100, offset: 0 });
const [held] = comparison['held.list']?.({}) ?? [];

const toastIn = (page: Page) => page.getByRole('region', { name: 'Latest action' });
const conflictsIn = (page: Page) => page.getByRole('list', { name: 'Conflicts' }).getByRole('listitem');
const askedOf = (bridge: FakeBridge, wanted: string) =>
  bridge.asked.filter(({ name }) => name === wanted).map(({ request }) => request);

/** Answers with two conflicts until they are resolved, and again once their decision is undone. */
function answerConflicts(bridge: FakeBridge): void {
  const all = listed?.conflicts ?? [];
  let open: readonly Conflict[] = all as never;
  const detail = comparison['conflict.get']?.({ id: 4 });
  bridge.answer(files);
  bridge.answer(comparison);
  bridge.answer({
    'conflict.list': () => ({ conflicts: [...open], total: open.length }) as never,
    'conflict.get': ({ id }) => ({ ...detail, ...open.find((one) => one.id === id) }) as never,
    'conflict.resolve': ({ id }) => {
      open = open.filter((one) => one.id !== id);
      return { batch: 12, path: 'site-notes.md' };
    },
    'activity.undo': () => {
      open = all as never;
      return { undone: 1, batch: 13, refused: [] };
    },
  });
}

test('a decision leads to the next conflict with what was done, and after the last to the list', async ({
  page,
  bridge,
}) => {
  answerConflicts(bridge);
  await bridge.open('#/attention?conflict=4');
  await page.getByRole('button', { name: 'Keep Carol Ito’s version' }).dblclick();
  await expect(page).toHaveURL(/conflict=5/);
  await expect(page.getByRole('heading', { level: 1, name: 'schedule.md' })).toBeVisible();
  await expect(toastIn(page)).toContainText('Kept Carol Ito’s version of “site-notes.md”.');
  expect(askedOf(bridge, 'conflict.resolve')).toMatchObject([{ id: 4, keep: 'theirs' }]);
  await page.clock.setFixedTime(now + 60_000);
  await page.getByRole('button', { name: 'Keep your version' }).click();
  await expect(page).toHaveURL(/#\/attention$/);
  await expect(toastIn(page)).toContainText('Kept your version of “schedule.md”.');
  await toastIn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(conflictsIn(page)).toHaveCount(2);
  expect(askedOf(bridge, 'activity.undo')).toEqual([{ batch: 12 }]);
});

test('Keep both in the list says so with Undo, and a double click leaves the row that moves up alone', async ({
  page,
  bridge,
}) => {
  answerConflicts(bridge);
  await bridge.open('#/attention');
  await page.getByRole('button', { name: 'Keep both versions of site-notes.md' }).dblclick();
  await expect(conflictsIn(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Keep both versions of Contracts/2026/schedule.md' }).click();
  await expect(toastIn(page)).toContainText('Kept both versions of “site-notes.md”.');
  expect(askedOf(bridge, 'conflict.resolve')).toEqual([{ id: 4, keep: 'both' }]);
  bridge.answer({
    'activity.undo': () => ({
      undone: 0,
      batch: null,
      refused: [{ id: 1, path: 'site-notes.md', message: 'It has changed since.', remedy: 'Look again.' }],
    }),
  });
  await toastIn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toastIn(page)).toContainText('It has changed since. Look again.');
});

for (const [what, label, said] of [
  ['deletes', 'Delete everywhere', 'Deleting 128 items everywhere. You can undo this in Activity.'],
  ['deletes', 'Restore all', 'Restoring 128 items.'],
  ['rewrites', 'Apply new versions', 'Applying new versions of 128 items. You can undo this in Activity.'],
  ['rewrites', 'Restore previous versions', 'Restoring previous versions of 128 items.'],
] as const) {
  test(`“${label}” is decided once and says what happens`, async ({ page, bridge }) => {
    if (held === undefined) throw new Error('the scene has no held batch');
    const second = { ...held, id: 9 };
    let batches = [
      { ...held, what },
      { ...second, what },
    ];
    bridge.answer(comparison);
    bridge.answer({
      'held.list': () => batches,
      'held.release': ({ id }) => {
        batches = batches.filter((batch) => batch.id !== id);
        return { released: 1, restored: 128, failed: [], failedTotal: 0 };
      },
    });
    await bridge.open('#/attention');
    const button = page.getByRole('button', { name: label });
    await expect(button).toHaveCount(2);
    await button.first().dblclick();
    await expect(button).toHaveCount(1);
    await button.click();
    await expect(toastIn(page)).toContainText(said);
    expect(askedOf(bridge, 'held.release')).toMatchObject([{ id: 3 }]);
  });
}

test('a batch that is restored in part says how many items failed, and why the first of them did', async ({
  page,
  bridge,
}) => {
  if (held === undefined) throw new Error('the scene has no held batch');
  const failed = Array.from({ length: 100 }, (_, at) => ({
    path: `${at}.txt`,
    message: 'It is no longer in the trash.',
  }));
  bridge.answer(comparison);
  bridge.answer({
    'held.list': () => [held],
    'held.release': () => ({ released: 0, restored: 16, failed, failedTotal: 112 }),
  });
  await bridge.open('#/attention');
  await page.getByRole('button', { name: 'Restore all' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(
    'Restored 16 items. 112 items can’t be restored. 0.txt: It is no longer in the trash.',
  );
  await expect(alert).toContainText('109 other items failed too.');
  await bothSchemesAreSound(page);
});

test('items that join a batch as it is decided can be decided on too', async ({ page, bridge }) => {
  if (held === undefined) throw new Error('the scene has no held batch');
  let batch = held;
  bridge.answer(comparison);
  bridge.answer({
    'held.list': () => [batch],
    'held.release': () => {
      batch = { ...held, items: 3, sinceMs: held.sinceMs + 1 };
      return { released: 128, restored: 0, failed: [], failedTotal: 0 };
    },
  });
  await bridge.open('#/attention');
  await page.getByRole('button', { name: 'Delete everywhere' }).click();
  await expect(toastIn(page)).toContainText('Deleting 128 items everywhere.');
  await page.clock.setFixedTime(now + 1_000);
  await page.getByRole('button', { name: 'Delete everywhere' }).click();
  await expect.poll(() => askedOf(bridge, 'held.release')).toMatchObject([{ items: 128 }, { items: 3 }]);
});

test('a conflict reads the same on Home and in Attention', async ({ page, bridge }) => {
  bridge.answer(files);
  bridge.answer(comparison);
  await bridge.open('#/home');
  const onHome = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem').first();
  await expect(onHome).toContainText('You and Carol Ito both changed this file.');
  const words = await onHome.innerText();
  const height = await onHome.evaluate((row) => row.clientHeight);
  await bridge.open('#/attention');
  await expect(page.getByRole('heading', { name: 'Conflicts' })).toBeVisible();
  expect(await conflictsIn(page).first().innerText()).toBe(words);
  expect(
    await conflictsIn(page)
      .first()
      .evaluate((row) => row.clientHeight),
  ).toBe(height);
});

test('in a narrow window, both decisions about held files stand beside each other', async ({ page, bridge }) => {
  await page.setViewportSize({ width: 400, height: 860 });
  bridge.answer(files);
  bridge.answer(comparison);
  for (const hash of ['#/home', '#/attention']) {
    await bridge.open(hash);
    const decisions = page.getByRole('button', { name: /^(Delete everywhere|Restore all)$/ });
    await expect(decisions).toHaveCount(2);
    const [apply, restore] = await decisions.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON()),
    );
    expect(apply.y, hash).toBe(restore.y);
    expect(apply.width, hash).toBeCloseTo(restore.width, 0);
  }
});
