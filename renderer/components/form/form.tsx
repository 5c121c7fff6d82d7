import { type ReactNode, type SubmitEvent, useMemo, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { Button } from '../controls/button.tsx';
import { ErrorMessage } from '../feedback/error-message.tsx';
import { FieldErrorsProvider } from './field-errors.ts';
import { placeFieldErrors, type Refused } from './place-field-errors.ts';

/** The submit action of a form, and its state. */
export type Sending<Sent> = {
  readonly isPending: boolean;
  readonly error: Refused | null;
  readonly mutate: (input: undefined, then: { readonly onSuccess: (sent: Sent) => void }) => void;
};

export type FormProps<Sent> = {
  /** The names of its fields, as in the service. */
  readonly fields: readonly string[];
  readonly sending: Sending<Sent>;
  /** Label of the submit button. */
  readonly action: string;
  /** True if there is something to submit. */
  readonly isReady?: boolean;
  readonly onSent?: (sent: Sent) => void;
  readonly children: ReactNode;
};

type Mended = { readonly refused: Refused | null; readonly names: readonly string[] };

/** Errors of the form's own, by field. */
type Unfinished = Readonly<Record<string, string>>;

/**
 * Fields and a submit button. Errors from the service appear next to the field with that name, or at the bottom if there is none;
 * they disappear when the field changes.
 */
export function Form<Sent>({
  fields,
  sending,
  action,
  isReady = true,
  onSent = nothing,
  onCancel,
  children,
}: FormProps<Sent> & { onCancel?: () => void }): ReactNode {
  const { error: refused, isPending } = sending;
  const { beside, foot } = useMemo(() => placeFieldErrors(refused, fields), [refused, fields]);
  // Clear the error while typing, not on blur: otherwise the button would move while it is being clicked.
  const [mended, setMended] = useState<Mended>({ refused: null, names: [] });
  const names = mended.refused === refused ? mended.names : [];
  const [unfinished, setUnfinished] = useState<Unfinished>({});
  const faults = {
    of: (name: string) => unfinished[name] ?? (names.includes(name) ? null : (beside[name]?.join(' ') ?? null)),
    clearFieldError: (name: string) => {
      setMended({ refused, names: [...names, name] });
      setUnfinished(({ [name]: _done, ...others }) => others);
    },
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const halves = unfinishedIn(event.currentTarget);
    setUnfinished(Object.fromEntries(halves.map((field) => [field.name, sentenceOf(field)])));
    halves[0]?.focus();
    if (isReady && halves.length === 0) sending.mutate(undefined, { onSuccess: onSent });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FieldErrorsProvider value={faults}>{children}</FieldErrorsProvider>
      <ErrorMessage error={foot} />
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel !== undefined && <Button onPress={onCancel}>{texts.actions.cancel}</Button>}
        <Button type="submit" kind="primary" isDisabled={!isReady} isBusy={isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** The fields whose text is not a value yet, such as a date without its day. The browser reports them as empty. */
const unfinishedIn = (form: HTMLFormElement): readonly HTMLInputElement[] =>
  [...form.elements].filter((field) => field instanceof HTMLInputElement).filter(({ validity }) => validity.badInput);

const sentenceOf = ({ type }: HTMLInputElement): string =>
  type === 'number' ? texts.errors.noNumber : texts.errors.halfDate;

const nothing = (): void => undefined;
