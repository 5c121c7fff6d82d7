import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';

/** Slides up from the bottom of a narrow window: a menu, or content that does not fit. */
export function Sheet({
  label,
  onClose,
  children,
}: {
  label: string;
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
      <Modal className="max-h-[85%] w-full overflow-auto rounded-t-dialog bg-over shadow-float [--field:var(--over)] data-entering:animate-[rise_150ms_ease-out]">
        <Dialog aria-label={label} className="p-2 pb-3 outline-none">
          <span aria-hidden className="mx-auto mt-1 mb-2 block h-1 w-9 rounded-full bg-edge" />
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
