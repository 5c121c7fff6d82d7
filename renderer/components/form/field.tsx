import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import { useFieldError } from './field-errors.ts';

const box =
  'min-w-0 rounded-control border border-edge bg-field px-2.5 text-text placeholder:text-dim data-invalid:border-bad';

/** Otherwise a browser takes years of more than four digits, which no service does. */
const latest: { readonly [Type in string]?: string } = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' };

type FieldProps = {
  /** The service's field name, to match its errors. */
  name?: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  help?: string;
  type?: 'text' | 'password' | 'email' | 'url' | 'number' | 'date' | 'time' | 'datetime-local';
  lines?: number;
  /** The first field of a form: it gets the focus, and its text is selected. */
  isFirst?: boolean;
  /** How much of that text is selected; all of it by default. */
  selectedLength?: number;
  isRequired?: boolean;
  /** The label is only for screen readers. */
  isLabelHidden?: boolean;
  /** The main field of a step. */
  isLarge?: boolean;
  /** Shown while it is empty. */
  example?: string;
  /** A note about the value, at the end of the field. */
  mark?: ReactNode;
};

/** A labelled text input with help and error texts. */
export function Field({
  name = '',
  label,
  value,
  onChange,
  help,
  type = 'text',
  lines = 1,
  isFirst = false,
  selectedLength,
  isRequired = false,
  isLabelHidden = false,
  isLarge = false,
  example = '',
  mark,
}: FieldProps): ReactNode {
  const { sentence, clearFieldError } = useFieldError(name);
  const input = useRef<HTMLInputElement>(null);
  useFirst(input, isFirst, selectedLength);
  useWholeValue(input, value, onChange);
  const height = isLarge ? 'min-h-10' : 'min-h-8 max-sm:min-h-10';
  return (
    <TextField
      name={name}
      value={value}
      onChange={(text) => {
        clearFieldError();
        onChange(text);
      }}
      onKeyDown={keepArrows}
      type={type}
      isInvalid={sentence !== null}
      validationBehavior="aria"
      isRequired={isRequired}
      className="flex min-w-0 flex-col gap-1"
    >
      <Label className={isLabelHidden ? 'sr-only' : 'text-dim text-small'}>{label}</Label>
      {lines === 1 ? (
        <div className="relative grid">
          <Input ref={input} max={latest[type]} placeholder={example} className={`${box} ${height}`} />
          {mark !== undefined && <Mark>{mark}</Mark>}
        </div>
      ) : (
        <TextArea rows={lines} placeholder={example} className={`${box} ${height} resize-y py-1.5`} />
      )}
      {help !== undefined && (
        <Text slot="description" className="text-dim text-small">
          {help}
        </Text>
      )}
      <Wrong sentence={sentence} />
    </TextField>
  );
}

function useFirst(input: RefObject<HTMLInputElement | null>, isFirst: boolean, selectedLength?: number): void {
  // Later lengths are those of what is typed.
  const length = useRef(selectedLength);
  useEffect(() => {
    if (!isFirst || input.current === null) return;
    input.current.focus();
    input.current.select();
    if (length.current !== undefined) input.current.setSelectionRange(0, length.current);
  }, [input, isFirst]);
}

/** Half a date reads as empty. A field that leaves the page with one restores the last whole value: a kept draft would clear it. */
function useWholeValue(
  input: RefObject<HTMLInputElement | null>,
  value: string,
  onChange: (value: string) => void,
): void {
  const whole = useRef({ value, onChange });
  useLayoutEffect(() => {
    whole.current = { value: isHalf(input.current) ? whole.current.value : value, onChange };
  });
  useLayoutEffect(
    () => () => {
      if (isHalf(input.current)) whole.current.onChange(whole.current.value);
    },
    [input],
  );
}

const isHalf = (input: HTMLInputElement | null): boolean => input?.validity.badInput === true;

const Mark = ({ children }: { children: ReactNode }): ReactNode => (
  <span
    aria-live="polite"
    className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center empty:hidden"
  >
    {children}
  </span>
);

/**
 * Arrow keys only move the cursor: a group of choices around the field would walk on with them. Every other key, such as Escape, also reaches the
 * elements around the field.
 */
function keepArrows(event: { readonly key: string; readonly continuePropagation: () => void }): void {
  if (!event.key.startsWith('Arrow')) event.continuePropagation();
}

/** The error of the surrounding field. */
export function Wrong({ sentence }: { sentence: string | null }): ReactNode {
  return sentence === null ? null : <FieldError className="text-bad text-small">{sentence}</FieldError>;
}
