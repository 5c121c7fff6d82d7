import type { ReactNode } from 'react';
import { ConfirmDialog, type Question } from '../../components/overlay/confirm-dialog.tsx';
import { texts } from '../../texts/texts.ts';

/** The only confirmation on the page, because the action is irreversible. */
export function PurgeDialog({
  count,
  name,
  ...asking
}: Pick<Question, 'detail' | 'acting'> & {
  count: number;
  /** Name of the first item; shown if it is the only one. */
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}): ReactNode {
  return <ConfirmDialog {...asking} isDanger title={texts.trash.purgeTitle(count, name)} action={texts.trash.purge} />;
}
