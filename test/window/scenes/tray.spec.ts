import { expect } from '@playwright/test';
import { popoverSize } from '../../../main/shell/window/popover.ts';
import { attention, busyStatus, idle, offlineStatus } from '../../support/window/studio/home.ts';
import { looksLike } from './looks-like.ts';

const sizes = [popoverSize];

looksLike({
  'tray-busy': {
    hash: '#/tray',
    answers: { ...attention, 'status.get': () => busyStatus },
    reach: (page) => expect(page.getByRole('main')).toContainText('interview-04.mov'),
    sizes,
  },
  'tray-idle': {
    hash: '#/tray',
    answers: idle,
    reach: (page) => expect(page.getByRole('main')).toContainText('Harbour House'),
    sizes,
  },
  'tray-offline': {
    hash: '#/tray',
    answers: { ...attention, 'status.get': () => offlineStatus },
    reach: (page) => expect(page.getByRole('region', { name: 'Waiting' })).toBeVisible(),
    sizes,
  },
});
