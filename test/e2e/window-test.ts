import AxeBuilder from '@axe-core/playwright';
import { test as base, type Page } from '@playwright/test';
import { type StartedTandem, startTandem } from '../support/started-tandem.ts';

type Fixtures = { readonly complaints: string[] };
type WorkerFixtures = { readonly tandem: StartedTandem };

/** A test with a started Tandem (one for a whole file) and a window of it that is open and lets in. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  tandem: [
    // Playwright reads from the pattern which fixtures it needs; a pattern there must be.
    async ({ browserName: _browserName }, provide) => {
      const tandem = await startTandem();
      await provide(tandem);
      await tandem.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** What the page complained about since its first byte: errors, and anything that the policy refused. */
  complaints: async ({ browserName: _browserName }, provide) => {
    await provide([]);
  },
  page: async ({ page, tandem, complaints }, provide) => {
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(await tandem.link());
    await page.getByTestId('state').waitFor();
    await provide(page);
  },
});

/** Goes to a page of the window by the navigation, as a person does. */
export async function openPage(
  page: Page,
  name: 'Home' | 'Activity' | 'Attention' | 'Files' | 'Shared with me' | 'Trash',
): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('main', { name }).getByRole('heading', { level: 1 }).waitFor();
}

/** The rules of WCAG 2.2 AA that can be checked without a person; empty when none is broken. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
