import { expect } from '@playwright/test';
import { openTop, row } from '../../support/browser/files-page.ts';
import { chosen } from '../../support/window/chosen.ts';
import { folderOf, listedFile, pathState } from '../../support/window/folder-answers.ts';
import { now } from '../../support/window/status-states.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

const at = (minutesAgo: number): string => new Date(now - minutesAgo * 60_000).toISOString();
const list = (...entries: object[]) =>
  ({ entries, total_count: entries.length, limit: 100, next_marker: null }) as never;
const said = { type: 'comment', message: 'Clause 4', created_at: at(20) };
const asViewer = { type: 'collaboration', id: '1', role: 'viewer', status: 'accepted', created_at: at(60) };

for (const { language, you, shared, comments } of [
  { language: 'en', you: 'You', shared: 'Bob Marsh shared it with you', comments: 'Comments' },
  { language: 'de', you: 'Sie', shared: 'Mit Ihnen geteilt von Bob Marsh', comments: 'Kommentare' },
]) {
  test(`the details name you where you comment and are invited (${language})`, async ({ page, bridge }) => {
    await chosen(page, { language });
    await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), {
      'activity.list': () => ({ entries: [], more: false }),
      service: {
        listTasks: () => list(),
        listComments: () =>
          list({ ...said, id: '1', created_by: people.carol }, { ...said, id: '2', created_by: people.ann }),
        listFileCollaborations: () => list({ ...asViewer, accessible_by: people.ann, created_by: people.bob }),
      },
    });
    await row(page, 'agreement.pdf').click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(shared)).toBeVisible();
    await panel.getByRole('tab', { name: comments }).click();
    await expect(panel.getByText('Carol Ito', { exact: true }).first()).toBeVisible();
    await expect(panel.getByText(you, { exact: true })).toBeVisible();
  });
}
