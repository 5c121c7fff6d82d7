import { expect, type Locator, type Page } from '@playwright/test';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { answerManyFiles, PAGE_SIZE } from '../../support/window/many-files.ts';
import { now, signedIn, status } from '../../support/window/status-states.ts';
import { files } from '../../support/window/studio/files.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

test('Shared with me shows role, sharer and date, opens an item, and names what an invitation is to', async ({
  page,
  bridge,
}) => {
  test.slow();
  const carol = { type: 'user', id: '9', name: 'Carol Ito', login: 'carol@harbour.studio' } as const;
  const invitation = {
    id: '5',
    from: carol.name,
    fromId: carol.id,
    item: 'Harbour House',
    role: 'editor',
    createdAtMs: now - 60_000,
  };
  bridge.answer(signedIn(status({ invitations: [invitation] })));
  bridge.answer({
    service: {
      listFolderItems: ({ query }) => ({
        total_count: 1,
        limit: 1000,
        offset: 0,
        entries: [
          {
            type: 'folder',
            id: '21',
            name: 'Launch plan',
            owned_by: carol,
            ...(query?.fields?.includes('has_collaborations') && { has_collaborations: true }),
          },
        ],
      }),
      listFolderCollaborations: () => ({
        next_marker: null,
        limit: 1000,
        entries: [
          {
            type: 'collaboration',
            id: '31',
            role: 'editor',
            created_by: carol,
            created_at: new Date(now - 3_600_000).toISOString(),
            accessible_by: people.ann,
          },
        ],
      }),
    },
  });
  await bridge.open('#/sharing');
  await expect(page.getByText('Carol Ito invites you to “Harbour House”')).toBeVisible();
  const row = page.getByRole('grid', { name: 'Shared with you' }).getByRole('row').filter({ hasText: 'Launch plan' });
  await expect(row).toContainText('Can editCICarol Ito');
  await expect(row.locator('svg').first()).toHaveAttribute('data-file-type', 'shared');
  await expect(row.getByRole('link', { name: 'Launch plan' })).toHaveAttribute('href', '#/files?folder=21');
  // One person has one colour.
  const avatars = page.getByRole('main').getByTitle('Carol Ito').filter({ hasText: 'CI' });
  await expect(avatars).toHaveCount(2);
  const colours = await avatars.evaluateAll((all) => all.map((avatar) => getComputedStyle(avatar).backgroundColor));
  expect(new Set(colours).size).toBe(1);
  await bothSchemesAreSound(page);
});

test('the share dialog suggests people: those of the shown files, and for administrators all accounts', async ({
  page,
  bridge,
}) => {
  bridge.answer(files);
  bridge.answer({
    service: {
      listUsers: () =>
        ({ total_count: 1, limit: 8, entries: [{ ...people.carol, id: '31', name: 'Cara Lund' }] }) as never,
      createCollaboration: () => ({ type: 'collaboration', id: '9' }) as never,
    },
  });
  await bridge.open('#/files?folder=0');
  await page.getByRole('row', { name: /^Drafts/ }).press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Share…' }).press('Enter');
  const field = page.getByRole('combobox', { name: 'Add people by name or email' });
  await field.pressSequentially('car');
  await expect(page.getByRole('option')).toHaveText([/Carol Ito/, /Cara Lund/]);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue('Carol Ito');
  await expect(page.getByRole('option')).toHaveCount(0);
  await bothSchemesAreSound(page);
  await field.press('Enter');
  const sent = () => bridge.asked.filter(({ name }) => name === 'createCollaboration').map(({ request }) => request);
  await expect.poll(sent).toMatchObject([{ body: { accessible_by: { type: 'user', login: people.carol.login } } }]);
});

