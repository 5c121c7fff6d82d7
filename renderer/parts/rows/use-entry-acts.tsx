import { type ReactNode, useCallback, useState } from 'react';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import type { CommandRefused } from '../../state/bridge/bridge.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { useToast } from '../toasts/toasts.tsx';
import type { EntryAct } from './row-act.ts';

type Sending = Extract<EntryAct, { send: unknown }>;

/** Starts the actions of entries: reports the result, and draws the open dialog. */
export type EntryActs = {
  /** Stable. */
  readonly start: (act: EntryAct) => void;
  readonly isPending: boolean;
  /** Why the last action without a dialog failed. */
  readonly error: CommandRefused | null;
  readonly drawn: ReactNode;
};

export function useEntryActs(): EntryActs {
  const [asked, setAsked] = useState<EntryAct | null>(null);
  const { send, isPending, error } = useSending();
  // A late answer must not close the dialog of another action.
  const close = (): void => setAsked((now) => (now === asked ? null : now));
  const start = useCallback(
    (act: EntryAct): void => {
      if ('show' in act) act.show();
      else if ('send' in act && act.confirm === undefined) send(act);
      else setAsked(act);
    },
    [send],
  );
  const drawn =
    asked === null || 'show' in asked ? null : 'ask' in asked ? (
      asked.ask(close)
    ) : (
      <Confirmation act={asked} onClose={close} />
    );
  return { start, isPending, error, drawn };
}

function Confirmation({ act, onClose }: { act: Sending; onClose: () => void }): ReactNode {
  const { send, ...acting } = useSending();
  if (act.confirm === undefined) return null;
  return (
    <ConfirmDialog {...act.confirm} isDanger acting={acting} onConfirm={() => send(act, onClose)} onClose={onClose} />
  );
}

type Order = { readonly act: Sending; readonly onSent: (() => void) | undefined };

function useSending() {
  const tell = useToast();
  // A row that is pressed again before the answer has the same action.
  const [going] = useState(() => new Set<Sending>());
  // All in the action itself: the list may be gone before the answer, with its last row.
  const sending = useServiceAction(async (bridge, { act, onSent }: Order) => {
    const done = await act.send(bridge).finally(() => going.delete(act));
    onSent?.();
    if (done !== null) tell(done);
  });
  const { mutate } = sending;
  const send = useCallback(
    (act: Sending, onSent?: () => void): void => {
      if (going.has(act)) return;
      going.add(act);
      mutate({ act, onSent });
    },
    [mutate, going],
  );
  return { send, isPending: sending.isPending, error: sending.error };
}
