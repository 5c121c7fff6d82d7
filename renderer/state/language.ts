import type { TandemBridge } from '../../preload/ipc/bridge.ts';
import { keepLanguage, keptLanguage, knownLanguage, language, languageOf, languages } from '../texts/language.ts';
import { ask } from './bridge.ts';

/** Called once before the first drawing: whoever reads aloud, hyphenates or lays out the page knows its language. */
export function applyLanguage(): void {
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].dir;
}

/**
 * The choice is kept by this computer's settings, and beside the page so that the first drawing has it. A page that does not have it yet
 * (another browser, another address) takes it over, and loads anew when that makes a difference.
 */
export async function followKeptLanguage(bridge: TandemBridge, reload: () => void): Promise<void> {
  try {
    const chosen = knownLanguage((await ask(bridge, 'settings.get', {})).language);
    if (chosen === keptLanguage() || !keepLanguage(chosen)) return;
    if ((chosen ?? languageOf(navigator.languages)) !== language) reload();
  } catch {
    // Not connected: the window says so itself, and goes on in the language it has.
  }
}
