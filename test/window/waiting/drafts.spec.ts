import { expect, type Page } from '@playwright/test';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { test } from '../fake-window.ts';

/** The form of a panel while its record changes elsewhere: what is not edited follows, and what is edited stays. */

const panelOf = (page: Page) => page.getByRole('complementary');

test('the status in the form of a person follows the button that deactivates', async ({ page, bridge }) => {
  let status = 'active';
  const answers = libraryAnswers();
  const account = () => ({
    type: 'user',
    id: '8',
    name: 'Bob Marsh',
    login: 'bob@harbour.studio',
    role: 'user',
    status,
  });
  bridge.answer(answers);
  bridge.answer({
    service: {
      listUsers: () => ({ entries: [account()], limit: 200, next_marker: null }) as never,
      updateUser: ({ body }) => {
        status = body?.status ?? status;
        return account() as never;
      },
    },
  });
  await bridge.open('#/people');
  await page.getByRole('row').filter({ hasText: 'Bob Marsh' }).click();
  const panel = panelOf(page);
  await panel.getByLabel('Job title').fill('Foreman');
  await panel.getByRole('button', { name: 'Deactivate' }).click();
  await expect(panel.getByRole('button', { name: 'Deactivated Status' })).toBeVisible();
  await expect(panel.getByLabel('Job title')).toHaveValue('Foreman');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => bridge.asked.filter(({ name }) => name === 'updateUser').map(({ request }) => request))
    .toEqual([
      { params: { user_id: '8' }, body: { status: 'inactive' } },
      { params: { user_id: '8' }, body: { job_title: 'Foreman' } },
    ]);
});

/** The page of a file request that the service keeps: each change raises its etag, and one with another etag is a mistake of the window. */
async function openRequest(bridge: FakeBridge) {
  const request = {
    id: '61',
    type: 'file_request',
    title: 'Photos of the site',
    description: 'From the crane',
    folder: { type: 'folder', id: '3', name: 'Harbour' },
    status: 'active',
    etag: '3',
  };
  const held = { request };
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listFileRequests: () => ({ entries: [held.request], limit: 200, next_marker: null }) as never,
      getFileRequest: () => held.request as never,
      updateFileRequest: ({ headers, body }) => {
        const { etag } = held.request;
        // Turning it off or on needs no etag.
        const isStale = headers?.['if-match'] !== etag && !('status' in body);
        if (isStale) throw new Error(`The fake expects ${etag}.`);
        held.request = { ...held.request, ...body, etag: String(Number(etag) + 1) } as typeof request;
        return held.request as never;
      },
    },
  });
  await bridge.open('#/requests?request=61');
  return held;
}

test('a file request that changed while its text was edited says so, and overwrites it only at the next attempt', async ({
  page,
  bridge,
}) => {
  const held = await openRequest(bridge);
  const panel = panelOf(page);
  const title = panel.getByLabel('Title', { exact: true });
  const message = panel.getByLabel('Message to uploaders');
  await title.fill('Photos of the facade');
  held.request = { ...held.request, title: 'Photos of the roof', description: 'From the roof', etag: '4' };
  await bridge.reconnect();
  await expect(message).toHaveValue('From the roof');
  await expect(title).toHaveValue('Photos of the facade');
  const sent = () => bridge.asked.filter(({ name }) => name === 'updateFileRequest').map(({ request: sent }) => sent);
  const stale = { code: 'precondition_failed', message: 'Its etag is "4", not "3".', remedy: '' };
  bridge.refuseNext('updateFileRequest', stale);
  const save = panel.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(panel.getByRole('alert')).toHaveText(
    'This file request changed while you were editing it. Saving again overwrites the fields that you edited.',
  );
  await save.click();
  await expect(save).toBeDisabled();
  await message.fill('From the street');
  await save.click();
  const params = { file_request_id: '61' };
  await expect.poll(sent).toEqual([
    { params, headers: { 'if-match': '3' }, body: { title: 'Photos of the facade' } },
    { params, headers: { 'if-match': '4' }, body: { title: 'Photos of the facade' } },
    { params, headers: { 'if-match': '5' }, body: { description: 'From the street' } },
  ]);
});

test('closing a file request while its text is edited is no change that saving overwrites', async ({
  page,
  bridge,
}) => {
  await openRequest(bridge);
  const panel = panelOf(page);
  const title = panel.getByLabel('Title', { exact: true });
  await title.fill('Photos of the facade');
  await panel.getByRole('button', { name: 'Close request' }).click();
  await expect(panel.getByRole('button', { name: 'Reopen request' })).toBeVisible();
  await expect(title).toHaveValue('Photos of the facade');
  await panel.getByRole('button', { name: 'Save' }).click();
  const sent = () => bridge.asked.filter(({ name }) => name === 'updateFileRequest').at(-1)?.request;
  await expect.poll(sent).toEqual({
    params: { file_request_id: '61' },
    headers: { 'if-match': '4' },
    body: { title: 'Photos of the facade' },
  });
});

test('the description of a hub that was just saved stays whole, although it is read cut', async ({ page, bridge }) => {
  const whole = 'Rules and examples. '.repeat(15);
  let description = 'Rules';
  const hub = () => ({ id: '71', type: 'hubs', title: 'How we build', description: description.slice(0, 200) });
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listHubs: () => ({ entries: [hub()], limit: 200, next_marker: null }) as never,
      getHub: () => hub() as never,
      updateHub: ({ body }) => {
        description = body?.description ?? description;
        return hub() as never;
      },
    },
  });
  await bridge.open('#/hubs');
  await page.getByRole('rowheader').filter({ hasText: 'How we build' }).click();
  const panel = panelOf(page);
  await panel.getByRole('tab', { name: 'Settings' }).click();
  const field = panel.getByLabel('Description', { exact: true });
  await field.fill(whole);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toContainText('Only the first 200 characters are shown.');
  await expect(field).toHaveValue(whole);
});
