import type { ReactNode } from 'react';
import { Form, type FormProps } from '../form/form.tsx';
import { Dialog } from './dialog.tsx';

/** A form in front of the page, which stays with what went wrong until it is sent or put away. */
export function FormDialog<Sent>({
  title,
  onClose,
  ...form
}: FormProps<Sent> & { title: string; onClose: () => void }): ReactNode {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...form} onCancel={onClose} />
    </Dialog>
  );
}
