import { expect } from '@playwright/test';
import { openTab, openTop, row } from '../../support/browser/files-page.ts';
import { folderOf, listedFile, pathState } from '../../support/window/folder-answers.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

/** Details that the service refuses are not shown as if there were none. */

const list = () => ({ entries: [], total_count: 0, limit: 100, next_marker: null }) as never;
const service = {
  getFile: () =>
    ({
      type: 'file',
      id: '1',
      version_number: '3',
      modified_at: '2026-01-02T10:00:00Z',
      modified_by: people.ann,
      owned_by: people.bob,
    }) as never,
  listVersions: list,
  listComments: list,
  listTasks: list,
  listFileCollaborations: list,
};

test('a refused list of versions is not an empty one, and a refused owner is not you', async ({ page, bridge }) => {
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), { service });
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary', { name: 'Details of agreement.pdf' });
  await expect(panel.getByRole('tabpanel')).toContainText('version 3');
  bridge.refuseNext('listVersions');
  await openTab(panel, 'Versions');
  await expect(panel.getByRole('tabpanel')).toContainText('The service is unreachable.');
  await expect(panel.getByRole('tabpanel')).not.toContainText('No earlier versions.');
  bridge.refuseNext('getFile');
  await openTab(panel, 'Sharing');
  await expect(panel.getByRole('tabpanel')).toContainText('The service is unreachable.');
  await expect(panel.getByRole('tabpanel')).not.toContainText('Owner');
});
