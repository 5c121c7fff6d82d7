import { expect, type Page } from '@playwright/test';
import { openTab, openTop, row } from '../../support/browser/files-page.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

/** Labels that someone else changes at the same time: what the other person saved stays. */

const plan = listedFile('1', 'plan.pdf');
const stale = { code: 'precondition_failed', message: 'Its etag is "9", not "1".', remedy: '' };
const panelOf = (page: Page) => page.getByRole('complementary');

/** A file that the service keeps: each change raises its etag, and one with another etag is a mistake of the window. */
async function openLabels(page: Page, bridge: FakeBridge, first: { tags?: string[]; description?: string }) {
  const held = { etag: '1', tags: first.tags ?? [], description: first.description ?? '' };
  const asElse = (change: { tags?: string[]; description?: string }): void => {
    Object.assign(held, change, { etag: String(Number(held.etag) + 1) });
  };
  await openTop(bridge, folderOf([plan]), {
    service: {
      getFile: () => ({ ...plan, ...held }) as never,
      updateFile: ({ headers, body }) => {
        if (headers?.['if-match'] !== held.etag) throw new Error(`The fake expects ${held.etag}.`);
        asElse({ ...body, tags: body.tags === null ? [] : (body.tags ?? held.tags) } as typeof first);
        return { ...plan, ...held, parent: { type: 'folder', id: '0', name: 'All files' } } as never;
      },
      listFileCollaborations: () => ({ entries: [] }) as never,
      getMetadataTemplate: () => ({ scope: 'enterprise', templateKey: 'classes', fields: [] }) as never,
    },
  });
  await row(page, 'plan.pdf').click();
  await openTab(panelOf(page), 'Labels');
  return { held, asElse };
}

const sent = ({ asked }: FakeBridge) =>
  asked.filter(({ name }) => name === 'updateFile').map(({ request }) => request as { readonly body: object });

test('adding and removing a tag keep the tags that someone else saved meanwhile', async ({ page, bridge }) => {
  const { held, asElse } = await openLabels(page, bridge, { tags: ['draft', '2026'] });
  const tags = panelOf(page).getByRole('list', { name: 'Tags' });
  await expect(tags.getByRole('listitem')).toHaveText(['draft', '2026']);
  asElse({ tags: ['draft', '2026', 'signed'] });
  // Between the reading and the writing, the item changes once more.
  bridge.refuseNext('updateFile', stale);
  await panelOf(page).getByLabel('New tag').fill('harbour');
  await page.keyboard.press('Enter');
  await expect(tags.getByRole('listitem')).toHaveText(['draft', '2026', 'signed', 'harbour']);
  asElse({ tags: [...held.tags, 'paid'] });
  await panelOf(page).getByRole('button', { name: 'Remove the tag draft' }).click();
  await expect(tags.getByRole('listitem')).toHaveText(['2026', 'signed', 'harbour', 'paid']);
  await expect(panelOf(page).getByRole('alert')).toHaveCount(0);
});

test('a description that someone else saved meanwhile is overwritten only at the next attempt', async ({
  page,
  bridge,
}) => {
  const { held, asElse } = await openLabels(page, bridge, { description: 'First draft' });
  const panel = panelOf(page);
  const field = panel.getByLabel('Description');
  await field.fill('Signed by both');
  asElse({ description: 'Rejected by Bob' });
  // The typed text also stays when the window hears of the other one before the attempt.
  await bridge.reconnect();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('alert')).toHaveText(
    'This description changed while you were editing it. It is now “Rejected by Bob”. Saving again overwrites it.',
  );
  await expect(field).toHaveValue('Signed by both');
  expect(sent(bridge)).toEqual([]);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => held.description).toBe('Signed by both');
  await expect(panel.getByRole('alert')).toHaveCount(0);
});

test('a change of something else holds up no description', async ({ page, bridge }) => {
  const { held, asElse } = await openLabels(page, bridge, { description: 'First draft' });
  const panel = panelOf(page);
  await panel.getByLabel('Description').fill('Signed by both');
  asElse({ tags: ['signed'] });
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => held.description).toBe('Signed by both');
  expect(held.tags).toEqual(['signed']);
});

test('a description keeps its lines while it is edited', async ({ page, bridge }) => {
  const { held } = await openLabels(page, bridge, { description: 'First line\nSecond line' });
  const field = panelOf(page).getByLabel('Description');
  await expect(field).toHaveValue('First line\nSecond line');
  await field.press('Control+End');
  await field.press('Enter');
  await field.pressSequentially('Third line');
  await panelOf(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => held.description).toBe('First line\nSecond line\nThird line');
});

test('a description that may only be read shows its lines, and a long word does not widen the panel', async ({
  page,
  bridge,
}) => {
  const readable = { ...plan, permissions: { ...plan.permissions, can_rename: false } } as typeof plan;
  const description = `First line\nSecond line\n${'x'.repeat(200)}`;
  await openTop(bridge, folderOf([readable]), {
    service: {
      getFile: () => ({ ...readable, tags: ['y'.repeat(100)], description }) as never,
      listFileCollaborations: () => ({ entries: [] }) as never,
      getMetadataTemplate: () => ({ scope: 'enterprise', templateKey: 'classes', fields: [] }) as never,
    },
  });
  await row(page, 'plan.pdf').click();
  await openTab(panelOf(page), 'Labels');
  const shown = panelOf(page).getByText('First line');
  expect(await shown.evaluate((element: HTMLElement) => element.innerText)).toBe(description);
  const widths = await panelOf(page).evaluate((panel) =>
    [panel, ...panel.querySelectorAll('*')].map(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth] as const),
  );
  expect(widths.filter(([scroll, client]) => client > 0 && scroll > client + 1)).toEqual([]);
});
