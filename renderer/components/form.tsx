import { type ReactNode, useMemo } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { Button } from './button.tsx';
import { InlineError } from './inline-error.tsx';
import { placeFaults, type Refused } from './place-faults.ts';

/**
 * Fields, and what sends them. What the service finds wrong stands beside the field of that name, and at the foot when no field is
 * meant; it goes away as soon as the field is changed.
 */
export function Form({
  fields,
  refused,
  action,
  cancel,
  isPending,
  isReady = true,
  onSubmit,
  onCancel,
  children,
}: {
  /** The names of the fields in it, as the service calls them. */
  fields: readonly string[];
  refused: Refused | null;
  action: string;
  cancel?: string;
  isPending: boolean;
  /** Is there anything to send? */
  isReady?: boolean;
  onSubmit: () => void;
  onCancel?: () => void;
  children: ReactNode;
}): ReactNode {
  // The same object for the same refusal: a new one would bring back what the person has mended.
  const { beside, foot } = useMemo(() => placeFaults(refused, fields), [refused, fields]);
  const submit = (event: { preventDefault: () => void }): void => {
    event.preventDefault();
    if (isReady && !isPending) onSubmit();
  };
  return (
    <AriaForm validationErrors={beside} validationBehavior="aria" onSubmit={submit} className="grid gap-4">
      {children}
      {foot !== null && <InlineError sentence={foot.message} remedy={foot.remedy} />}
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel !== undefined && <Button onPress={onCancel}>{cancel}</Button>}
        <Button type="submit" kind="primary" isDisabled={!isReady || isPending}>
          {action}
        </Button>
      </div>
    </AriaForm>
  );
}
