import type { Locator, Page } from '@playwright/test';
import type { Answers } from './fake-bridge.ts';

/** What a search finds. */
export const found = (...entries: object[]): Answers => ({
  service: {
    listUsers: () => ({ entries: [], total_count: 0, limit: 8, offset: 0 }) as never,
    search: () =>
      ({ type: 'search_results_items', entries, total_count: entries.length, limit: 8, offset: 0 }) as never,
  },
});

/** Opens the palette and types a word. */
export async function search(page: Page, word: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search', exact: true });
  await palette.getByRole('searchbox').fill(word);
  return palette;
}
