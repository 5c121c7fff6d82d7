import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { texts } from '../../texts/texts.ts';
import { Button } from '../controls/button.tsx';
import { classNames } from '../layout/class-names.ts';

export type DialogSize = 'normal' | 'wide';

const widths: Readonly<Record<DialogSize, string>> = { normal: 'max-w-120', wide: 'max-w-140' };

/** A modal dialog that the person opened. Escape and a click outside close it. */
export function Dialog({
  title,
  icon,
  hasClose = false,
  size = 'normal',
  onClose,
  children,
}: {
  /** A question, or a verb with its object. */
  title: string;
  /** An icon before the title. */
  icon?: ReactNode;
  /** Shows a button that closes it beside the title, where no other button ends the dialog. */
  hasClose?: boolean;
  size?: DialogSize;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLElement>(null);
  useFirstFocus(dialog);
  useKeptFocus(dialog);
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="fixed inset-0 z-20 grid place-items-center bg-scrim p-4 data-entering:animate-[appear_150ms_ease-out]"
    >
      <Modal
        className={classNames(
          'max-h-full w-full overflow-auto rounded-dialog bg-over shadow-float [--field:var(--over)] data-entering:animate-[rise_150ms_ease-out]',
          widths[size],
        )}
      >
        <AriaDialog ref={dialog} className="grid grid-cols-[minmax(0,1fr)] gap-4 p-6 pt-5 outline-none">
          <div className="flex items-center gap-3">
            {icon}
            <Heading slot="title" className="min-w-0 flex-1 font-semibold text-heading">
              {title}
            </Heading>
            {hasClose && (
              <Button kind="ghost" icon className="-my-1 -me-2" aria-label={texts.actions.close} onPress={onClose}>
                <X aria-hidden className="size-4" />
              </Button>
            )}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * Takes the focus as soon as the dialog is there, unless something in it already has it. React Aria would do so later and once more
 * after half a second, which can take it from what opened a second dialog that is closed just then.
 */
function useFirstFocus(dialog: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (dialog.current?.contains(document.activeElement) === false) dialog.current.focus({ preventScroll: true });
  }, [dialog]);
}

/** Takes the focus when the focused element of the dialog is disabled or gone: the keys of a dialog work only while it has the focus. */
function useKeptFocus(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    let frame = 0;
    const look = (): void => {
      if (document.activeElement === document.body) element.focus({ preventScroll: true });
    };
    // The browser moves the focus with the next frame.
    const changes = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(look);
      });
    });
    changes.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => {
      changes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [dialog]);
}
