import { expect, type Locator, type Page } from '@playwright/test';
import type { CommandName } from '../../../preload/ipc/commands.ts';
import type { ServiceCall } from '../../../preload/ipc/service-calls.ts';
import { english } from '../../../renderer/texts/en/english.ts';
import { openTab } from '../../support/browser/files-page.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { signedIn, status } from '../../support/window/status-states.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

/** A completed action is told even if its row, dialog or page is gone before the answer, and so is a refused one. */

const isAsked = async ({ asked }: FakeBridge, name: ServiceCall | CommandName): Promise<void> =>
  expect.poll(() => asked.map((one) => one.name)).toContain(name);

/** A hub of the person with one folder in it; all that can be removed or made there succeeds. */
async function openHub(page: Page, bridge: FakeBridge): Promise<void> {
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listHubItems: () =>
        ({ entries: [{ type: 'folder', id: '3', name: 'Harbour' }], limit: 100, next_marker: null }) as never,
      manageHubItems: () => ({ operations: [{}] }) as never,
      deleteHubCollaboration: () => undefined as never,
      createHub: ({ body }) => ({ type: 'hubs', id: '72', title: body.title }) as never,
    },
  });
  await bridge.open('#/hubs');
  await page.getByRole('rowheader').filter({ hasText: 'How we build' }).click();
}

type Act = { readonly name: ServiceCall | CommandName; readonly start: () => Promise<void> };

/** Leaves the page while the answer is under way, and lets it arrive then. */
async function leaveBeforeAnswer(page: Page, bridge: FakeBridge, { name, start }: Act): Promise<void> {
  const arrive = bridge.delay(name);
  await start();
  await isAsked(bridge, name);
  await page.evaluate(() => {
    window.location.hash = '#/home';
  });
  await expect(page.getByTestId('state')).toBeVisible();
  arrive();
}

test('what was taken out of a hub is said, also when its page is left before the answer', async ({ page, bridge }) => {
  await openHub(page, bridge);
  await page.getByRole('tab', { name: 'Items' }).click();
  const start = () => page.getByRole('button', { name: 'Remove Harbour' }).click();
  await leaveBeforeAnswer(page, bridge, { name: 'manageHubItems', start });
  await expect(page.getByText('Removed “Harbour” from this hub.')).toBeVisible();
});

test('a hub that was left says so, also when its page is left before the answer', async ({ page, bridge }) => {
  await openHub(page, bridge);
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  const start = () => page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await leaveBeforeAnswer(page, bridge, { name: 'deleteHubCollaboration', start });
  await expect(page.getByText('You left the hub “How we build”.')).toBeVisible();
});

const carol = { type: 'user', id: '9', name: 'Carol Ito', login: 'carol@harbour.studio' } as const;

/** A folder of Carol among what is shared with the person, with the dialog that asks before it is left. */
async function askToLeave(page: Page, bridge: FakeBridge, readPeople: (marker?: string) => object): Promise<Locator> {
  bridge.answer({
    service: {
      listFolderItems: () => {
        const entries = [{ type: 'folder', id: '21', name: 'Launch plan', owned_by: carol }];
        return { total_count: 1, limit: 1000, offset: 0, entries } as never;
      },
      listFolderCollaborations: ({ query }) => readPeople(query?.marker) as never,
      deleteCollaboration: () => undefined as never,
    },
  });
  await bridge.open('#/sharing');
  await page.getByRole('button', { name: 'Actions for Launch plan' }).click();
  await page.getByRole('menuitem', { name: 'Leave…' }).click();
  return page.getByRole('dialog').getByRole('button', { name: 'Leave' });
}

test('a person with access through a group reads why they can’t leave, also after the question was closed', async ({
  page,
  bridge,
}) => {
  const leave = await askToLeave(page, bridge, () => ({ next_marker: null, limit: 1000, entries: [] }));
  const arrive = bridge.delay('listFolderCollaborations');
  const before = bridge.asked.length;
  await leave.click();
  await expect.poll(() => bridge.asked.slice(before).map(({ name }) => name)).toContain('listFolderCollaborations');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  arrive();
  await expect(page.getByRole('alert')).toHaveText(english.sharing.throughGroup);
});

