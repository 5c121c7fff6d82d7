import { firstChoices, type WindowChoices } from '../../../preload/ipc/shapes/window-choices.ts';
import { knownLanguage } from '../../../preload/words/languages.ts';

/** The choices that the page needs before its first frame. `language` is null for the system's. */
export type PageChoices = WindowChoices & { readonly language: string | null };

/** The page with each choice but the first ones as an attribute of its root element: its policy allows no script in it that could hold them. */
export function pageWithChoices(page: string, choices: PageChoices): string {
  const { language, theme, filesView, comparison, browserNotices } = choices;
  const attributes = [
    ['language', knownLanguage(language), null],
    ['theme', theme, firstChoices.theme],
    ['files-view', filesView, firstChoices.filesView],
    ['comparison', comparison, firstChoices.comparison],
    ['browser-notices', browserNotices, firstChoices.browserNotices],
  ].map(([name, id, first]) => (id === first ? '' : ` data-${name}="${id}"`));
  return page.replace('<html', `<html${attributes.join('')}`);
}
