import { firstChoices } from '../../../preload/ipc/shapes/window-choices.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { choiceOnPage, keepChoice, knownChoice } from './kept-choice.ts';

/** Where earlier versions kept these choices in the storage of the page. */
const earlierKeys = [
  ['theme', 'tandem.theme'],
  ['filesView', 'tandem.files.view'],
  ['comparison', 'tandem.comparison'],
] as const;

/**
 * Moves choices that an earlier version kept in the page of the desktop app to the settings, before the first render. Those that the settings hold
 * already win. A browser has none: each run has a new origin.
 */
export function moveEarlierChoices(bridge: TandemBridge): void {
  if (bridge.host !== 'electron') return;
  for (const [name, key] of earlierKeys) {
    const kept = localStorage.getItem(key);
    if (kept === null) continue;
    const current = choiceOnPage(name);
    const next = current === firstChoices[name] ? (knownChoice(name, kept) ?? current) : current;
    void keepChoice(bridge, name, next).then((isStored) => {
      if (isStored) localStorage.removeItem(key);
    });
  }
}