test('a person is found among all people of a folder to leave it, however many there are', async ({ page, bridge }) => {
  const entryOf = (id: string, person: string) => ({
    type: 'collaboration',
    id,
    role: 'editor',
    accessible_by: { type: 'user', id: person, name: `Person ${person}` },
  });
  const leave = await askToLeave(page, bridge, (marker) => ({
    next_marker: marker === undefined ? 'more' : null,
    limit: 1000,
    entries: [marker === undefined ? entryOf('41', '8') : entryOf('42', people.ann.id)],
  }));
  await leave.click();
  await expect(page.getByText('Left “Launch plan”.')).toBeVisible();
  expect(bridge.asked.filter(({ name }) => name === 'deleteCollaboration').map(({ request }) => request)).toEqual([
    { params: { collaboration_id: '42' } },
  ]);
});

test('a refused answer to an invitation says why it was refused, not why the other answer was', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  const invitation = { id: '5', from: 'Carol Ito', fromId: '9', item: 'Plans', role: 'editor', createdAtMs: null };
  bridge.answer(signedIn(status({ invitations: [invitation] })));
  await bridge.open('#/home');
  const refuse = async (answer: 'accept' | 'decline', message: string): Promise<void> => {
    bridge.refuseNext(`invitation.${answer}`, { code: 'refused', message, remedy: '' });
    await page.getByRole('main').getByRole('button', { name: english.actions[answer] }).click();
    await expect(page.getByRole('alert')).toHaveText(message);
  };
  await refuse('accept', 'Your account is full.');
  await refuse('decline', 'The invitation was withdrawn.');
  await refuse('accept', 'Your account is full.');
});

