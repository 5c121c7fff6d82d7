import { useState } from 'react';
import { type ChoiceName, type WindowChoices, windowChoices } from '../../../preload/ipc/shapes/window-choices.ts';
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
    if (next === windowChoices[name][0]) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = next;
    setChosen(next);
    // If it can't be stored, it holds for this page.
    void bridge.call('settings.set', { [name]: next });
  });
  return [chosen, choose];
}

function choiceOnPage<Name extends ChoiceName>(name: Name): WindowChoices[Name] {
  const ids = windowChoices[name];
  return ids.find((id) => id === document.documentElement.dataset[name]) ?? ids[0];
}
