import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { Button } from '../controls/button.tsx';
import { ErrorMessage } from '../feedback/error-message.tsx';
import { Dialog } from './dialog.tsx';

export type Question = {
  readonly title: string;
  /** What will become of the thing. */
  readonly detail: string;
  /** The words of the button that affirms it. */
  readonly action: string;
  /** It can't be undone: the button is red, and never the default. */
  readonly isDanger?: boolean;
  /** What is done when it is affirmed, and why it failed the last time. */
  readonly acting: {
    readonly isPending: boolean;
    readonly error: { readonly message: string; readonly remedy: string } | null;
  };
};

/** Asks before something is done; the question stays, with what went wrong, until it is done or put away. */
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
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter must not do what can't be undone */}
        <Button autoFocus={isDanger} onPress={onClose}>
          {texts.actions.cancel}
        </Button>
        <Button kind={isDanger ? 'danger' : 'primary'} isDisabled={isPending} onPress={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