test('Shared with me reads the top folder to its end, also after a refusal', async ({ page, bridge }) => {
  const carol = { type: 'user', id: '9', name: 'Carol Ito', login: 'carol@harbour.studio' } as const;
  const top = Array.from({ length: 2_500 }, (_, at) =>
    listedFolder(String(at + 100), `Folder ${at}`, { owned_by: at === 1_400 || at === 2_499 ? carol : people.ann }),
  );
  let wasRefused = false;
  bridge.answer(folderOf([]));
  bridge.answer({
    service: {
      listFolderItems: ({ query }) => {
        const start = Number(query?.marker ?? 0);
        if (start === 1_000 && !wasRefused) bridge.refuseNext('listFolderItems');
        wasRefused ||= start === 1_000;
        const next = start + 1_000 < top.length ? String(start + 1_000) : null;
        return { entries: top.slice(start, start + 1_000), limit: 1_000, next_marker: next } as never;
      },
      listFolderCollaborations: () => ({ entries: [], limit: 1000, next_marker: null }) as never,
    },
  });
  await bridge.open('#/sharing');
  const row = (name: string) => page.getByRole('grid', { name: 'Shared with you' }).getByRole('row', { name });
  await expect(row('Folder 1400')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('The service is unreachable.');
  await expect(row('Folder 2499')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row('Folder 2499')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('The service is unreachable.');
});

test('a comparison colours both people by id, as the rest of the window does', async ({ page, bridge }) => {
  const carol = { id: '9', name: 'Carol Ito' };
  const version = {
    isCopy: false,
    path: 'plan.txt',
    itemId: '5',
    versionId: '1',
    sha1: null,
    sizeBytes: 4,
    modifiedAtMs: now - 60_000,
  };
  const shown = { text: 'plan', isCut: false, preview: null };
  const invitation = {
    id: '5',
    from: carol.name,
    fromId: carol.id,
    item: 'Harbour',
    role: 'editor',
    createdAtMs: now - 60_000,
  };
  bridge.answer(folderOf([]));
  bridge.answer(signedIn(status({ invitations: [invitation] })));
  bridge.answer({
    'conflict.list': () => ({ conflicts: [], total: 0 }),
    'conflict.get': () => ({
      id: 1,
      rootId: 1,
      path: 'plan.txt',
      copyPath: 'plan (ann-laptop).txt',
      itemKind: 'file',
      reason: 'both_edited',
      rule: 'P7',
      sentence: { code: 'both_edited', args: { subject: 'plan.txt' } },
      atMs: now - 60_000,
      mine: { ...version, whose: 'mine', by: 'ann-laptop', byId: null },
      theirs: { ...version, whose: 'theirs', by: carol.name, byId: carol.id },
      choices: ['mine', 'theirs', 'both'],
      mineShown: shown,
      theirsShown: shown,
    }),
  });
  const colourOf = (name: string) =>
    page
      .getByTitle(name)
      .filter({ hasText: /^[A-Z]{2}$/ })
      .evaluateAll((all) => all.map((avatar) => getComputedStyle(avatar).backgroundColor));
  await bridge.open('#/sharing');
  await expect(page.getByText('Carol Ito invites you')).toBeVisible();
  const [carols] = await colourOf('Carol Ito');
  const [anns] = await colourOf('Ann Keller');
  await page.goto(`${page.url().split('#')[0]}#/attention?conflict=1`);
  await expect(page.getByRole('heading', { name: 'Carol Ito’s version' })).toBeVisible();
  expect(await colourOf('Carol Ito')).toEqual([carols]);
  // Ann is also named in the navigation.
  expect(await colourOf('Ann Keller')).toEqual([anns, anns]);
  expect(carols).not.toBe(anns);
});

test('a group that is no longer shown is not invited to a hub', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  await bridge.open('#/hubs');
  await page.getByRole('rowheader').filter({ hasText: 'How we build' }).click();
  const panel = page.getByRole('complementary');
  await panel.getByRole('tab', { name: 'People' }).click();
  const choose = async (kind: string): Promise<void> => {
    await panel.getByRole('button', { name: /(A person|A group) Invite/ }).click();
    await page.getByRole('option', { name: kind, exact: true }).click();
  };
  const invite = panel.getByRole('button', { name: 'Invite', exact: true });
  await choose('A group');
  await panel.getByRole('combobox').press('ArrowDown');
  await page.getByRole('option', { name: /^Site team/ }).click();
  await expect(invite).toBeEnabled();
  await choose('A person');
  await choose('A group');
  await expect(panel.getByRole('combobox')).toHaveValue('');
  await expect(invite).toBeDisabled();
});

test('an administrator who is no member of a hub can change it', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: { listHubCollaborations: () => ({ entries: [], limit: 1000, next_marker: null }) as never },
  });
  await bridge.open('#/hubs');
  await page.getByRole('rowheader').filter({ hasText: 'How we build' }).click();
  await expect(page.getByRole('complementary').getByRole('textbox', { name: 'Title' })).toBeEditable();
});

