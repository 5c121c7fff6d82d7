import { CirclePause, Ellipsis, FolderOpen, Play, Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { MenuButton } from '../../components/controls/menu/menu-button.tsx';
import type { MenuEntry } from '../../components/controls/menu/menu-panel.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import type { Root } from '../../state/bridge/roots.ts';
import { useConnection } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';
import { pauseChoices } from './pause-choices.ts';

/** The actions of a synced folder, besides opening it. */
export function RootMenu({
  root,
  onRemove,
}: {
  root: Pick<Root, 'id' | 'name' | 'state'>;
  /** Asks before syncing stops; absent: that is not offered here. */
  onRemove?: () => void;
}): ReactNode {
  const pause = useAction('sync.pause');
  const resume = useAction('sync.resume');
  const reveal = useAction('root.reveal');
  const canReveal = useAnswer('session.get', {}).data?.can.reveal === true;
  const isLost = useConnection() !== 'connected';
  const rootId = root.id;
  const act = (id: string): void => {
    const choice = pauseChoices.find((known) => known.id === id);
    if (choice !== undefined) pause.mutate({ rootId, forMs: choice.forMs() });
    else if (id === 'resume') resume.mutate({ rootId });
    else if (id === 'reveal') reveal.mutate({ rootId });
    else onRemove?.();
  };
  return (
    <>
      <MenuButton
        icon
        kind="ghost"
        label={texts.files.actionsOf(root.name)}
        isDisabled={isLost}
        isBusy={pause.isPending || resume.isPending}
        entries={[
          ...(canReveal ? [{ id: 'reveal', icon: FolderOpen, label: texts.pause.acts.reveal }] : []),
          ...(root.state === 'paused' ? resumeEntries : pauseEntries),
          ...(onRemove === undefined ? [] : removeEntries),
        ]}
        onAction={act}
      >
        <Ellipsis aria-hidden className="size-4" />
      </MenuButton>
      <ErrorMessage error={pause.error ?? resume.error ?? reveal.error} />
    </>
  );
}

const pauseEntries: readonly MenuEntry[] = pauseChoices.map(({ id, act }) => ({ id, icon: CirclePause, label: act }));
const resumeEntries: readonly MenuEntry[] = [{ id: 'resume', icon: Play, label: texts.actions.resume }];
const removeEntries: readonly MenuEntry[] = [
  { id: 'remove', icon: Unlink, label: texts.settings.remove, isRisky: true },
];
