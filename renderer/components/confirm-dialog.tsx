import type { ReactNode } from 'react';
import { texts } from '../style/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Refusal } from './refusal.tsx';

export type Question = {
  readonly title: string;
  /** What will become of the thing. */
  readonly detail: string;
  /** The words of the button that affirms it. */
  readonly action: string;
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
  acting: { isPending, error },
  onConfirm,
  onClose,
}: Question & { onConfirm: () => void; onClose: () => void }): ReactNode {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{detail}</p>
      <Refusal error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onClose}>{texts.actions.cancel}</Button>
        <Button kind="primary" isDisabled={isPending} onPress={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
