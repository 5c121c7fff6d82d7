import type { ReactNode } from 'react';
import type { FormProps } from '../components/form/form.tsx';
import { FormDialog } from '../components/overlay/form-dialog.tsx';
import { texts } from '../texts/texts.ts';
import type { ListSteps } from './rows/list-page.tsx';

/** The list operations that the dialog of a list's button uses. */
export type CreateSteps = ListSteps & { readonly onClose: () => void };

/** Creates a new entry of a list and opens its panel; `sending` reports it. */
export function CreateDialog<Made extends { readonly id: string }>({
  steps: { onChoose, onClose },
  ...form
}: Omit<FormProps<Made>, 'action' | 'onSent'> & {
  title: string;
  steps: CreateSteps;
}): ReactNode {
  const made = (one: Made): void => {
    onClose();
    onChoose(one.id);
  };
  return <FormDialog {...form} action={texts.manage.create} onSent={made} onClose={onClose} />;
}
