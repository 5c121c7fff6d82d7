import { expect } from '@playwright/test';
import { english } from '../../../renderer/texts/en/english.ts';
import { choosingContent, choosingFolder, connecting } from '../../support/window/studio/first-start.ts';
import { looksLike } from './looks-like.ts';

const words = english.welcome;

looksLike({
  'start-1': {
    hash: '#/welcome',
    answers: connecting,
    reach: async (page) => {
      await page.getByLabel(words.address, { exact: true }).fill('tandem.harbour.studio');
      await expect(page.getByText(words.found)).toBeVisible();
    },
  },
  'start-2': {
    hash: '#/welcome?add=folder',
    answers: choosingFolder,
    reach: async (page) => {
      await expect(page.getByRole('main')).toContainText(words.isNew);
      await expect(page.getByRole('main')).toContainText('214 GB free on this disk');
      await expect(page.getByRole('main')).toContainText('Your files need 41.2 GB');
    },
  },
  'start-3': {
    hash: '#/welcome?root=1',
    answers: choosingContent,
    reach: async (page) => {
      await page.getByRole('treeitem', { name: /^Studio/ }).press('ArrowRight');
      await expect(page.getByRole('treeitem', { name: /^Archive/ })).toBeVisible();
      await page.evaluate(() => Object(document.activeElement).blur());
    },
  },
});
