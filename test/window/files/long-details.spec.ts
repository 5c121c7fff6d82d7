import { expect } from '@playwright/test';
import { openTab, openTop, row } from '../../support/browser/files-page.ts';
import { folderOf, listedFile, pathState } from '../../support/window/folder-answers.ts';
import { now } from '../../support/window/status-states.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

/** A file with more comments and versions than are drawn at once. */

type Asked = {
  readonly query?: { readonly limit?: number | string | undefined; readonly offset?: number | string | undefined };
};

/** The asked part of a list of `count` entries. */
const partOf =
  (count: number, entryAt: (index: number) => object) =>
  ({ query: { limit = 100, offset = 0 } = {} }: Asked) => {
    const start = Number(offset);
    const length = Math.max(0, Math.min(Number(limit), count - start));
    const entries = Array.from({ length }, (_, at) => entryAt(start + at));
    return { entries, total_count: count, limit, offset } as never;
  };

const listComments = partOf(700, (index) => ({
  type: 'comment',
  id: `${index + 1}`,
  message: `Comment ${index + 1}.`,
  created_by: people.carol,
  created_at: new Date(now - (700 - index) * 60_000).toISOString(),
}));
const listVersions = partOf(300, (index) => ({
  type: 'file_version',
  id: `${2_000 - index}`,
  version_number: `${1_299 - index}`,
  modified_by: people.bob,
}));
const getFile = () => ({ type: 'file', id: '1', version_number: '1300', modified_by: people.ann }) as never;

test('the newest comments are shown first, and the earlier ones on request', async ({ page, bridge }) => {
  const service = { listComments, listVersions, getFile, listTasks: () => ({ entries: [], total_count: 0 }) as never };
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), { service });
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('tab', { name: /^Comments/ })).toContainText('700');
  await openTab(panel, 'Comments');
  await expect(panel.getByText('Comment 700.')).toBeVisible();
  await expect(panel.getByText('Comment 300.')).toHaveCount(0);
  const earlier = panel.getByRole('button', { name: 'Show earlier comments' });
  await earlier.click();
  await expect(panel.getByText('Comment 300.')).toHaveCount(1);
  await earlier.click();
  await expect(earlier).toHaveCount(0);
  await expect(panel.getByRole('listitem').filter({ hasText: /Comment \d+\./ })).toHaveCount(700);
  await expect(panel.getByRole('listitem').first()).toContainText('Comment 1.');
});

test('the activity of a file tells the newest comments', async ({ page, bridge }) => {
  const service = { listComments, listVersions, getFile };
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), { service });
  await row(page, 'agreement.pdf').click();
  const first = page.getByRole('complementary').getByRole('tabpanel').getByRole('listitem').first();
  await expect(first).toContainText('Carol Ito commented14:04');
});

test('all versions can be reached, and the number of the current one is that of the service', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), {
    service: { listVersions, getFile },
  });
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary');
  await expect(panel).toContainText('version 1300');
  await expect(panel.getByRole('tab', { name: /^Versions/ })).toContainText('301');
  await openTab(panel, 'Versions');
  await expect(panel.getByText('Version 1299', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Show more' }).click();
  await expect(panel.getByText('Version 1000', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});
