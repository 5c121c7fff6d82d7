import type { ReactNode } from 'react';
import type { FormProps } from '../components/form/form.tsx';
import { FormDialog } from '../components/overlay/form-dialog.tsx';
import { texts } from '../texts/texts.ts';
import type { ListSteps } from './rows/list-page.tsx';
import type { Done } from './toasts.tsx';

/** The list operations that the dialog of a list's button uses. */
export type CreateSteps = ListSteps & { readonly onClose: () => void };

/** Creates a new entry of a list, opens its panel and confirms it. */
export function CreateDialog<Made extends { readonly id: string }>({
  steps: { onChoose, onTell, onClose },
  tell,
  ...form
}: Omit<FormProps<Made>, 'action' | 'onSent'> & {
  title: string;
  steps: CreateSteps;
  tell: (made: Made) => Done;
}): ReactNode {
  const made = (one: Made): void => {
    onClose();
    onChoose(one.id);
    onTell(tell(one));
  };
  return <FormDialog {...form} action={texts.manage.create} onSent={made} onClose={onClose} />;
}
