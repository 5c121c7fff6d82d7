import { Pause } from 'lucide-react';
import type { ReactNode } from 'react';
import { MenuButton } from '../../components/controls/menu/menu-button.tsx';
import { pauseChoices } from '../../parts/roots/pause-choices.ts';
import { texts } from '../../texts/texts.ts';

/** How long to pause: the same choices as in the tray. */
export function PauseMenu({
  onPause,
  ...ready
}: {
  isDisabled: boolean;
  isBusy: boolean;
  onPause: (forMs: number | null) => void;
}): ReactNode {
  const pause = (id: string): void => {
    const choice = pauseChoices.find((known) => known.id === id);
    if (choice !== undefined) onPause(choice.forMs());
  };
  return (
    <MenuButton label={texts.actions.pauseFor} {...ready} entries={pauseChoices} onAction={pause}>
      <Pause aria-hidden className="size-4" />
      {texts.actions.pause}
    </MenuButton>
  );
}
