import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { InlineError } from './inline-error.tsx';

/** A button for what has no way back: it says what will become of the thing, and acts only when that is affirmed. */
export function ConfirmButton({
  children,
  label,
  title,
  detail,
  action,
  cancel,
  isPending,
  refused,
  onConfirm,
  onClose,
  kind = 'plain',
}: {
  children: ReactNode;
  /** The name of the button where its words alone could mean several things. */
  label?: string;
  title: string;
  detail: string;
  action: string;
  cancel: string;
  isPending: boolean;
  refused: { readonly message: string; readonly remedy: string } | null;
  /** Calls `done` when it is over; until then the question stays, with what went wrong. */
  onConfirm: (done: () => void) => void;
  /** The question was put away: what went wrong is forgotten. */
  onClose: () => void;
  kind?: 'plain' | 'quiet';
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const close = (): void => {
    setAsking(false);
    onClose();
  };
  return (
    <>
      <Button kind={kind} onPress={() => setAsking(true)} {...(label === undefined ? {} : { 'aria-label': label })}>
        {children}
      </Button>
      {isAsking && (
        <Dialog title={title} onClose={close}>
          <p>{detail}</p>
          {refused !== null && <InlineError sentence={refused.message} remedy={refused.remedy} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onPress={close}>{cancel}</Button>
            <Button kind="primary" isDisabled={isPending} onPress={() => onConfirm(() => setAsking(false))}>
              {action}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