test('a new hub is said, also when its dialog is closed before the answer', async ({ page, bridge }) => {
  await openHub(page, bridge);
  await page.getByRole('button', { name: 'New hub' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Site rules');
  const arrive = bridge.delay('createHub');
  await dialog.getByRole('button', { name: 'Create' }).press('Enter');
  await isAsked(bridge, 'createHub');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  arrive();
  await expect(page.getByText('Created the hub “Site rules”.')).toBeVisible();
});

test('what was moved to Trash is said, also when its page is left before the answer', async ({ page, bridge }) => {
  bridge.answer(folderOf([listedFolder('31', 'Tender')]));
  bridge.answer({
    service: { deleteFolder: () => undefined as never, listFolderCollaborations: () => ({ entries: [] }) as never },
  });
  await bridge.open('#/files');
  await page.getByRole('row').filter({ hasText: 'Tender' }).press('Control+Space');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
  await leaveBeforeAnswer(page, bridge, { name: 'deleteFolder', start: () => page.keyboard.press('Delete') });
  await expect(page.getByText('Moved “Tender” to Trash.')).toBeVisible();
});

const unreachable = 'The service is unreachable. Check the network.';

test('a comment that is refused says so, also when its panel is left before the answer', async ({ page, bridge }) => {
  bridge.answer(folderOf([listedFile('1', 'plan.pdf'), listedFile('2', 'walk.mp4')]));
  bridge.answer({ service: { listTasks: () => ({ entries: [], total_count: 0 }) } });
  await bridge.open('#/files');
  await page.getByRole('row').filter({ hasText: 'plan.pdf' }).press('Control+Space');
  await openTab(page, 'Comments');
  const box = page.getByRole('textbox', { name: /^Comment \(@/ });
  await box.fill('Clause 4');
  bridge.refuseNext('createComment');
  const arrive = bridge.delay('createComment');
  await box.press('Control+Enter');
  await isAsked(bridge, 'createComment');
  await page.getByRole('row').filter({ hasText: 'walk.mp4' }).click();
  await expect(page.getByRole('complementary', { name: 'Details of walk.mp4' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  arrive();
  await expect(page.getByRole('alert')).toHaveText(unreachable);
});

test('a new hub that is refused says so in its dialog, and also when that is closed before the answer', async ({
  page,
  bridge,
}) => {
  await openHub(page, bridge);
  await page.getByRole('button', { name: 'New hub' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Site rules');
  bridge.refuseNext('createHub');
  await dialog.getByRole('button', { name: 'Create' }).press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(unreachable);
  bridge.refuseNext('createHub');
  const arrive = bridge.delay('createHub');
  await dialog.getByRole('button', { name: 'Create' }).press('Enter');
  await expect.poll(() => bridge.asked.filter(({ name }) => name === 'createHub').length).toBe(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  arrive();
  await expect(page.getByRole('alert')).toHaveText(unreachable);
});

/** Closes the dialog while the answer is under way, and lets it arrive then. */
async function closeBeforeRefusal(page: Page, bridge: FakeBridge, { name, start }: Act): Promise<void> {
  bridge.refuseNext(name);
  const arrive = bridge.delay(name);
  await start();
  await isAsked(bridge, name);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  arrive();
  await expect(page.getByRole('alert')).toHaveText(unreachable);
}

test('a hub that can’t be left says so, also when the question is closed before the answer', async ({
  page,
  bridge,
}) => {
  await openHub(page, bridge);
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  const start = () => page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await closeBeforeRefusal(page, bridge, { name: 'deleteHubCollaboration', start });
});

test('a file that can’t be added to a hub says so, also when its dialog is closed before the answer', async ({
  page,
  bridge,
}) => {
  await openHub(page, bridge);
  bridge.answer(folderOf([listedFile('31', 'tender.pdf')]));
  await page.getByRole('tab', { name: 'Items' }).click();
  await page.getByRole('button', { name: 'Add a file or folder' }).click();
  const start = () => page.getByRole('dialog').getByText('tender.pdf').click();
  await closeBeforeRefusal(page, bridge, { name: 'manageHubItems', start });
});

test('a file request that can’t be created says so, also when its dialog is closed before the answer', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  bridge.answer(folderOf([listedFolder('31', 'Tender')]));
  bridge.answer({ service: { getFolder: ({ params }) => listedFolder(params.folder_id, 'Tender') as never } });
  await bridge.open('#/requests');
  await page.getByRole('button', { name: 'New file request' }).click();
  await page.getByRole('dialog').getByText('Tender').click();
  const start = () => page.getByRole('dialog').getByRole('button', { name: 'Choose this folder' }).click();
  await closeBeforeRefusal(page, bridge, { name: 'createFileRequest', start });
});

test('a copy from a shared link that is refused says so, also when its dialog is closed before the answer', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  bridge.answer(folderOf([listedFolder('31', 'Tender')]));
  const facts = { sizeBytes: 2_048, changedAtMs: null, url: null, owner: null, canDownload: true, lockedBy: null };
  const thing = { type: 'file', id: '9', name: 'walk.mp4', ...facts } as const;
  bridge.answer({ 'link.visit': () => ({ visit: '1', thing }) });
  await bridge.open(`#/bookmarks?link=${encodeURIComponent('https://files.example.com/s/1')}`);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: 'Add to my files…: walk.mp4' }).click();
  const start = () => page.getByRole('dialog').getByRole('button', { name: 'Copy here' }).click();
  await closeBeforeRefusal(page, bridge, { name: 'link.take', start });
});

test('a pause that is refused says so, also when Home is left before the answer', async ({ page, bridge }) => {
  bridge.answer(folderOf([listedFolder('31', 'Tender')]));
  await bridge.open('#/home');
  bridge.refuseNext('sync.pause');
  const arrive = bridge.delay('sync.pause');
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
  await page.getByRole('menuitem').first().press('Enter');
  await expect.poll(() => bridge.asked.map(({ name }) => name)).toContain('sync.pause');
  await page.evaluate(() => {
    window.location.hash = '#/files';
  });
  await expect(page.getByRole('row').filter({ hasText: 'Tender' })).toBeVisible();
  arrive();
  await expect(page.getByRole('alert')).toHaveText(unreachable);
});

test('an action of a row that is pressed twice is sent once, and again after a refusal', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  const gone = listedFile('5', 'old price list.xlsx', { trashed_at: '2026-11-21T10:00:00Z' });
  bridge.answer({
    service: {
      listTrash: () => ({ entries: [gone], total_count: 1, limit: 200, offset: 0, next_marker: null }) as never,
    },
  });
  await bridge.open('#/trash');
  const arrive = bridge.delay('restoreFile');
  bridge.refuseNext('restoreFile');
  await page.getByRole('row').filter({ hasText: 'old price list.xlsx' }).hover();
  const restore = page.getByRole('button', { name: 'Restore old price list.xlsx' });
  await restore.dblclick();
  await isAsked(bridge, 'restoreFile');
  arrive();
  await expect(page.getByRole('alert')).toHaveText(unreachable);
  const sent = () => bridge.asked.filter(({ name }) => name === 'restoreFile');
  expect(sent()).toHaveLength(1);
  bridge.refuseNext('restoreFile');
  await restore.click();
  await expect.poll(sent).toHaveLength(2);
});
