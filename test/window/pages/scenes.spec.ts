import { expect, type Page } from '@playwright/test';
import { openTab, row, selectAll, selectionBar, showPictures, tick } from '../../support/browser/files-page.ts';
import { comparison } from '../../support/window/comparison-scene.ts';
import { drop, takesDrops } from '../../support/window/drops.ts';
import type { Answers, FakeBridge } from '../../support/window/fake-bridge.ts';
import { listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { keptNotices } from '../../support/window/kept-notices.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { drawPhotos, drawPreviews, photos } from '../../support/window/photo-scene.ts';
import {
  attention,
  busyStatus,
  drawDocument,
  files,
  idle,
  people,
  syncing,
  watchRates,
} from '../../support/window/scenes.ts';
import { test } from '../fake-window.ts';

/**
 * The window in the states that a page of `test/e2e/pages/looks.spec.ts` is not in: like their pictures in `docs/screenshots/states`.
 * `npm run screenshots` takes them anew.
 */

const areDrawn = (all: Element[]): number =>
  all.filter((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0).length;

type Scene = {
  readonly hash: string;
  readonly answers: Answers;
  /** From the page to the state. */
  readonly reach: (page: Page, bridge: FakeBridge) => Promise<void>;
  /** Opens again what floats beside a button that has another place in another width. */
  readonly reopen?: (page: Page) => Promise<void>;
};

const wide = { width: 1440, height: 900 };
const narrow = { width: 400, height: 860 };

const scenes: Readonly<Record<string, Scene>> = {
  idle: {
    hash: '#/home',
    answers: idle,
    reach: (page) => expect(page.getByRole('main')).toContainText('fees-2027.xlsx'),
  },
  syncing: {
    hash: '#/home',
    answers: syncing,
    reach: async (page, bridge) => {
      await expect(page.getByRole('main')).toContainText('interview-04.mov');
      await watchRates(page, bridge);
    },
  },
  attention: {
    hash: '#/home',
    answers: attention,
    reach: (page) => expect(page.getByRole('main')).toContainText('128 items were deleted from Studio / raw'),
  },
  'attention-name': {
    hash: '#/attention',
    answers: comparison,
    reach: async (page, bridge) => {
      const message = 'This name can’t be used: names can’t contain / or \\.';
      bridge.refuseNext('problem.checkName', { code: 'not_possible', message, remedy: '' });
      await page.getByRole('textbox', { name: /^New name of/ }).fill('Q3/Q4 outlook.xlsx');
      await expect(page.getByText(message).last()).toBeVisible();
    },
  },
  'files-states': {
    hash: '#/files?folder=0',
    answers: files,
    reach: (page) => expect(row(page, 'walk-through.mp4')).toBeVisible(),
  },
  'files-selected': {
    hash: '#/files?folder=0',
    answers: files,
    reach: async (page) => {
      for (const name of ['agreement.docx', 'kick-off.pptx', 'signing.jpg']) {
        await tick(row(page, name));
      }
      await expect(selectionBar(page, 3)).toBeVisible();
    },
  },
  uploads: {
    hash: '#/files?folder=0',
    answers: files,
    reach: async (page, bridge) => {
      takesDrops(bridge);
      const waiting = Array.from({ length: 5 }, (_, at) => `photo-0${at + 42}.jpg`);
      await drop(page, {
        'elevations.dwg': 'refuse',
        'photo-041.jpg': 'send',
        'walk-through-2.mp4': 'hold',
        'tender-package.zip': 'hold',
        'interview-05.m4a': 'hold',
        'interview-06.m4a': 'hold',
        ...Object.fromEntries(waiting.map((name) => [name, 'hold' as const])),
      });
      await expect(page.getByTestId('drop-batch')).toContainText('5 more waiting');
    },
  },
  details: {
    hash: '#/files?folder=0',
    answers: files,
    reach: async (page, bridge) => {
      bridge.answer(discussed);
      await drawDocument(page);
      await row(page, 'agreement-signed.pdf').click();
      await openTab(page, 'Comments');
      await expect(page.getByRole('complementary')).toContainText('Fixed in version 3.');
      await expect.poll(() => page.getByRole('complementary').locator('img').evaluateAll(areDrawn)).toBe(1);
    },
  },
  people: {
    hash: '#/people',
    answers: libraryAnswers(),
    reach: async (page) => {
      await selectAll(page).click();
      await expect(selectionBar(page, 4)).toBeVisible();
    },
  },
  'person-deleted': {
    hash: '#/people',
    answers: libraryAnswers(),
    reach: async (page) => {
      await page.getByRole('row').filter({ hasText: 'Bob Marsh' }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible();
    },
  },
  palette: {
    hash: '#/home',
    answers: idle,
    reach: async (page, bridge) => {
      bridge.answer(foundDrafts);
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Search', exact: true });
      await palette.getByRole('searchbox').fill('dra');
      await expect(palette.getByRole('menuitem', { name: /drainage\.dwg/ })).toBeVisible();
      await expect(palette.getByRole('menuitem', { name: /^Free up space/ })).toBeVisible();
      await expect(palette.getByRole('menuitem', { name: /Drago Ilic/ })).toBeVisible();
    },
  },
  tray: {
    hash: '#/tray',
    answers: { ...attention, 'status.get': () => busyStatus },
    reach: (page) => expect(page.getByRole('main')).toContainText('interview-04.mov'),
  },
  notices: {
    hash: '#/home',
    answers: idle,
    reach: async (page, bridge) => {
      const notices = keptNotices(bridge);
      const notice = { id: 'a', kind: 'drop_finished' } as const;
      await notices.tell({ ...notice, title: 'Upload finished', body: '212 files are in Photos.' });
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('button', { name: 'Mark all read' }).click();
      const problem = {
        ...notice,
        id: 'b',
        kind: 'attention',
        title: { code: 'rescued', args: {} },
      } as const;
      const args = { path: 'site-notes.md', more: 0, folder: 'Launch plan (rescued)', root: '/home/ann/Launch plan' };
      await notices.tell({ ...problem, body: { code: 'rescued_details', args } });
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
    },
    reopen: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
      await page.mouse.move(0, 0);
    },
  },
  'files-pictures': {
    hash: '#/files?folder=0',
    answers: photos,
    reach: async (page) => {
      await drawPhotos(page);
      await showPictures(page);
      await expect(page.getByRole('option')).toHaveCount(16);
      await expect.poll(() => page.getByRole('option').locator('img').evaluateAll(areDrawn)).toBe(11);
    },
  },
  'quick-look': {
    hash: '#/files?folder=0',
    answers: photos,
    reach: async (page, bridge) => {
      bridge.answer(photographed);
      await drawPhotos(page);
      await drawPreviews(page);
      await row(page, 'harbour-dusk.jpg').click();
      await row(page, 'harbour-dusk.jpg').press('Space');
      await page.keyboard.press('i');
      await expect(page.getByRole('dialog', { name: 'harbour-dusk.jpg' })).toContainText('Fujifilm X-T5');
      await expect.poll(() => page.getByRole('dialog').locator('img').evaluateAll(areDrawn)).toBeGreaterThan(8);
    },
  },
  conflict: {
    hash: '#/attention?conflict=4',
    answers: comparison,
    reach: (page) => expect(page.getByRole('main')).toContainText('Order door handles'),
  },
  'conflict-inline': {
    hash: '#/attention?conflict=4',
    answers: comparison,
    reach: async (page) => {
      await page.getByRole('radio', { name: 'Inline' }).click();
      await expect(page.getByLabel('Text of both versions')).toContainText('Order door handles');
    },
  },
  share: {
    hash: '#/files?folder=0',
    answers: files,
    reach: async (page) => {
      await row(page, 'Signed').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Share…' }).click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  'share-advanced': {
    hash: '#/files?folder=0',
    answers: files,
    reach: async (page) => {
      await row(page, 'agreement.docx').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Share…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share “agreement.docx”' });
      await dialog.getByText('Advanced').click();
      await dialog.getByRole('switch', { name: 'Password' }).press('Space');
      await dialog.getByRole('textbox', { name: 'Password' }).fill('harbour');
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
    },
  },
  'share-several': {
    hash: '#/files?folder=0',
    answers: files,
    reach: async (page, bridge) => {
      const known = { entries: [people.carol], total_count: 1, limit: 6, offset: 0 } as never;
      bridge.answer({ service: { createCollaboration: () => ({ id: '1' }) as never, listUsers: () => known } });
      for (const name of ['Drafts', 'agreement.docx', 'signing.jpg']) await tick(row(page, name));
      await selectionBar(page, 3).getByRole('button', { name: 'Share…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share 3 items' });
      await dialog.getByRole('combobox').fill(people.carol.login);
      const reason = { code: 'conflict', message: 'Carol Ito has access already.', remedy: '' };
      bridge.refuseNext('createCollaboration', reason);
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
      await expect(dialog.getByText('Invited', { exact: true })).toHaveCount(2);
    },
  },
};

const said = { type: 'comment', created_at: '2026-11-22T16:12:00Z', is_reply_comment: false } as const;
const clause = 'Clause 4 still names the old site.';
const discussed: Answers = {
  'window.address': ({ path }) => ({ path }),
  service: {
    listTasks: () => ({ entries: [], total_count: 0 }),
    listVersions: () =>
      ({ entries: [{ type: 'file_version', id: '2' }], total_count: 1, limit: 100, offset: 0 }) as never,
    listComments: () =>
      ({
        entries: [
          {
            ...said,
            id: '1',
            message: clause,
            tagged_message: `${clause} @[7:Ann Keller] can you check before we send it?`,
            created_by: people.carol,
          },
          {
            ...said,
            id: '2',
            is_reply_comment: true,
            item: { type: 'comment', id: '1' },
            message: 'Fixed in version 3.',
            created_by: people.ann,
          },
        ],
        total_count: 2,
        limit: 1000,
        offset: 0,
      }) as never,
  },
};

const photographed: Answers = {
  service: {
    getFile: ({ params: { file_id: id } }) =>
      ({
        type: 'file',
        id,
        created_at: '2026-11-23T11:47:00Z',
        created_by: people.dev,
        owned_by: people.dev,
      }) as never,
    listVersions: () =>
      ({ entries: [{ type: 'file_version', id: '1' }], total_count: 1, limit: 1, offset: 0 }) as never,
    listFileCollaborations: () =>
      ({
        entries: [
          { type: 'collaboration', id: '1', role: 'editor', status: 'accepted', accessible_by: people.ann },
          { type: 'collaboration', id: '2', role: 'viewer', status: 'accepted', accessible_by: people.carol },
        ],
        limit: 1000,
        next_marker: null,
      }) as never,
  },
};

/** An item's folder, and the folders above it. */
function pathOf(...folders: readonly (readonly [id: string, name: string])[]) {
  const entries = [['0', 'All files'] as const, ...folders].map(([id, name]) => ({ type: 'folder', id, name }));
  return { parent: entries.at(-1), path_collection: { total_count: entries.length, entries } };
}

const inContracts = pathOf(['11', 'Documents'], ['16', 'Contracts']);

const foundDrafts: Answers = {
  'selection.states': () => ({ ids: ['21'], states: ['synced'], files: [212], isListed: true }),
  service: {
    listUsers: () =>
      ({
        entries: [{ type: 'user', id: '11', name: 'Drago Ilic', login: 'drago@harbour.studio' }],
        total_count: 1,
        limit: 8,
        offset: 0,
      }) as never,
    search: () =>
      ({
        type: 'search_results_items',
        entries: [
          listedFolder('21', 'Drafts', { size: 1_200_000_000, ...inContracts } as never),
          listedFile('31', 'agreement draft 2.docx', inContracts as never),
          listedFile('32', 'drainage.dwg', pathOf(['12', 'Studio'], ['17', '2026']) as never),
        ],
        total_count: 3,
        limit: 8,
        offset: 0,
      }) as never,
  },
};

const shared: Answers = {
  service: {
    listFolderCollaborations: () =>
      ({
        entries: [
          { type: 'collaboration', id: '1', role: 'editor', status: 'accepted', accessible_by: people.carol },
          { type: 'collaboration', id: '2', role: 'viewer', status: 'accepted', accessible_by: people.bob },
          { type: 'collaboration', id: '3', role: 'uploader', status: 'pending', accessible_by: people.dev },
        ],
        limit: 1000,
        next_marker: null,
      }) as never,
  },
};

for (const [name, { hash, answers, reach, reopen }] of Object.entries(scenes)) {
  test(`${name} looks as it should`, async ({ page, bridge }) => {
    bridge.answer(files);
    bridge.answer(answers);
    bridge.answer(shared);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(wide);
    await bridge.open(hash);
    await reach(page, bridge);
    // No row is under the pointer. Browsers draw text differently: 4 % of the pixels of a narrow page of text.
    await page.mouse.move(0, 0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const size of [wide, narrow]) {
        await page.setViewportSize(size);
        await reopen?.(page);
        const picture = ['states', `${name}-${colorScheme}-${size.width}.png`];
        await expect.soft(page).toHaveScreenshot(picture, { maxDiffPixelRatio: 0.04, animations: 'disabled' });
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(sideways, `${colorScheme}, ${size.width} px`).toBeLessThanOrEqual(0);
      }
    }
  });
}
