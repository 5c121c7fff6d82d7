import { type ReactNode, useState } from 'react';
import type { TrashPolicy } from '../../../preload/ipc/shapes/attention.ts';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { useAction } from '../../state/bridge/actions.ts';
import type { CommandRefused } from '../../state/bridge/bridge.ts';
import { formatBytes } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

type Limit = keyof TrashPolicy;
/** One limit and its new value; null: no limit. */
type Change = { readonly limit: Limit; readonly value: number | null };

/** Changes the limits of the local trash: a higher one at once, a lower one after a question, because it deletes files permanently. */
export function useTrashLimits(known: TrashPolicy): {
  readonly change: (limit: Limit, value: number | null) => void;
  readonly error: CommandRefused | null;
  /** How many items the last change deleted. */
  readonly swept: number;
  /** The open question. */
  readonly question: ReactNode;
} {
  const [asked, setAsked] = useState<Change | null>(null);
  const [swept, setSwept] = useState(0);
  const set = useAction('trash.local.setPolicy', (answer) => setSwept(answer.swept));
  const change = (limit: Limit, value: number | null): void => {
    const before = known[limit];
    if (value !== null && (before === null || value < before)) setAsked({ limit, value });
    else set.mutate({ [limit]: value });
  };
  const question = asked !== null && <LessQuestion change={asked} onSwept={setSwept} onClose={() => setAsked(null)} />;
  return { change, error: set.error, swept, question };
}

function LessQuestion({
  change: { limit, value },
  onSwept,
  onClose,
}: {
  change: Change;
  onSwept: (count: number) => void;
  onClose: () => void;
}): ReactNode {
  const set = useAction('trash.local.setPolicy', ({ swept }) => onSwept(swept));
  const { lessTitle, lessDays, lessBytes, purgeAction } = texts.trash;
  return (
    <ConfirmDialog
      title={lessTitle}
      detail={limit === 'keepDays' ? lessDays(value ?? 0) : lessBytes(formatBytes(value ?? 0))}
      action={purgeAction}
      isDanger
      acting={set}
      onConfirm={() => set.mutate({ [limit]: value }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
