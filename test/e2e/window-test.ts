import { test as base, type Locator, type Page } from '@playwright/test';
import { type StartedTandem, startTandem } from '../support/desktop/started-tandem.ts';
import { chosen } from '../support/window/chosen.ts';

type Fixtures = { readonly complaints: string[]; readonly tandem: StartedTandem };
/** Starts the Tandem of a file with its first test, and closes that of the file before. */
type WorkerFixtures = { readonly tandemOf: (file: string) => Promise<StartedTandem> };

/** A test with a started Tandem (one for a whole file, so that none finds what another left) and a window of it that is open and lets in. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  tandemOf: [
    // Playwright reads from the pattern which fixtures it needs; a pattern there must be.
    async ({ browserName: _browserName }, provide) => {
      let current: { readonly file: string; readonly tandem: StartedTandem } | undefined;
      const close = async (): Promise<void> => {
        await current?.tandem.close();
        current = undefined;
      };
      await provide(async (file) => {
        if (current?.file === file) return current.tandem;
        await close();
        const tandem = await startTandem();
        current = { file, tandem };
        return tandem;
      });
      await close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  tandem: [async ({ tandemOf }, provide, { file }) => provide(await tandemOf(file)), { timeout: 120_000 }],
  /** Errors and violations of the policy, from the first byte of the page. */
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
export async function openPage(page: Page, name: string): Promise<void> {
  const navigation = page.getByRole('navigation');
  const link = navigation.getByRole('link', { name });
  // A narrow window keeps most pages behind "More".
  const more = navigation.getByRole('button', { name: /^(More|Mehr)$/ });
  await link.or(more).first().waitFor();
  if (await link.isVisible()) await link.click();
  else {
    await more.click();
    await page.getByRole('dialog').getByRole('link', { name }).click();
  }
  await page.getByRole('main', { name }).getByRole('heading', { level: 1 }).waitFor();
}

/** The window in German, at its current place; in this test alone. */
export async function inGerman(page: Page): Promise<void> {
  await chosen(page, { language: 'de' });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** A cell of a list by its whole text. */
export function cell(page: Page, text: string): Locator {
  return page.getByRole('row').getByText(text, { exact: true });
}

/** A row of a table by what names it. */
export function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
}

/** Does something with a row, from its menu. */
export async function rowAct(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).press('Shift+F10');
  await page.getByRole('menuitem', { name: action }).press('Enter');
}

/** Walks with Tab until something has the keyboard. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < 40; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
}

/** Chooses one of a few in a labelled list. */
export async function pick(within: Page | Locator, label: string | RegExp, option: string): Promise<void> {
  // The name of the button is the value and then the label.
  const name = typeof label === 'string' ? new RegExp(`${label}$`) : label;
  await within.getByRole('button', { name }).click();
  const page = 'page' in within ? within.page() : within;
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Walks down to a folder in the dialog that asks for an item, and takes it. */
export async function chooseItem(page: Page, path: readonly string[], action: string): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  for (const name of path) await dialog.getByRole('option', { name, exact: true }).click();
  await dialog.getByText(path.at(-1) ?? '', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: action }).click();
}
