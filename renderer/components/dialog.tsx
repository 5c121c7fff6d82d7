import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

/** A question in front of the page, asked because the person pressed for it. Escape and a press beside it close it. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
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
      className="fixed inset-0 z-20 grid place-items-center bg-[#0006] p-4"
    >
      <Modal className="max-h-full w-full max-w-md overflow-auto rounded-card border border-line bg-card shadow-float">
        <AriaDialog className="grid gap-4 p-5 outline-none">
          <Heading slot="title" className="font-semibold text-title">
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
