import { type ReactNode, useEffect, useRef } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import { useFieldError } from './field-errors.ts';

const box =
  'min-h-8 max-sm:min-h-10 min-w-0 rounded-control border border-edge bg-field px-2.5 text-text data-invalid:border-bad';

/** Otherwise a browser takes years of more than four digits, which no service does. */
const latest: { readonly [Type in string]?: string } = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' };

/** A labelled text input with help and error texts. */
export function Field({
  name,
  label,
  value,
  onChange,
  help,
  type = 'text',
  lines = 1,
  isFirst = false,
  isRequired = false,
}: {
  /** The service's field name, to match its errors. */
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  help?: string;
  type?: 'text' | 'email' | 'url' | 'number' | 'date' | 'datetime-local';
  lines?: number;
  /** The first field of a form dialog: it gets the focus. */
  isFirst?: boolean;
  isRequired?: boolean;
}): ReactNode {
  const { sentence, clearFieldError } = useFieldError(name);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) input.current?.select();
  }, [isFirst]);
  return (
    <TextField
      name={name}
      value={value}
      onChange={(text) => {
        clearFieldError();
        onChange(text);
      }}
      type={type}
      isInvalid={sentence !== null}
      validationBehavior="aria"
      isRequired={isRequired}
      className="flex min-w-0 flex-col gap-1"
    >
      <Label className="text-dim text-small">{label}</Label>
      {lines === 1 ? (
        <Input ref={input} max={latest[type]} className={box} />
      ) : (
        <TextArea rows={lines} className={`${box} resize-y py-1.5`} />
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

/** The error of the surrounding field. */
export function Wrong({ sentence }: { sentence: string | null }): ReactNode {
  return sentence === null ? null : <FieldError className="text-bad text-small">{sentence}</FieldError>;
}
