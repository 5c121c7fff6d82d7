import { expect } from '@playwright/test';
import { openTab, openTop, row } from '../../support/browser/files-page.ts';
import type { Answers } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFolder, pathState } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

test('all who have access to a folder are listed, page by page as a person scrolls, and one of the second page can be removed', async ({
  page,
  bridge,
}) => {
  const all = Array.from({ length: 450 }, (_, at) => ({
    type: 'collaboration',
    id: String(at + 1),
    role: 'viewer',
    status: 'accepted',
    accessible_by: { type: 'user', id: String(at + 100), name: `Person ${at + 1}`, login: `p${at + 1}@harbour.studio` },
  }));
  const answers: Answers = {
    service: {
      listFolderCollaborations: ({ query }) => {
        const start = Number(query?.marker ?? 0);
        const next = start + Number(query?.limit ?? 100);
        return {
          entries: all.slice(start, next),
          limit: 200,
          next_marker: next < all.length ? String(next) : null,
        } as never;
      },
      deleteCollaboration: ({ params }) => {
        all.splice(
          all.findIndex(({ id }) => id === params.collaboration_id),
          1,
        );
        return undefined as never;
      },
    },
  };
  await openTop(bridge, folderOf([listedFolder('20', 'Team')], [pathState('20')]), answers);
  await row(page, 'Team').click();
  await openTab(page, 'Sharing');
  const list = page.getByRole('list', { name: 'People with access' }).getByRole('listitem');
  // The owner and the first of them, and no more until a person scrolls.
  await expect(list).toHaveCount(101);
  await expect(async () => {
    await list.last().scrollIntoViewIfNeeded();
    expect(await list.count()).toBe(451);
  }).toPass();
  await expect(list.last()).toContainText('Person 450');
  const one = list.filter({ hasText: 'p300@harbour.studio' });
  await one.getByRole('button', { name: 'Role of Person 300' }).click();
  await page.getByRole('menuitem', { name: /^Remove/ }).click();
  await expect(one).toHaveCount(0);
  await expect(list).toHaveCount(450);
});
