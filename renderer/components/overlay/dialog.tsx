import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { texts } from '../../texts/texts.ts';
import { Button } from '../controls/button.tsx';
import { classNames } from '../layout/class-names.ts';

export type DialogSize = 'normal' | 'wide';

const widths: Readonly<Record<DialogSize, string>> = { normal: 'max-w-120', wide: 'max-w-140' };

/** A modal dialog that the person opened. Escape closes it, and so does a press outside, unless something is typed in it. */
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
  const hasTyped = useTypedFields(dialog);
  return (
    <ModalOverlay
      isOpen
      isDismissable
      shouldCloseOnInteractOutside={() => !hasTyped()}
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

/** Whether the text of a field in the dialog differs from the one that the person found there. */
function useTypedFields(dialog: RefObject<HTMLElement | null>): () => boolean {
  const found = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>());
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const notice = (field: EventTarget | null): void => {
      if (isTextField(field) && !found.current.has(field)) found.current.set(field, field.value);
    };
    const onFocus = ({ target }: FocusEvent): void => notice(target);
    // The first field may have the focus already.
    notice(document.activeElement);
    element.addEventListener('focusin', onFocus);
    return () => element.removeEventListener('focusin', onFocus);
  }, [dialog]);
  return () => [...found.current].some(([field, text]) => field.isConnected && field.value !== text);
}

const isTextField = (field: EventTarget | null): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'search');

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
