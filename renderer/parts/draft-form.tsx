import type { ReactNode } from 'react';
import { Form, type FormProps } from '../components/form/form.tsx';
import type { Draft } from '../state/hooks/use-draft.ts';
import { texts } from '../texts/texts.ts';

/** A form that changes what is there: ready as soon as something is otherwise, and afterwards that is what was seen. */
export function DraftForm<Sent>({
  draft,
  ...form
}: Omit<FormProps<Sent>, 'action' | 'isReady' | 'onSent'> & {
  draft: Pick<Draft<object>, 'isChanged' | 'keep'>;
}): ReactNode {
  return <Form {...form} action={texts.manage.save} isReady={draft.isChanged} onSent={draft.keep} />;
}
