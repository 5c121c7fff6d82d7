import type { ReactNode } from 'react';
import { ConfirmDialog, type Question } from '../../components/overlay/confirm-dialog.tsx';
import { texts } from '../../texts/texts.ts';

/** The one question of the page, because there is no way back from it. */
export function PurgeDialog({
  count,
  name,
  ...asking
}: Pick<Question, 'detail' | 'acting'> & {
  count: number;
  /** Of the first, which is named when it is the only one. */
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}): ReactNode {
  return <ConfirmDialog {...asking} isDanger title={texts.trash.purgeTitle(count, name)} action={texts.trash.purge} />;
}
