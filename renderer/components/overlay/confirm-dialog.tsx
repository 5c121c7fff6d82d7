import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { Button } from '../controls/button.tsx';
import { ErrorMessage } from '../feedback/error-message.tsx';
import { Dialog } from './dialog.tsx';

export type Question = {
  readonly title: string;
  /** The consequence for the item. */
  readonly detail: string;
  /** Label of the confirm button. */
  readonly action: string;
  /** Irreversible: the button is red and never the default. */
  readonly isDanger?: boolean;
  /** The confirmed action, and its last error. */
  readonly acting: {
    readonly isPending: boolean;
    readonly error: { readonly message: string; readonly remedy: string } | null;
  };
};

/** Asks for confirmation; stays open with the error until the action succeeds or is dismissed. A running action can no longer be cancelled here. */
export function ConfirmDialog({
  title,
  detail,
  action,
  isDanger = false,
  acting: { isPending, error },
  onConfirm,
  onClose,
}: Question & { onConfirm: () => void; onClose: () => void }): ReactNode {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{detail}</p>
      <ErrorMessage error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter must not trigger an irreversible action */}
        <Button autoFocus={isDanger} onPress={onClose}>
          {isPending ? texts.actions.close : texts.actions.cancel}
        </Button>
        <Button kind={isDanger ? 'danger' : 'primary'} isBusy={isPending} onPress={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
