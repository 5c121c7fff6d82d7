import type { ReactNode } from 'react';
import { ConfirmDialog, type Question } from '../../components/overlay/confirm-dialog.tsx';
import { texts } from '../../texts/texts.ts';

/** The question before a permanent deletion; `name`: that of the first item, shown if it is the only one. */
export const purgeQuestion = (
  count: number,
  name: string,
  detail: string,
): Pick<Question, 'title' | 'detail' | 'action'> => ({
  title: texts.trash.purgeTitle(count, name),
  detail,
  action: texts.trash.purgeAction,
});

/** Asks before several items are permanently deleted. */
export function PurgeDialog({
  count,
  name,
  detail,
  ...asking
}: Pick<Question, 'detail' | 'acting'> & {
  count: number;
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}): ReactNode {
  return <ConfirmDialog {...asking} isDanger {...purgeQuestion(count, name, detail)} />;
}
