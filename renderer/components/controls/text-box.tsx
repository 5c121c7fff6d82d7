import { type ReactNode, useEffect, useRef } from 'react';
import { Input, Label, TextField } from 'react-aria-components';

/** One line of text with its label. */
export function TextBox({
  label,
  value,
  onChange,
  isFirst = false,
  isLabelHidden = false,
  isLarge = false,
  example = '',
  type = 'text',
  mark = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The first field of a form dialog: it gets the focus. */
  isFirst?: boolean;
  /** The label is only for screen readers. */
  isLabelHidden?: boolean;
  /** The main field of a step. */
  isLarge?: boolean;
  /** Shown while it is empty. */
  example?: string;
  /** A note about the value, at the end of the field. */
  mark?: ReactNode;
  type?: 'text' | 'password' | 'email' | 'url' | 'time' | 'datetime-local';
}): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isFirst) return;
    field.current?.focus();
    field.current?.select();
  }, [isFirst]);
  return (
    // A group of choices around it would walk on with the arrows.
    <TextField value={value} onChange={onChange} onKeyDown={keepArrows} type={type} className="flex flex-col gap-1">
      <Label className={isLabelHidden ? 'sr-only' : 'text-dim text-small'}>{label}</Label>
      <div className="relative grid">
        <Input
          ref={field}
          placeholder={example}
          className={`rounded-control border border-edge bg-field px-2.5 text-text placeholder:text-dim ${isLarge ? 'min-h-10' : 'min-h-8 max-sm:min-h-10'}`}
        />
        <span
          aria-live="polite"
          className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center empty:hidden"
        >
          {mark}
        </span>
      </div>
    </TextField>
  );
}

/** Arrow keys only move the cursor. Every other key, such as Escape, also reaches the elements around the field. */
function keepArrows(event: { readonly key: string; readonly continuePropagation: () => void }): void {
  if (!event.key.startsWith('Arrow')) event.continuePropagation();
}
