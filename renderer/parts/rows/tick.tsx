import { Check } from 'lucide-react';

/**
 * Adds a row to the selection with the mouse; the keyboard uses Control and Space. Hidden by its colour until
 * several rows are selected, and in a narrow window left out until one is. The same element in each row: made once.
 */
export const tick = (
  <span
    aria-hidden
    data-part="tick"
    className="me-1 grid size-4 shrink-0 place-items-center rounded-tick border border-transparent text-on-accent group-hover:border-edge group-focus-visible:border-edge group-aria-selected:border-accent group-aria-selected:bg-accent group-data-[selecting=several]/rows:border-edge max-sm:hidden max-sm:group-data-selecting/rows:grid max-sm:group-data-selecting/rows:border-edge"
  >
    <Check className="hidden size-3 group-aria-selected:block" strokeWidth={3} />
  </span>
);
