import { expect } from '@playwright/test';
import type { Answers } from '../../support/window/fake-bridge.ts';
import { status } from '../../support/window/status-states.ts';
import { comparison } from '../../support/window/studio/comparison.ts';
import { attention, errors } from '../../support/window/studio/home.ts';
import { journal } from '../../support/window/studio/journal.ts';
import { looksLike } from './looks-like.ts';

const few = attention['status.get']?.({});
const all = [...(few?.attention ?? []), ...errors];
const trashed = { items: [], total: 212, bytes: 2_300_000_000 };
/** With two errors below what needs a decision. */
const five: Answers = {
  ...comparison,
  'status.get': () => ({ ...status(), ...few, attention: all, attentionTotal: all.length }),
  'trash.local.list': () => trashed,
};

looksLike({
  'attention-name': {
    hash: '#/attention',
    answers: five,
    reach: async (page, bridge) => {
      const message = 'This name can’t be used: names can’t contain / or \\.';
      bridge.refuseNext('problem.checkName', { code: 'not_possible', message, remedy: '' });
      await page.getByRole('textbox', { name: /^New name of/ }).fill('Q3/Q4 outlook.xlsx');
      await expect(page.getByText(message).last()).toBeVisible();
    },
  },
  'two-days': {
    hash: '#/activity',
    answers: journal,
    reach: async (page) => {
      const main = page.getByRole('main');
      await expect(main).toContainText('Carol Ito and you both changed site-notes.md');
      await expect(main.getByRole('link', { name: /Compare/ })).toBeVisible();
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
    // In a narrow window both conflict scenes look the same: it always shows one text.
    sizes: [{ width: 1440, height: 900 }],
  },
});
