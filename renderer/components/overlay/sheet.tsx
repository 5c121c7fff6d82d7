import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';

/** Slides up from the bottom of a narrow window: a menu, or content that does not fit. In a wider one, content slides in at the end, as high as the window. */
export function Sheet({
  label,
  isFlush = false,
  onClose,
  children,
}: {
  label: string;
  /** Content that reaches to its edges, not a menu. */
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
      <Modal
        className={classNames(
          'max-h-[85%] w-full overflow-auto rounded-t-dialog bg-over shadow-float [--field:var(--over)] data-entering:animate-[rise_150ms_ease-out]',
          isFlush ? 'sm:ms-auto sm:h-full sm:max-h-none sm:w-94 sm:rounded-none' : 'mx-auto sm:max-w-140',
        )}
      >
        <Dialog
          aria-label={label}
          className={isFlush ? 'outline-none sm:flex sm:min-h-full sm:flex-col' : 'p-2 pb-3 outline-none'}
        >
          <span
            aria-hidden
            className={classNames('mx-auto mt-1 mb-2 block h-1 w-9 rounded-full bg-edge', isFlush && 'sm:hidden')}
          />
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
