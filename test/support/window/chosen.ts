import type { Page } from '@playwright/test';
import type { PageChoices } from '../../../main/commands/settings/page-choices.ts';

/** From its next load on, this page is as its host would write it for a person with these choices. */
export const chosen = (page: Page, choices: Partial<PageChoices>): Promise<unknown> =>
  page.addInitScript((ids) => {
    // The script runs before there is an element.
    new MutationObserver((_changes, observer) => {
      observer.disconnect();
      Object.assign(document.documentElement.dataset, ids);
    }).observe(document, { childList: true });
  }, choices);
