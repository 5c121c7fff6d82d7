import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { MenuButton } from '../../components/controls/menu/menu-button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { pauseChoices } from '../../parts/roots/pause-choices.ts';
import { useAction } from '../../state/bridge/actions.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';

/** Pauses for a chosen time, the same as in the tray, or resumes. With `icon`, without words. */
export function PauseControl({ isLost, icon = false }: { isLost: boolean; icon?: boolean }): ReactNode {
  const resume = useAction('sync.resume');
  const pause = useAction('sync.pause');
  const isPaused = useStatus(({ state }) => state === 'paused') === true;
  const isEmpty = useStatus(({ roots }) => roots.length === 0) !== false;
  const choose = (id: string): void => {
    const choice = pauseChoices.find((known) => known.id === id);
    if (choice !== undefined) pause.mutate({ forMs: choice.forMs() });
  };
  const look = icon ? ({ icon, kind: 'ghost' } as const) : {};
  return (
    <>
      {isPaused ? (
        <Button
          {...look}
          {...(icon ? { 'aria-label': texts.palette.resumeAll } : {})}
          isDisabled={isLost}
          isBusy={resume.isPending}
          onPress={() => resume.mutate({})}
        >
          <Play aria-hidden className="size-4" />
          {!icon && texts.actions.resume}
        </Button>
      ) : (
        <MenuButton
          {...look}
          label={icon ? texts.palette.pauseAll : texts.actions.pauseFor}
          isDisabled={isLost || isEmpty}
          isBusy={pause.isPending}
          entries={pauseChoices}
          onAction={choose}
        >
          <Pause aria-hidden className="size-4" />
          {!icon && texts.actions.pause}
        </MenuButton>
      )}
      <ErrorMessage error={resume.error ?? pause.error} />
    </>
  );
}
