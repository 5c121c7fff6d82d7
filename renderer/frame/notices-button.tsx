import { Bell } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../components/controls/button.tsx';
import { LatePlace } from '../components/feedback/late-place.tsx';
import { lazyWithRetry } from '../components/feedback/lazy-with-retry.ts';
import { usePreloaded } from '../components/feedback/use-preloaded.ts';
import { useSession, useStatus } from '../state/bridge/session.ts';
import { useStore } from '../state/bridge/store.ts';
import { texts } from '../texts/texts.ts';
import type { NoticesPlacement } from './notices-panel.tsx';

const NoticesPanel = lazyWithRetry(async () => (await import('./notices-panel.tsx')).NoticesPanel);

/** The bell: a dot marks unread notices. */
export function NoticesButton({ placement = 'right top' }: { placement?: NoticesPlacement }): ReactNode {
  const { notices } = useSession();
  const invitations = useStatus((status) => status.invitations) ?? [];
  const read = useStore(notices.readInvitations);
  const unread =
    useStore(notices).filter(({ isRead }) => !isRead).length +
    invitations.filter(({ id }) => !read.includes(id)).length;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  usePreloaded(NoticesPanel);
  return (
    <>
      <Button
        ref={button}
        kind="ghost"
        icon
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={unread === 0 ? texts.frame.notices : texts.frame.noticesUnread(unread)}
        onPress={() => setOpen(true)}
      >
        <span aria-hidden className="relative">
          <Bell className="size-4.5" strokeWidth={1.75} />
          {unread > 0 && <span className="absolute end-0 top-0 size-2 rounded-full bg-accent ring-2 ring-side" />}
        </span>
      </Button>
      {isOpen && (
        <LatePlace>
          <NoticesPanel button={button} placement={placement} onClose={() => setOpen(false)} />
        </LatePlace>
      )}
    </>
  );
}
