import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import type { CommandRefused } from '../../../state/bridge/bridge.ts';
import { texts } from '../../../texts/texts.ts';

/** Asks for the name of a new or existing item. Stays open with the reason if the service refuses. */
export function NameDialog({
  title,
  action,
  initial = '',
  ending = '',
  isPending,
  error,
  onName,
  onClose,
}: {
  title: string;
  action: string;
  initial?: string;
  /** Its end that is rarely to be changed, such as an extension, and so is not selected. */
  ending?: string;
  isPending: boolean;
  error: CommandRefused | null;
  onName: (name: string) => void;
  onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(initial);
  const isGood = name.trim() !== '' && name !== initial;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isGood) onName(name);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label={texts.files.name}
          value={name}
          onChange={setName}
          isFirst
          selectedLength={initial.length - ending.length}
        />
        <ErrorMessage error={error} />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>{texts.actions.cancel}</Button>
          <Button type="submit" kind="primary" isDisabled={!isGood} isBusy={isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
