import type { ReactNode, RefObject } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { useUndoableNotices } from '../features/activity/undoable-notices.tsx';
import { NoticeList } from '../features/notices/notice-list.tsx';
import { texts } from '../texts/texts.ts';

/** Where it opens beside the bell. */
export type NoticesPlacement = 'right top' | 'bottom end';

/** The notice centre, opened from the bell. */
export function NoticesPanel({
  button,
  placement,
  onClose,
}: {
  button: RefObject<HTMLButtonElement | null>;
  placement: NoticesPlacement;
  onClose: () => void;
}): ReactNode {
  const others = useUndoableNotices(onClose);
  return (
    <Popover
      isOpen
      triggerRef={button}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement={placement}
      className="w-100 max-w-[calc(100vw-2rem)] overflow-auto rounded-card bg-over shadow-float [--field:var(--over)] data-entering:animate-[rise_120ms_ease-out]"
    >
      <Dialog aria-label={texts.frame.notices} className="outline-none">
        <NoticeList others={others} onClose={onClose} />
      </Dialog>
    </Popover>
  );
}
