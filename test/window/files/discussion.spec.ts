import { expect, type Page } from '@playwright/test';
import { openTab, openTop, row } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import type { Answers, FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, pathState } from '../../support/window/folder-answers.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

/** Deleting a comment or a task takes what others added to it along, and can't be undone: it asks first. */

const list = (...entries: object[]) =>
  ({ entries, total_count: entries.length, limit: 100, next_marker: null }) as never;

/** The panel with the comments and tasks on a file, of which `permissions` are allowed. */
async function openDiscussion(page: Page, bridge: FakeBridge, service: Answers['service'], permissions = {}) {
  const file = listedFile('1', 'agreement.pdf', { permissions: { can_comment: true, ...permissions } } as never);
  await openTop(bridge, folderOf([file], [pathState('1')]), {
    service: { listComments: () => list(), listTasks: () => list(), ...service },
  });
  await row(page, 'agreement.pdf').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const panel = page.getByRole('complementary').or(page.getByRole('dialog'));
  await openTab(panel, 'Comments');
  return panel;
}

const timesAsked = (bridge: FakeBridge, name: string): number => bridge.asked.filter((one) => one.name === name).length;

test('deleting a comment names how many replies go with it, and can be cancelled', async ({ page, bridge }) => {
  const said = (id: string, to: string | null, created_by: object = people.ann) => ({
    type: 'comment',
    id,
    message: `Comment ${id}`,
    created_by,
    is_reply_comment: to !== null,
    item: to === null ? { type: 'file', id: '1' } : { type: 'comment', id: to },
  });
  // Two people answer the first comment; to one of the answers there is another.
  let comments = [said('1', null), said('2', '1'), said('3', '2', people.bob), said('4', null)];
  const panel = await openDiscussion(page, bridge, {
    listComments: () => list(...comments),
    deleteComment: () => {
      comments = comments.filter(({ id }) => id === '4');
      return undefined as never;
    },
  });
  const buttons = panel.getByRole('button', { name: 'Delete this comment' });
  const dialog = page.getByRole('dialog', { name: 'Delete this comment?' });
  const details = [
    '2 replies to it are deleted too. This can’t be undone.',
    '1 reply to it is deleted too. This can’t be undone.',
    'This can’t be undone.',
  ];
  for (const [index, detail] of details.entries()) {
    await buttons.nth(index).press('Enter');
    await expect(dialog.getByText(detail, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  expect(timesAsked(bridge, 'deleteComment')).toBe(0);
  await buttons.first().click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(panel.getByText('Comment 1')).toHaveCount(0);
  await expect(panel.getByText('Comment 4')).toBeVisible();
});

const task = (id: string, created_by: object = people.ann, ...assignees: object[]) => ({
  type: 'task',
  id,
  message: `Task ${id}`,
  action: 'complete',
  created_by,
  task_assignment_collection: list(
    ...assignees.map((assigned_to, at) => ({ id: `${id}${at}`, assigned_to, resolution_state: 'incomplete' })),
  ),
});

test('removing a task names for how many people it is removed', async ({ page, bridge }) => {
  let tasks = [task('1', people.ann, people.bob, people.carol), task('2', people.ann, people.bob), task('3')];
  const panel = await openDiscussion(page, bridge, {
    listTasks: () => list(...tasks),
    deleteTask: () => {
      tasks = [];
      return undefined as never;
    },
  });
  const buttons = panel.getByRole('region', { name: 'Tasks' }).getByRole('button', { name: 'Remove' });
  const dialog = page.getByRole('dialog', { name: 'Remove this task?' });
  const details = [
    'It is removed for 2 people, with their answers. This can’t be undone.',
    'It is removed for 1 person, with their answer. This can’t be undone.',
    'This can’t be undone.',
  ];
  for (const [index, detail] of details.entries()) {
    await buttons.nth(index).press('Enter');
    await expect(dialog.getByText(detail, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  expect(timesAsked(bridge, 'deleteTask')).toBe(0);
  await buttons.first().click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(panel.getByText('Task 1')).toHaveCount(0);
});

test('only the creator of a task, or someone who may rename its file, is offered to remove it', async ({
  page,
  bridge,
}) => {
  const tasks = [task('1', people.bob), task('2')];
  const service = { listTasks: () => list(...tasks) };
  const panel = await openDiscussion(page, bridge, service, { can_rename: false });
  const own = panel.getByRole('region', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: 'Task 2' });
  await expect(own.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Remove' })).toHaveCount(1);
});

test('a comment mentions a person with @ and the keyboard alone, as the service takes it', async ({ page, bridge }) => {
  const bob = { type: 'user', id: '8', name: 'Bob Marsh', login: 'bob@harbour.studio' };
  const folder = folderOf([listedFile('1', 'signed.pdf')]);
  bridge.answer(folder);
  await openTop(bridge, {
    service: {
      listComments: () => ({ entries: [], total_count: 0, limit: 100, offset: 0 }) as never,
      listTasks: () => ({ entries: [], total_count: 0 }),
      createComment: () => ({ id: '1', type: 'comment' }),
      listFileCollaborations: () =>
        ({ entries: [{ type: 'collaboration', id: '1', role: 'editor', accessible_by: bob }] }) as never,
    },
  });
  await row(page, 'signed.pdf').click();
  await page.getByRole('tab', { name: 'Comments' }).click();
  const box = page.getByRole('textbox', { name: /^Comment \(@/ });
  await box.pressSequentially('See @bo');
  await expect(page.getByRole('option', { name: /Bob Marsh/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('See @Bob Marsh ');
  await page.getByRole('button', { name: 'Comment', exact: true }).press('Enter');
  await expect(box).toHaveValue('');
  expect(bridge.asked.find(({ name }) => name === 'createComment')?.request).toMatchObject({
    body: { item: { type: 'file', id: '1' }, tagged_message: 'See @[8:Bob Marsh] ' },
  });
});

test('two people with the same name can be mentioned in one comment', async ({ page, bridge }) => {
  const bob = { type: 'user', id: '8', name: 'Bob Marsh', login: 'bob@harbour.studio' };
  const namesake = { ...bob, id: '9', login: 'bob.marsh@quay.example' };
  const panel = await openDiscussion(page, bridge, {
    createComment: () => ({ id: '1', type: 'comment' }),
    listFileCollaborations: () =>
      list(
        ...[bob, namesake].map((by, at) => ({
          type: 'collaboration',
          id: `${at}`,
          role: 'editor',
          accessible_by: by,
        })),
      ),
  });
  const box = panel.getByRole('textbox', { name: /^Comment \(@/ });
  for (const [text, login] of [
    ['@bob', bob.login],
    ['and @bob', namesake.login],
  ] as const) {
    await box.pressSequentially(text);
    await page.getByRole('option', { name: login }).click();
  }
  await expect(box).toHaveValue('@Bob Marsh (bob@harbour.studio) and @Bob Marsh (bob.marsh@quay.example) ');
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(box).toHaveValue('');
  expect(bridge.asked.find(({ name }) => name === 'createComment')?.request).toMatchObject({
    body: { item: { type: 'file', id: '1' }, tagged_message: '@[8:Bob Marsh] and @[9:Bob Marsh] ' },
  });
});

const bobShares = {
  listFileCollaborations: () =>
    list({ type: 'collaboration', id: '1', role: 'editor', accessible_by: { ...people.bob, type: 'user' } }),
};

test('a task is assigned from one line, which takes its form only when asked', async ({ page, bridge }) => {
  const panel = await openDiscussion(page, bridge, {
    ...bobShares,
    createTask: () => ({ id: '9', type: 'task' }) as never,
    createTaskAssignment: () => ({ id: '1', type: 'task_assignment' }) as never,
  });
  const assign = panel.getByRole('button', { name: 'Assign a task' });
  const box = panel.getByRole('textbox', { name: 'New task' });
  await expect(assign).toBeVisible();
  await expect(box).toHaveCount(0);
  await assign.press('Enter');
  await expect(box).toBeFocused();
  await box.fill('Check the site');
  await bothSchemesAreSound(page);
  await box.press('Enter');
  await expect(box).toHaveCount(0);
  await expect(assign).toBeFocused();
  await assign.press('Enter');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(assign).toBeFocused();
  expect(timesAsked(bridge, 'createTask')).toBe(1);
});

for (const [width, height] of [
  [1440, 860],
  [400, 700],
] as const) {
  test(`the composer stays in view at ${width} px, and its suggestions move no button`, async ({ page, bridge }) => {
    await page.setViewportSize({ width, height });
    const said = (id: number) => ({
      type: 'comment',
      id: String(id),
      message: `Comment ${id}`,
      created_by: people.carol,
      is_reply_comment: false,
      item: { type: 'file', id: '1' },
    });
    await openDiscussion(page, bridge, {
      ...bobShares,
      listComments: () => list(...Array.from({ length: 30 }, (_, at) => said(at + 1))),
    });
    const box = page.getByRole('textbox', { name: /^Comment \(@/ });
    const send = page.getByRole('button', { name: 'Comment', exact: true });
    await expect(box).toBeInViewport({ ratio: 1 });
    await expect(send).toBeInViewport({ ratio: 1 });
    const before = await send.boundingBox();
    await box.pressSequentially('See @bo');
    const option = page.getByRole('option', { name: /Bob Marsh/ });
    await expect(option).toBeInViewport({ ratio: 1 });
    expect(await send.boundingBox()).toEqual(before);
    await bothSchemesAreSound(page);
    await option.click();
    await expect(box).toHaveValue('See @Bob Marsh ');
  });
}

test('the composer covers no button that has the focus, at 400 px', async ({ page, bridge }) => {
  await page.setViewportSize({ width: 400, height: 700 });
  const said = (id: number) => ({
    type: 'comment',
    id: String(id),
    message: `Comment ${id}`,
    created_by: people.carol,
    is_reply_comment: false,
    item: { type: 'file', id: '1' },
  });
  await openDiscussion(page, bridge, {
    listComments: () => list(...Array.from({ length: 12 }, (_, at) => said(at + 1))),
  });
  const composer = page.getByRole('textbox', { name: /^Comment \(@/ });
  const replies = page.getByRole('button', { name: /^Reply to/ });
  await expect(replies).toHaveCount(12);
  await replies.first().focus();
  for (let at = 1; at < 12; at += 1) {
    await page.keyboard.press('Tab');
    await expect(replies.nth(at)).toBeFocused();
    const [button, field] = [await replies.nth(at).boundingBox(), await composer.boundingBox()];
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(field?.y ?? 0);
  }
});

test('a focused field has one frame, where its border is', async ({ page, bridge }) => {
  const panel = await openDiscussion(page, bridge, {});
  const field = panel.getByRole('textbox', { name: 'Comment (@ mentions a person)' });
  await field.focus();
  await expect(field).toHaveCSS('outline-width', '2px');
  await expect(field).toHaveCSS('outline-offset', '-1px');
});
