import { type ReactNode, useEffect } from 'react';
import type { Status } from '../../../preload/ipc/shapes/status.ts';
import { Skeleton } from '../../components/feedback/page-state.tsx';
import { Progress } from '../../components/feedback/progress.tsx';
import { StateSign } from '../../components/feedback/state-mark.tsx';
import { useConnection, useStatus } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';
import { RecentList } from './recent-list.tsx';
import { TrayButtons } from './tray-buttons.tsx';
import { TrayInvitations } from './tray-invitations.tsx';
import { TrayWork } from './tray-work.tsx';

/** The short form of Home in the tray window, 360 px wide: status, questions, recent changes, and three actions. */
export function TrayPage(): ReactNode {
  const status = useStatus((known) => known);
  useEffect(() => {
    document.title = texts.tray.title;
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') window.close();
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, []);
  return (
    <main aria-label={texts.tray.title} className="flex h-full flex-col bg-card">
      {status === null ? (
        <TrayLoading />
      ) : (
        <>
          <Head status={status} />
          <div className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
            <TrayInvitations invitations={status.invitations} />
            <TrayWork status={status} />
            <RecentList isBusy={status.attentionTotal + status.transfersTotal > 0} />
          </div>
          <TrayButtons status={status} />
        </>
      )}
    </main>
  );
}

function Head({ status }: { status: Status }): ReactNode {
  const isLost = useConnection() !== 'connected';
  const { bytesDone, bytesTotal } = status.totals;
  return (
    <div className="grid gap-3 border-line border-b px-4 py-3">
      <div className="flex items-center gap-3" aria-live="polite">
        <StateSign state={isLost ? 'offline' : status.state} />
        <div className="min-w-0 flex-1">
          <h1 className="font-semibold">{isLost ? texts.connection.lost : status.sentence}</h1>
          <p className="text-dim text-small">{isLost ? texts.connection.lostDetail : status.detail}</p>
        </div>
      </div>
      {status.state === 'syncing' && !isLost && bytesTotal > 0 && (
        <Progress label={texts.home.overall} share={bytesDone / bytesTotal} />
      )}
    </div>
  );
}

/** The page's placeholder until the first status arrives. */
function TrayLoading(): ReactNode {
  return (
    <div className="flex flex-col gap-3 p-4">
      <p aria-live="polite" className="sr-only">
        {texts.home.loading}
      </p>
      <Skeleton className="h-11" />
      <Skeleton className="h-36" />
    </div>
  );
}
