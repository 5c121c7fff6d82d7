import { type ReactNode, useEffect } from 'react';
import { Skeleton } from '../../components/feedback/page-state.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';
import { RecentList } from './recent-list.tsx';
import { TrayButtons } from './tray-buttons.tsx';
import { TrayHead } from './tray-head.tsx';
import { TrayInvitations } from './tray-invitations.tsx';
import { TraySignIn } from './tray-sign-in.tsx';
import { TrayWork } from './tray-work.tsx';

/** The short form of Home in the tray window, 360 px wide: the state with its way out, questions, work and recent changes. */
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
          <TrayHead status={status} />
          <div className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
            <TraySignIn status={status} />
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
