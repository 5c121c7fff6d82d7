import { expect } from '@playwright/test';
import { bothSchemesAreSound } from '../e2e/window-test.ts';
import { now, signedIn, status } from '../support/window/status-states.ts';
import { test } from './fake-window.ts';

test('Shared with me shows role, sharer and date, opens an item, and names what an invitation is to', async ({
  page,
  bridge,
}) => {
  test.slow();
  const invitation = { id: '5', from: 'Dev Patel', item: 'Harbour House', role: 'editor', createdAtMs: now - 60_000 };
  const carol = { type: 'user', id: '9', name: 'Carol Ito', login: 'carol@harbour.studio' } as const;
  bridge.answer(signedIn(status({ invitations: [invitation] })));
  bridge.answer({
    service: {
      listFolderItems: () => ({
        total_count: 1,
        limit: 1000,
        offset: 0,
        entries: [{ type: 'folder', id: '21', name: 'Launch plan', owned_by: carol }],
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
            accessible_by: { type: 'user', id: '7', name: 'Ann Keller' },
          },
        ],
      }),
    },
  });
  await bridge.open('#/sharing');
  await expect(page.getByText('Dev Patel invites you to “Harbour House”')).toBeVisible();
  const row = page.getByRole('list', { name: 'Shared with you' }).getByRole('listitem');
  await expect(row).toContainText('Editor · Shared by Carol Ito · ');
  await expect(row.getByRole('link', { name: 'Launch plan' })).toHaveAttribute('href', '#/files?folder=21');
  await bothSchemesAreSound(page);
});
