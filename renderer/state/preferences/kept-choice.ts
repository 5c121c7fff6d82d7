import { useState } from 'react';
import { type ChoiceName, type WindowChoices, windowChoices } from '../../../preload/ipc/shapes/window-choices.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { useBridge } from '../bridge/bridge.ts';

/**
 * The person's choice, and a setter that also keeps it for the next window. It is on the root element, where the host of the page wrote it and
 * where the styles find the theme.
 */
export function useKeptChoice<Name extends ChoiceName>(
  name: Name,
): readonly [WindowChoices[Name], (chosen: WindowChoices[Name]) => void] {
  const bridge = useBridge();
  const [chosen, setChosen] = useState(() => choiceOnPage(name));
  // Stable, so that a memoised component that gets it does not render again.
  const [choose] = useState(() => (next: WindowChoices[Name]): void => {
    setChosen(next);
    void keepChoice(bridge, name, next);
  });
  return [chosen, choose];
}

/** The choice on the page, else the first. */
export const choiceOnPage = <Name extends ChoiceName>(name: Name): WindowChoices[Name] =>
  knownChoice(name, document.documentElement.dataset[name]) ?? windowChoices[name][0];

/** The choice of this id; undefined if there is none. */
export const knownChoice = <Name extends ChoiceName>(
  name: Name,
  kept: string | null | undefined,
): WindowChoices[Name] | undefined => windowChoices[name].find((id) => id === kept);

/** Puts a choice on the page and stores it. If it can't be stored (false), it holds for this page. */
export async function keepChoice<Name extends ChoiceName>(
  bridge: TandemBridge,
  name: Name,
  next: WindowChoices[Name],
): Promise<boolean> {
  if (next === windowChoices[name][0]) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = next;
  return (await bridge.call('settings.set', { [name]: next })).ok;
}
