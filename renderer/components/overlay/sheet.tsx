import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';

/** Slides up from the bottom of a narrow window: a menu, or content that does not fit. */
export function Sheet({
  label,
  isFlush = false,
  onClose,
  children,
}: {
  label: string;
  /** The content reaches to its edges. */
  isFlush?: boolean;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="fixed inset-0 z-20 flex items-end bg-scrim data-entering:animate-[appear_150ms_ease-out]"
    >
      <Modal className="mx-auto max-h-[85%] w-full overflow-auto sm:max-w-140 rounded-t-dialog bg-over shadow-float [--field:var(--over)] data-entering:animate-[rise_150ms_ease-out]">
        <Dialog aria-label={label} className={isFlush ? 'outline-none' : 'p-2 pb-3 outline-none'}>
          <span aria-hidden className="mx-auto mt-1 mb-2 block h-1 w-9 rounded-full bg-edge" />
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
