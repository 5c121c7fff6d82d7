import type { ReactNode } from 'react';
import { Form, type FormProps } from '../components/form/form.tsx';
import type { Draft } from '../state/hooks/use-draft.ts';
import { texts } from '../texts/texts.ts';

/**
 * A form that edits existing values: it can be submitted as soon as something differs. `useDraftSave` makes its action.
 */
export function DraftForm<Sent>({
  draft,
  ...form
}: Omit<FormProps<Sent>, 'action' | 'isReady' | 'onSent'> & {
  draft: Pick<Draft<object>, 'isChanged'>;
}): ReactNode {
  return <Form {...form} action={texts.manage.save} isReady={draft.isChanged} />;
}
