import { expect } from '@playwright/test';
import { english } from '../../../renderer/texts/en/english.ts';
import { openTab, openTop, row } from '../../support/browser/files-page.ts';
import type { Answers } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder, pathState } from '../../support/window/folder-answers.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { people } from '../../support/window/studio/people.ts';
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

/** The collaborations of more people than any page of the service has, and of one who was added last. */
const crowd = (last: object) => {
  const first = Array.from({ length: 1_200 }, (_, at) => ({
    type: 'collaboration',
    id: String(at + 1),
    role: 'viewer',
    status: 'accepted',
    accessible_by: { type: 'user', id: String(at + 100), name: `Person ${at}`, login: `p${at}@harbour.studio` },
  }));
  const all = [...first, { type: 'collaboration', id: '9999', status: 'accepted', ...last }];
  return ({ query }: { query?: { limit?: unknown; marker?: unknown; accessible_by?: unknown } }) => {
    if (query?.accessible_by === 'me') return { entries: all.slice(-1), limit: 1000, next_marker: null } as never;
    const start = Number(query?.marker ?? 0);
    const next = start + Number(query?.limit ?? 100);
    const next_marker = next < all.length ? String(next) : null;
    return { entries: all.slice(start, next), limit: 1000, next_marker } as never;
  };
};

test('the newest of many collaborators can be mentioned and given a task', async ({ page, bridge }) => {
  const zoe = { type: 'user', id: '9', name: 'Zoe Last', login: 'zoe@harbour.studio' };
  await openTop(bridge, folderOf([listedFile('1', 'plan.txt')], [pathState('1')]), {
    service: {
      listFileCollaborations: crowd({ role: 'viewer', accessible_by: zoe }),
      listTasks: () => ({ entries: [], total_count: 0 }) as never,
    },
  });
  await row(page, 'plan.txt').click();
  const panel = page.getByRole('complementary');
  await openTab(panel, 'Comments');
  await panel.getByRole('textbox', { name: english.details.newComment }).pressSequentially('@Zoe');
  await expect(page.getByRole('option')).toHaveText([/Zoe Last/]);
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: english.details.assignTask }).click();
  await panel.getByRole('button', { name: / For$/ }).click();
  await expect(page.getByRole('option', { name: 'Zoe Last' })).toBeAttached();
});

test('Shared with me asks for the person’s own role, and shows that of a group', async ({ page, bridge }) => {
  const carol = { type: 'user', id: '9', name: 'Carol Ito', login: 'carol@harbour.studio' } as const;
  const created_at = '2026-11-22T16:12:00Z';
  const own = crowd({ role: 'editor', created_by: carol, created_at, accessible_by: people.ann });
  const team = { type: 'group', id: '21', name: 'Studio team' };
  const ofTeam = crowd({ role: 'uploader', created_by: carol, created_at, accessible_by: team });
  const shared = ['20', '30'].map((id) => listedFolder(id, `Folder ${id}`, { owned_by: carol }));
  bridge.answer(folderOf(shared));
  bridge.answer({
    service: { listFolderCollaborations: (request) => (request.params.folder_id === '20' ? own : ofTeam)(request) },
  });
  await bridge.open('#/sharing');
  const rowOf = (name: string) => page.getByRole('grid', { name: 'Shared with you' }).getByRole('row', { name });
  await expect(rowOf('Folder 20')).toContainText(english.files.roles.editor);
  await expect(rowOf('Folder 30')).toContainText(english.files.roles.uploader);
  await expect(rowOf('Folder 20')).not.toContainText('–');
  expect(bridge.asked.filter(({ name }) => name === 'listFolderCollaborations')).toHaveLength(2);
});

test('the role in a hub is one’s own, or that of one’s groups, and all its members are listed', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  bridge.answer({ service: { listHubCollaborations: crowd({ role: 'co-owner', accessible_by: people.ann }) } });
  await bridge.open('#/hubs');
  await page.getByRole('rowheader').filter({ hasText: 'How we build' }).click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('button', { name: 'Delete' })).toBeVisible();
  await openTab(panel, 'People');
  const members = panel.getByRole('list', { name: english.hubs.people }).getByRole('listitem');
  await expect(members.first()).toContainText('Person 0');
  const count = await members.count();
  await panel.getByRole('button', { name: english.actions.more }).click();
  await expect(members).toHaveCount(2 * count);
});