/** The dialog that adds an item to a hub, at the top folder. */
async function chooseForHub(page: Page, bridge: FakeBridge): Promise<Locator> {
  bridge.answer({ service: { listHubItems: () => ({ entries: [], limit: 100, next_marker: null }) as never } });
  await bridge.open('#/hubs');
  await page.getByRole('rowheader').filter({ hasText: 'How we build' }).click();
  await page.getByRole('tab', { name: 'Items' }).click();
  await page.getByRole('button', { name: 'Add a file or folder' }).click();
  return page.getByRole('dialog');
}

test('a double-click on a folder takes no item out of it, and one on a file adds it once', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  bridge.answer(folderOf([]));
  const inside = { '0': listedFolder('31', 'Tender'), '31': listedFile('32', 'tender.pdf') };
  bridge.answer({
    service: {
      listFolderItems: ({ params }) =>
        ({ entries: [Reflect.get(inside, params.folder_id)], limit: 1000, next_marker: null }) as never,
      getFolder: ({ params }) => ({ ...listedFolder(params.folder_id, 'Tender'), parent: null }) as never,
      manageHubItems: () => ({ operations: [] }) as never,
    },
  });
  const dialog = await chooseForHub(page, bridge);
  const added = () => bridge.asked.filter(({ name }) => name === 'manageHubItems').length;
  await dialog.getByRole('option', { name: 'Tender', exact: true }).click();
  const file = dialog.getByRole('option', { name: 'tender.pdf' });
  await expect(file).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await expect(file).not.toHaveAttribute('data-pressed');
  await page.mouse.up({ clickCount: 2 });
  expect(added()).toBe(0);
  const answer = bridge.delay('manageHubItems');
  await file.click();
  await expect.poll(added).toBe(1);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  // By keyboard too.
  await file.press('Enter');
  answer();
  await expect(dialog).toHaveCount(0);
  expect(added()).toBe(1);
});

test('the whole of a long folder can be reached in the item picker', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  answerManyFiles(bridge, PAGE_SIZE + 1);
  const dialog = await chooseForHub(page, bridge);
  await expect(dialog.getByRole('option')).toHaveCount(PAGE_SIZE);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await expect(dialog.getByRole('option')).toHaveCount(PAGE_SIZE + 1);
  // An offset ends at a limit of the service, a marker does not.
  const queries = bridge.asked.filter(({ name }) => name === 'listFolderItems').map(({ request }) => request);
  expect(queries).toMatchObject([{ query: { usemarker: true } }, { query: { usemarker: true, marker: '1000' } }]);
});

test('a hub offers only the settings that have an effect', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  await bridge.open('#/hubs');
  await page.getByRole('row').filter({ hasText: 'How we build' }).click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('textbox', { name: 'Title' })).toBeVisible();
  await expect(panel.getByRole('checkbox')).toHaveCount(2);
  await expect(panel.getByRole('checkbox', { name: 'Editors can invite people' })).toBeVisible();
  await expect(panel.getByRole('checkbox', { name: 'Only people in the enterprise can be invited' })).toBeVisible();
});
