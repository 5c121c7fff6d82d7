import { expect } from '@playwright/test';
import { settings } from '../../support/window/studio/settings.ts';
import { looksLike } from './looks-like.ts';

looksLike({
  account: {
    hash: '#/settings',
    answers: settings,
    reach: async (page) => {
      await expect(page.getByRole('region', { name: 'Account' })).toContainText('58.8 GB free');
      await expect(page.getByRole('region', { name: 'Synced folders' })).toContainText('on this computer');
      await expect(page.getByRole('region', { name: 'Bandwidth' })).toContainText('09:00 to 17:00');
    },
  },
});
