import { expect } from '@playwright/test';
import type { AttentionItem } from '../../../preload/ipc/shapes/status.ts';
import { menuButton, row } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, pathState } from '../../support/window/folder-answers.ts';
import { signedIn, status } from '../../support/window/status-states.ts';
import { problem } from '../../support/window/studio/home.ts';
import { test } from '../fake-window.ts';

const path = 'Video/raw-takes.mov';
const tooLarge: AttentionItem = problem(
  { code: 'larger_than_allowed', args: { name: 'raw-takes.mov', sizeBytes: 62e9, largestBytes: 50e9 } },
  { path, code: 'too_large', canKeepHere: true },
);
const badName: AttentionItem = problem(
  { code: 'name_refused_by_service', args: { name: 'Q3\\Q4.xlsx', fault: 'slashes', limit: 0, unit: 'characters' } },
  { path: 'Q3\\Q4.xlsx', code: 'name_not_allowed_by_service', suggestedName: 'Q3-Q4.xlsx', canKeepHere: true },
);

/** Attention of an engine that keeps items on this computer only. */
function keepsItems(bridge: FakeBridge): void {
  const kept = new Set<string>();
  const problems = () => [tooLarge, badName].filter((one) => !kept.has(one.path));
  const now = () => status({ state: 'attention', attention: problems(), attentionTotal: problems().length });
  bridge.answer(signedIn());
  bridge.answer({
    'status.get': now,
    'conflict.list': () => ({ conflicts: [], total: 0 }),
    'held.list': () => [],
    'kept.list': () => ({ items: [...kept].map((one) => ({ rootId: 1, path: one })) }),
    'kept.set': (change) => {
      if (change.isKept) kept.add(change.path);
      else kept.delete(change.path);
      void bridge.emit('status', now());
      return {};
    },
  });
}

for (const width of [1440, 400]) {
  test(`what can’t go up is kept on this computer only, and syncs again from the same menu, at ${width} px`, async ({
    page,
    bridge,
  }) => {
    await page.setViewportSize({ width, height: 860 });
    keepsItems(bridge);
    await bridge.open('#/attention');
    const main = page.getByRole('main');
    const act = async (name: string, what: string): Promise<void> => {
      await main.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: what }).click();
    };
    await expect(main.getByRole('button', { name: 'Actions for Q3\\Q4.xlsx' })).toBeVisible();
    await bothSchemesAreSound(page);
    expect(await outOfReach(page)).toEqual([]);
    await act('raw-takes.mov', 'Keep on this computer only');
    const kept = main.getByRole('list', { name: 'On this computer only' }).getByRole('listitem');
    await expect(kept).toHaveText([/raw-takes\.movDocuments \/ Video · Doesn’t sync/]);
    await expect(main.getByText('is too large')).toHaveCount(0);
    await bothSchemesAreSound(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await act('raw-takes.mov', 'Sync again');
    await expect(kept).toHaveCount(0);
    await expect(main.getByText('is too large')).toBeVisible();
    await act('Q3\\Q4.xlsx', 'Keep on this computer only');
    await expect(kept).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(kept).toHaveCount(0);
  });
}

test('the menu of a row in Files keeps a file that can’t go up on this computer only, and its state says so', async ({
  page,
  bridge,
}) => {
  const states = [pathState('1', { status: 'blocked', code: 'no_permission', path: 'plan.txt', canKeepHere: true })];
  bridge.answer(folderOf([listedFile('1', 'plan.txt'), listedFile('2', 'other.txt')], states));
  bridge.answer({ 'kept.set': () => ({}) });
  await bridge.open('#/files?folder=0');
  await menuButton(row(page, 'other.txt'), 'other.txt').click();
  await expect(page.getByRole('menuitem', { name: 'Keep on this computer only' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await menuButton(row(page, 'plan.txt'), 'plan.txt').click();
  await page.getByRole('menuitem', { name: 'Keep on this computer only' }).click();
  await expect
    .poll(() => bridge.asked.find(({ name }) => name === 'kept.set')?.request)
    .toEqual({
      rootId: 1,
      path: 'plan.txt',
      isKept: true,
    });
  await bridge.emit('paths', [pathState('1', { status: 'ignored', code: 'kept_here', path: 'plan.txt' })]);
  await expect(row(page, 'plan.txt')).toContainText('On this computer only');
  await menuButton(row(page, 'plan.txt'), 'plan.txt').click();
  await expect(page.getByRole('menuitem', { name: 'Sync again' })).toBeVisible();
});
