import { expect, type Locator } from '@playwright/test';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { test } from '../fake-window.ts';

/** A field of which one part is missing, e.g. the day, has no value, like an empty one. */

const incomplete = 'This date is incomplete. Complete or clear it.';

/** Removes the first part of a date. */
async function removePart(field: Locator): Promise<void> {
  await field.click({ position: { x: 12, y: 12 } });
  await field.press('Backspace');
}

const sent = (bridge: FakeBridge, operation: string) =>
  bridge.asked.filter(({ name }) => name === operation).map(({ request }) => Object(request).body);

const photos = {
  id: '61',
  type: 'file_request',
  title: 'Photos',
  description: '',
  folder: { type: 'folder', id: '3', name: 'Harbour' },
  status: 'active',
  etag: '3',
  expires_at: '2026-12-31T12:00:00Z',
};

test('a file request keeps its expiry date until it is complete or cleared', async ({ page, bridge }) => {
  const request = { ...photos };
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listFileRequests: () => ({ entries: [request], limit: 200, next_marker: null }) as never,
      getFileRequest: () => request as never,
      updateFileRequest: ({ body }) => Object.assign(request, body, { etag: '4' }) as never,
    },
  });
  await bridge.open('#/requests?request=61');
  const panel = page.getByRole('complementary');
  const field = panel.getByLabel('Expires');
  const save = panel.getByRole('button', { name: 'Save' });
  await removePart(field);
  await save.click();
  await expect(panel.getByText(incomplete)).toBeVisible();
  await expect(field).toBeFocused();
  expect(sent(bridge, 'updateFileRequest')).toEqual([]);

  await field.fill('2027-01-15T10:30');
  await expect(panel.getByText(incomplete)).toHaveCount(0);
  await save.click();
  await expect.poll(() => sent(bridge, 'updateFileRequest')).toEqual([{ expires_at: '2027-01-15T10:30:00Z' }]);
  await field.fill('');
  await save.click();
  await expect.poll(() => sent(bridge, 'updateFileRequest').at(-1)).toEqual({ expires_at: null });
});

test('a file request whose panel is left with half a date keeps its expiry date', async ({ page, bridge }) => {
  const requests = [photos, { ...photos, id: '62', title: 'Receipts' }];
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listFileRequests: () => ({ entries: requests, limit: 200, next_marker: null }) as never,
      getFileRequest: ({ params }) => requests.find(({ id }) => id === params.file_request_id) as never,
      updateFileRequest: ({ body }) => ({ ...photos, ...body, etag: '4' }) as never,
    },
  });
  await bridge.open('#/requests?request=61');
  const panel = page.getByRole('complementary');
  const field = panel.getByLabel('Expires');
  await removePart(field);
  await page.getByRole('row', { name: 'Receipts' }).click();
  await expect(panel.getByRole('heading', { name: 'Receipts' })).toBeVisible();
  await page.getByRole('row', { name: 'Photos' }).click();
  await expect(panel.getByRole('heading', { name: 'Photos' })).toBeVisible();
  await expect(field).toHaveValue('2026-12-31T12:00');
  await panel.getByLabel('Title').fill('Pictures');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent(bridge, 'updateFileRequest')).toEqual([{ title: 'Pictures' }]);
});

test('a legal hold is not created with half a date', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  bridge.answer({ service: { createLegalHoldPolicy: () => ({ type: 'legal_hold_policy', id: '9' }) as never } });
  await bridge.open('#/governance');
  await page.getByRole('button', { name: 'New legal hold' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Crane');
  await dialog.getByRole('checkbox').press('Space');
  await dialog.getByLabel('From').fill('2026-01-01');
  await dialog.getByLabel('To').fill('2026-02-01');
  await removePart(dialog.getByLabel('From'));
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText(incomplete)).toBeVisible();
  expect(sent(bridge, 'createLegalHoldPolicy')).toEqual([]);
});
