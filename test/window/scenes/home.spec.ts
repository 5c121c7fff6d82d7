import { expect, type Page } from '@playwright/test';
import { chosen } from '../../support/window/chosen.ts';
import type { Answers } from '../../support/window/fake-bridge.ts';
import { listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { keptNotices } from '../../support/window/kept-notices.ts';
import { now, say } from '../../support/window/status-states.ts';
import { inContracts, pathOf } from '../../support/window/studio/files.ts';
import { attention, idle, syncing, watchRates } from '../../support/window/studio/home.ts';
import { people } from '../../support/window/studio/people.ts';
import { looksLike } from './looks-like.ts';

const foundDrafts: Answers = {
  'selection.states': () => ({ ids: ['21'], states: ['synced'], files: [212], isListed: true }),
  service: {
    listUsers: () =>
      ({
        entries: [{ type: 'user', id: '24', name: 'Drago Ilic', login: 'drago@harbour.studio' }],
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

const decided = {
  atMs: now - 7 * 60_000,
  rootId: 1,
  side: 'local',
  fromPath: null,
  itemKind: 'file',
  sentence: say({ code: 'done', args: { what: 'resolve' } }),
  rule: 'P7',
  undo: 'possible',
} as const;

/** A decision about a conflict, and a delete of today, which can be undone among the notifications. */
const undoable: Answers = {
  ...idle,
  'activity.list': (request) =>
    request.kinds === undefined
      ? (idle['activity.list']?.(request) ?? { entries: [], more: false })
      : {
          entries: [
            { ...decided, id: 61, batch: 61, kind: 'resolve', path: 'site-notes.md', bytes: 8_000, by: null },
            {
              ...decided,
              atMs: now - 138 * 60_000,
              id: 60,
              batch: 60,
              kind: 'trash-local',
              path: 'Contracts/kick-off-old.pptx',
              bytes: 18_000_000,
              by: people.dev,
            },
          ],
          more: false,
        },
};

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const lines = (page: Page) => page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');

looksLike({
  idle: {
    hash: '#/home',
    answers: idle,
    reach: (page) => expect(page.getByRole('main')).toContainText('fees-2027.xlsx'),
  },
  'notifications-off': {
    hash: '#/home',
    answers: idle,
    reach: async (page) => {
      // A browser whose person allowed notifications in an earlier run.
      await page.addInitScript(() => {
        Object.assign(Object(Reflect.get(window, 'tandem')), { host: 'browser' });
        Object.defineProperty(window, 'Notification', { value: { permission: 'default' } });
      });
      await chosen(page, { browserNotices: 'on' });
      await page.reload();
      await expect(page.getByRole('region', { name: 'Notifications are off' })).toBeVisible();
      await expect(page.getByRole('main')).toContainText('fees-2027.xlsx');
    },
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
  notices: {
    hash: '#/home',
    answers: undoable,
    reach: async (page, bridge) => {
      const notices = keptNotices(bridge);
      const tell = (minutesAgo: number, notice: Parameters<typeof notices.tell>[0]): Promise<void> =>
        notices.tell(notice, now - minutesAgo * 60_000);
      const args = { path: 'site-notes.md', more: 0, folder: 'Launch plan (rescued)', root: '/home/ann/Launch plan' };
      await tell(97, {
        id: 'a',
        kind: 'attention',
        title: { code: 'rescued', args: {} },
        body: { code: 'rescued_details', args },
      });
      await tell(63, {
        id: 'b',
        kind: 'drop_finished',
        title: { code: 'drop_finished', args: { failed: 0 } },
        body: { code: 'drop_finished_details', args: { sent: 212, failed: 0, folder: 'Photos' } },
      });
      await bell(page).click();
      await page.getByRole('button', { name: 'Mark all read' }).click();
      await tell(24, {
        id: 'c',
        kind: 'mention',
        title: { code: 'mention', args: { from: people.carol.name, item: 'agreement-signed.pdf', what: 'comment' } },
        body: 'Clause 4 still names the old site.',
        place: '/files?file=77&details=comments',
        by: { id: people.carol.id, name: people.carol.name },
      });
      await expect(lines(page)).toHaveCount(6);
    },
    reopen: async (page) => {
      await page.keyboard.press('Escape');
      await bell(page).click();
      await expect(lines(page)).toHaveCount(6);
      await page.mouse.move(0, 0);
    },
  },
});
