import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';

/**
 * A form behind one line until it is pressed. `isBegun`: something was typed earlier, so the form is shown again, without taking the focus.
 * `label`: the button's name, if its text alone is not enough.
 */
export function Unfolding({
  text,
  label,
  isBegun,
  className,
  form,
}: {
  readonly text: string;
  readonly label?: string;
  readonly isBegun: boolean;
  /** Where the line stands, as classes of its frame. */
  readonly className?: string;
  readonly form: (given: { readonly isFocused: boolean; readonly onDone: () => void }) => ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(isBegun);
  const [isAsked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const onDone = (): void => {
    // The answer of the service may come when the person is elsewhere already.
    const isHere = place.current?.contains(document.activeElement) === true;
    setOpen(false);
    if (isHere) button.current?.focus();
  };
  return (
    <div ref={place} className={`grid gap-2 ${className ?? ''}`}>
      <Button
        ref={button}
        kind="quiet"
        size="row"
        className="-ms-2 justify-self-start"
        {...(label === undefined ? {} : { 'aria-label': label })}
        aria-expanded={isOpen}
        onPress={() => {
          setOpen(!isOpen);
          setAsked(true);
        }}
      >
        {text}
      </Button>
      {isOpen && form({ isFocused: isAsked, onDone })}
    </div>
  );
}
