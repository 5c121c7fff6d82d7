import { type ReactNode, useEffect, useRef } from 'react';
import { Input, Label, TextField } from 'react-aria-components';

/** One line of text with its label. */
export function TextBox({
  label,
  value,
  onChange,
  isFirst = false,
  isLabelHidden = false,
  type = 'text',
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The first field of a form dialog: it gets the focus. */
  isFirst?: boolean;
  /** The label is only for screen readers. */
  isLabelHidden?: boolean;
  type?: 'text' | 'password' | 'email' | 'url' | 'time';
}): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.select();
  }, [isFirst]);
  return (
    <TextField value={value} onChange={onChange} type={type} className="flex flex-col gap-1">
      <Label className={isLabelHidden ? 'sr-only' : 'text-dim text-small'}>{label}</Label>
      <Input ref={field} className="min-h-8 rounded-control border border-edge bg-field px-2.5 text-text" />
    </TextField>
  );
}
