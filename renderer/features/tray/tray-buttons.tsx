import type { ReactNode } from 'react';
import type { Status } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { MenuButton } from '../../components/controls/menu/menu-button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { pauseChoices } from '../../parts/roots/pause-choices.ts';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import { useBridge } from '../../state/bridge/bridge.ts';
import { useConnection } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';

/** The same choices as in the menu of the tray, which has an end for each. */
const pauses = pauseChoices.filter(({ id }) => id !== 'resumed');

/** Open the folder, pause or resume, open the window; actions that the host does not support are left out. */
export function TrayButtons({ status }: { status: Status }): ReactNode {
  const isDesktop = useBridge().host === 'electron';
  const canReveal = useAnswer('session.get', {}).data?.can.reveal ?? false;
  const isLost = useConnection() !== 'connected';
  const [reveal, show] = [useAction('root.reveal'), useAction('window.show')];
  const [pause, resume] = [useAction('sync.pause'), useAction('sync.resume')];
  const [root] = status.roots;
  const refused = reveal.error ?? show.error ?? pause.error ?? resume.error;
  const pauseFor = (id: string): void => {
    const chosen = pauses.find((known) => known.id === id);
    if (chosen !== undefined) pause.mutate({ forMs: chosen.forMs() });
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-line border-t px-3 py-3">
      {canReveal && root !== undefined && (
        <Button onPress={() => reveal.mutate({ rootId: root.id })}>{texts.tray.openFolder}</Button>
      )}
      {status.state === 'paused' ? (
        <Button isDisabled={isLost || resume.isPending} onPress={() => resume.mutate({})}>
          {texts.actions.resume}
        </Button>
      ) : (
        <MenuButton label={texts.actions.pauseFor} entries={pauses} isDisabled={isLost} onAction={pauseFor}>
          {texts.actions.pause}
        </MenuButton>
      )}
      {isDesktop && (
        <Button className="ms-auto" onPress={() => show.mutate({})}>
          {texts.tray.openWindow}
        </Button>
      )}
      <ErrorMessage error={refused} />
    </div>
  );
}
