import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import type { ButtonKind } from '../controls/button-look.ts';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';

/** A button for an irreversible action: it explains the consequence, and acts only after confirmation. */
export function ConfirmButton({
  children,
  label,
  kind = 'plain',
  onConfirm,
  onClose,
  ...question
}: Question & {
  children: ReactNode;
  /** The accessible name, if the label alone is ambiguous. */
  label?: string;
  kind?: ButtonKind;
  /** Calls `done` on success; until then the dialog stays open with the error. */
  onConfirm: (done: () => void) => void;
  /** The dialog was dismissed: clear the error. */
  onClose: () => void;
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
      {isAsking && <ConfirmDialog {...question} onConfirm={() => onConfirm(() => setAsking(false))} onClose={close} />}
    </>
  );
}
