import { test as base, expect, type Page } from '@playwright/test';
import type { Page as PageName } from '../../../renderer/state/hooks/route.ts';
import { tellStory } from '../../support/browser/window-story.ts';
import { type StartedTandem, startTandem } from '../../support/desktop/started-tandem.ts';
import { accessibilityFindings, outOfReach } from '../../support/window/accessibility.ts';
import { people } from '../../support/window/studio/people.ts';

/**
 * Every page of the window as a person sees it, light and dark, wide and narrow: like its picture in `docs/screenshots`, without a
 * finding of WCAG 2.2 AA, and nothing cut off. `npm run screenshots` takes the pictures again.
 */

type Worker = { readonly tandem: StartedTandem };

const test = base.extend<object, Worker>({
  tandem: [
    async ({ browserName: _browserName }, provide) => {
      const tandem = await startTandem({ isOfAnn: true });
      await tellStory(tandem);
      await provide(tandem);
      await tandem.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** `differs`: the share of its pixels that may differ from run to run; 2 % unless told. */
type Place = { readonly page: PageName; readonly query?: string; readonly shows: string; readonly differs?: number };

/** The address of each page, and a text that is there once it has loaded. */
const places: Readonly<Record<string, Place>> = {
  home: { page: 'home', shows: `${people.carol.name} invites you` },
  // Which of the files that go up together is the first one to arrive is chance, so each line may tell of another one.
  activity: { page: 'activity', shows: 'uploaded', differs: 0.04 },
  attention: { page: 'attention', shows: 'budget.txt' },
  files: { page: 'files', shows: 'Studio' },
  favourites: { page: 'favourites', shows: 'No favourites yet' },
  // In which order the files that go up together are the most recent ones is chance.
  recent: { page: 'recents', shows: 'Last used', differs: 0.06 },
  bookmarks: { page: 'bookmarks', shows: 'Building code' },
  sharing: { page: 'sharing', shows: 'Launch plan' },
  requests: { page: 'requests', shows: 'Photos of the site' },
  trash: { page: 'trash', shows: 'old price list.txt' },
  hubs: { page: 'hubs', shows: 'How we build' },
  people: { page: 'people', shows: people.carol.login },
  governance: { page: 'governance', shows: 'Facade 2026' },
  connections: { page: 'connections', shows: 'No devices signed in' },
  settings: { page: 'settings', shows: people.ann.name },
  welcome: { page: 'welcome', query: '?add', shows: 'Choose a folder to sync' },
};

const schemes = ['light', 'dark'] as const;
const wide = { width: 1440, height: 900 };
const narrow = { width: 400, height: 860 };

for (const [name, { page: pageName, query = '', shows, differs = 0.02 }] of Object.entries(places)) {
  test(`${name} looks as it should, without a finding`, async ({ page, tandem }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(await tandem.link());
    await page.getByTestId('state').waitFor();
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/${pageName}${query}`);
    await page.getByRole('main').getByText(shows).first().waitFor();
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const size of [wide, narrow]) {
        await page.setViewportSize(size);
        // Times and ids of the service differ from run to run, by a few pixels; a layout that moved differs by more.
        await expect.soft(page).toHaveScreenshot(`${name}-${colorScheme}-${size.width}.png`, {
          maxDiffPixelRatio: differs,
          animations: 'disabled',
        });
        // Each scheme and each width once: they do not depend on each other.
        if ((colorScheme === 'light') === (size === wide)) {
          expect.soft(await accessibilityFindings(page), `${colorScheme}, ${size.width} px`).toEqual([]);
        }
        expect.soft(await sideways(page), `${colorScheme}, ${size.width} px`).toBe(0);
        if (colorScheme === 'light') expect.soft(await outOfReach(page), `${size.width} px`).toEqual([]);
      }
    }
  });
}

/** Pixels by which the page is wider than the window. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
