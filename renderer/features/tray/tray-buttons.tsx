import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Status } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import { useBridge } from '../../state/bridge/bridge.ts';
import { texts } from '../../texts/texts.ts';

/** Opens the folder, and the window, where the host can. */
export function TrayButtons({ status }: { status: Status }): ReactNode {
  const isDesktop = useBridge().host === 'electron';
  const canReveal = useAnswer('session.get', {}).data?.can.reveal ?? false;
  const [reveal, show] = [useAction('root.reveal'), useAction('window.show')];
  const [root] = status.roots;
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-line border-t px-2 py-2 empty:hidden">
      {canReveal && root !== undefined && (
        <Button kind="ghost" onPress={() => reveal.mutate({ rootId: root.id })}>
          <FolderOpen aria-hidden className="size-4" strokeWidth={1.75} />
          {texts.tray.openFolder}
        </Button>
      )}
      {isDesktop && (
        <Button className="ms-auto" onPress={() => show.mutate({})}>
          {texts.tray.openWindow}
        </Button>
      )}
      <ErrorMessage error={reveal.error ?? show.error} />
    </div>
  );
}
