import { expect, type Locator, type Page } from '@playwright/test';
import { openTab, openTop, row } from '../../support/browser/files-page.ts';
import type { Answers, FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { status } from '../../support/window/status-states.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

/** A text that is typed in the details of an item stays until it is sent or cleared, wherever its field is meanwhile. */

const plan = listedFile('1', 'plan.pdf');
const other = listedFile('2', 'walk.mp4');
const both = folderOf([plan, other]);

const notes: Answers = {
  service: {
    getFile: ({ params }) => ({ ...(params.file_id === '1' ? plan : other), description: '', tags: [] }) as never,
    listComments: () =>
      ({
        entries: [
          { type: 'comment', id: '5', message: 'Who signs?', created_by: people.carol, is_reply_comment: false },
        ],
        total_count: 1,
        limit: 100,
        offset: 0,
      }) as never,
    listTasks: () => ({ entries: [], total_count: 0 }),
    listFileCollaborations: () =>
      ({ entries: [{ type: 'collaboration', id: '1', accessible_by: people.bob }] }) as never,
    getMetadataTemplate: () => ({ scope: 'enterprise', templateKey: 'classes', fields: [] }) as never,
    createComment: () => ({ id: '6', type: 'comment' }),
    createTask: () => ({ id: '7', type: 'task' }) as never,
    createTaskAssignment: () => ({ id: '8', type: 'task_assignment' }) as never,
    listWebhooks: () => ({ entries: [], limit: 100, next_marker: null }) as never,
  },
};

const isAsked = async ({ asked }: FakeBridge, name: string): Promise<void> =>
  expect.poll(() => asked.map((one) => one.name)).toContain(name);

const timesAsked = ({ asked }: FakeBridge, name: string): number => asked.filter((one) => one.name === name).length;

const panelOf = (page: Page): Locator => page.getByRole('complementary');
const comment = (within: Locator): Locator => within.getByRole('textbox', { name: /^Comment \(@/ });

async function openComments(page: Page, bridge: FakeBridge): Promise<Locator> {
  await openTop(bridge, both, notes);
  await row(page, 'plan.pdf').click();
  await openTab(panelOf(page), 'Comments');
  return comment(panelOf(page));
}

test('a comment, an answer, a task, a tag, a description and a webhook are there again after another file was selected', async ({
  page,
  bridge,
}) => {
  const box = await openComments(page, bridge);
  const panel = panelOf(page);
  await box.fill('See @Bob Marsh about clause 4');
  await panel.getByRole('button', { name: 'Assign a task' }).click();
  await panel.getByRole('textbox', { name: 'New task' }).fill('Check the site');
  await panel.getByRole('button', { name: 'Reply to Carol Ito' }).click();
  await panel.getByRole('textbox', { name: /^Reply/ }).fill('Ann does');
  await openTab(panel, 'Labels');
  await panel.getByLabel('Description').fill('Signed by both');
  await panel.getByLabel('New tag').fill('2026');
  await openTab(panel, 'Webhooks');
  await panel.getByRole('button', { name: 'Add a webhook' }).click();
  await panel.getByRole('textbox').fill('https://example.com/hook');
  await panel.getByText('A file is locked').click();
  await row(page, 'walk.mp4').click();
  await expect(panel.getByRole('heading', { name: 'walk.mp4' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Add a webhook' })).toBeVisible();
  await row(page, 'walk.mp4').press('ArrowUp');
  await expect(panel.getByRole('textbox')).toHaveValue('https://example.com/hook');
  await expect(panel.getByRole('checkbox', { name: 'A file is locked' })).toBeChecked();
  await expect(row(page, 'plan.pdf')).toBeFocused();
  await openTab(panel, 'Labels');
  await expect(panel.getByLabel('Description')).toHaveValue('Signed by both');
  await expect(panel.getByLabel('New tag')).toHaveValue('2026');
  await openTab(panel, 'Comments');
  await expect(panel.getByRole('textbox', { name: 'New task' })).toHaveValue('Check the site');
  await expect(panel.getByRole('textbox', { name: /^Reply/ })).toHaveValue('Ann does');
  await expect(box).toHaveValue('See @Bob Marsh about clause 4');
  await box.press('Control+Enter');
  await isAsked(bridge, 'createComment');
  expect(bridge.asked.find(({ name }) => name === 'createComment')?.request).toMatchObject({
    body: { tagged_message: `See @[${people.bob.id}:Bob Marsh] about clause 4` },
  });
});

test('a chosen mention of one of two namesakes is still that person after another tab, and gone with the text', async ({
  page,
  bridge,
}) => {
  const namesakes = ['11', '12'].map((id) => ({
    type: 'collaboration',
    id,
    role: 'viewer',
    status: 'accepted',
    accessible_by: { type: 'user', id, name: 'Sam Lee', login: `sam${id}@harbour.studio` },
  }));
  await openTop(bridge, both, notes);
  bridge.answer({
    service: { listFileCollaborations: () => ({ entries: namesakes, limit: 1000, next_marker: null }) as never },
  });
  await row(page, 'plan.pdf').click();
  const panel = panelOf(page);
  await openTab(panel, 'Comments');
  const box = comment(panel);
  await box.pressSequentially('@Sam');
  await page.getByRole('option', { name: /sam12@/ }).click();
  await box.pressSequentially('please look');
  await openTab(panel, 'Activity');
  await openTab(panel, 'Comments');
  await expect(box).toHaveValue('@Sam Lee (sam12@harbour.studio) please look');
  await box.press('Control+Enter');
  await expect(box).toHaveValue('');
  // Typed by hand, the name may be that of either.
  await box.fill('@Sam Lee please sign');
  await box.press('Control+Enter');
  await expect(box).toHaveValue('');
  const sent = bridge.asked.filter(({ name }) => name === 'createComment').map(({ request }) => request);
  expect(sent).toMatchObject([
    { body: { tagged_message: '@[12:Sam Lee] please look' } },
    { body: { message: '@Sam Lee please sign' } },
  ]);
});

test('a comment under way is not sent again and then gone, also when its panel was left before the answer', async ({
  page,
  bridge,
}) => {
  const box = await openComments(page, bridge);
  await box.fill('First');
  const arrive = bridge.delay('createComment');
  await box.press('Control+Enter');
  await isAsked(bridge, 'createComment');
  await row(page, 'walk.mp4').click();
  await expect(panelOf(page).getByRole('heading', { name: 'walk.mp4' })).toBeVisible();
  await expect(box).toHaveValue('');
  await row(page, 'plan.pdf').click();
  await expect(box).toHaveValue('First');
  await box.press('Control+Enter');
  arrive();
  await expect(box).toHaveValue('');
  expect(timesAsked(bridge, 'createComment')).toBe(1);
});

test('a text is not shown to the account with the same number on another service', async ({ page, bridge }) => {
  const box = await openComments(page, bridge);
  await box.fill('First');
  const here = status();
  for (const [account, text] of [
    [{ ...here.account, key: 'https://files.quay.example 1' }, ''],
    [here.account, 'First'],
  ] as const) {
    bridge.answer({ 'status.get': () => ({ ...here, account }) });
    await bridge.emit('status', { ...here, account });
    await expect(panelOf(page)).toHaveCount(0);
    await row(page, 'plan.pdf').click();
    await openTab(panelOf(page), 'Comments');
    await expect(box).toHaveValue(text);
  }
});

test('a task under way is not sent again, also when its panel was left before the answer', async ({ page, bridge }) => {
  await openComments(page, bridge);
  const panel = panelOf(page);
  const box = panel.getByRole('textbox', { name: 'New task' });
  await panel.getByRole('button', { name: 'Assign a task' }).click();
  await box.fill('Check the site');
  const arrive = bridge.delay('createTask');
  await box.press('Enter');
  await isAsked(bridge, 'createTask');
  await row(page, 'walk.mp4').click();
  await expect(panel.getByRole('heading', { name: 'walk.mp4' })).toBeVisible();
  await row(page, 'plan.pdf').click();
  await expect(box).toHaveValue('Check the site');
  await box.press('Enter');
  arrive();
  await expect(box).toHaveValue('');
  expect(timesAsked(bridge, 'createTask')).toBe(1);
});

test('an answer in progress shows again without taking the keyboard from the rows', async ({ page, bridge }) => {
  await openComments(page, bridge);
  const panel = panelOf(page);
  const reply = panel.getByRole('textbox', { name: /^Reply/ });
  await panel.getByRole('button', { name: 'Reply to Carol Ito' }).click();
  await expect(reply).toBeFocused();
  await reply.fill('Ann does');
  await row(page, 'walk.mp4').click();
  await expect(panel.getByRole('heading', { name: 'walk.mp4' })).toBeVisible();
  await row(page, 'walk.mp4').press('ArrowUp');
  await expect(reply).toHaveValue('Ann does');
  await expect(row(page, 'plan.pdf')).toBeFocused();
});

test('an answer that is sent late leaves the keyboard where it is by then', async ({ page, bridge }) => {
  const box = await openComments(page, bridge);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Reply to Carol Ito' }).click();
  const reply = panel.getByRole('textbox', { name: /^Reply/ });
  await reply.fill('Ann does');
  const arrive = bridge.delay('createComment');
  await reply.press('Control+Enter');
  await isAsked(bridge, 'createComment');
  await box.click();
  arrive();
  await expect(reply).toHaveCount(0);
  await expect(box).toBeFocused();
});

test('an answer that was cancelled is not there again', async ({ page, bridge }) => {
  await openComments(page, bridge);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Reply to Carol Ito' }).click();
  await panel.getByRole('textbox', { name: /^Reply/ }).fill('Ann does');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Reply to Carol Ito' }).click();
  await expect(panel.getByRole('textbox', { name: /^Reply/ })).toHaveValue('');
});

test('the details in use stay while the list is sorted, and when their item leaves the list', async ({
  page,
  bridge,
}) => {
  const box = await openComments(page, bridge);
  await box.fill('Clause 4');
  const arrive = bridge.delay('listFolderItems');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(box).toHaveValue('Clause 4');
  arrive();
  await expect(row(page, 'plan.pdf')).toBeVisible();
  await box.press('End');
  await box.pressSequentially(' is old');
  bridge.answer(folderOf([other]));
  bridge.answer(notes);
  await bridge.reconnect();
  await expect(row(page, 'plan.pdf')).toHaveCount(0);
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('Clause 4 is old');
  await expect(panelOf(page).getByRole('button', { name: 'Share' })).toHaveCount(0);
  await panelOf(page).getByRole('button', { name: 'Close' }).press('Enter');
  await expect(panelOf(page)).toHaveCount(0);
});

test('the details of a row that is not in use go with it', async ({ page, bridge }) => {
  await openTop(bridge, both, notes);
  await row(page, 'plan.pdf').click();
  await expect(panelOf(page)).toBeVisible();
  bridge.answer(folderOf([other]));
  await bridge.reconnect();
  await expect(row(page, 'plan.pdf')).toHaveCount(0);
  await expect(panelOf(page)).toHaveCount(0);
});

test('a comment that is being typed stays when the window becomes too narrow for the panel', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, both, notes);
  await row(page, 'walk.mp4').click();
  await openTab(panelOf(page), 'Comments');
  await row(page, 'plan.pdf').click();
  const box = comment(panelOf(page));
  await box.fill('Clause 4');
  await page.setViewportSize({ width: 1000, height: 800 });
  const sheet = page.getByRole('dialog', { name: /plan\.pdf/ });
  await expect(comment(sheet)).toHaveValue('Clause 4');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(box).toHaveValue('Clause 4');
});
