import { type RefObject, useRef, useState } from 'react';

/** A form behind a button. It takes the focus only if it was asked for. */
export type Unfolding = {
  readonly isOpen: boolean;
  readonly isAsked: boolean;
  /** Around button and form. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly toggle: () => void;
  /** Folds the form. The focus goes back to the button, unless the person is elsewhere already: the service may answer late. */
  readonly end: () => void;
};

/** `isBegun`: something was typed earlier, so the form is shown again. */
export function useUnfolding(isBegun: boolean): Unfolding {
  const [isOpen, setOpen] = useState(isBegun);
  const [isAsked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const toggle = (): void => {
    setOpen(!isOpen);
    setAsked(true);
  };
  const end = (): void => {
    const isHere = place.current?.contains(document.activeElement) === true;
    setOpen(false);
    if (isHere) button.current?.focus();
  };
  return { isOpen, isAsked, place, button, toggle, end };
}
