import type { ReactNode } from 'react';
import { Form, type FormProps } from '../form/form.tsx';
import { Dialog } from './dialog.tsx';

/** A form in a dialog, which stays open with its errors until it is submitted or dismissed. */
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
