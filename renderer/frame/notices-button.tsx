import { Bell } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Button } from '../components/controls/button.tsx';
import { lazyWithRetry } from '../components/feedback/lazy-with-retry.ts';
import { useSession, useStatus } from '../state/bridge/session.ts';
import { useStore } from '../state/bridge/store.ts';
import { texts } from '../texts/texts.ts';

const NoticeList = lazyWithRetry(async () => (await import('../features/notices/notice-list.tsx')).NoticeList);

/** The bell: a dot marks notices since it was last opened. */
export function NoticesButton({ placement = 'right top' }: { placement?: 'right top' | 'bottom end' }): ReactNode {
  const { notices } = useSession();
  const invitations = useStatus((status) => status.invitations.length) ?? 0;
  const unread = useStore(notices).filter(({ isRead }) => !isRead).length + invitations;
  return (
    <DialogTrigger>
      <Button
        kind="ghost"
        icon
        className="relative"
        aria-label={unread === 0 ? texts.frame.notices : texts.frame.noticesUnread(unread)}
      >
        <Bell aria-hidden className="size-4.5" strokeWidth={1.75} />
        {unread > 0 && (
          <span aria-hidden className="absolute end-1.5 top-1.5 size-2 rounded-full bg-accent ring-2 ring-side" />
        )}
      </Button>
      <Popover
        placement={placement}
        className="w-100 max-w-[calc(100vw-2rem)] overflow-auto rounded-card bg-over shadow-float [--field:var(--over)] data-entering:animate-[rise_120ms_ease-out]"
      >
        <Dialog aria-label={texts.frame.notices} className="outline-none">
          {({ close }) => (
            <Suspense fallback={<div className="h-40" />}>
              <NoticeList onClose={close} />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
