import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import type { ButtonKind } from '../controls/button-look.ts';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';

/** A button for what has no way back: it says what will become of the thing, and acts only when that is affirmed. */
export function ConfirmButton({
  children,
  label,
  kind = 'plain',
  onConfirm,
  onClose,
  ...question
}: Question & {
  children: ReactNode;
  /** The name of the button where its words alone could mean several things. */
  label?: string;
  kind?: ButtonKind;
  /** Calls `done` when it is over; until then the question stays, with what went wrong. */
  onConfirm: (done: () => void) => void;
  /** The question was put away: what went wrong is forgotten. */
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
