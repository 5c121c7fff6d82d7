import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { RadioButton, RadioField } from 'react-aria-components';
import { RadioMark, RadioOptions } from './radio-choice.tsx';

export type ChoiceCard<Id extends string> = {
  readonly id: Id;
  readonly label: string;
  readonly detail: string;
  readonly icon: LucideIcon;
};

/** A few choices as cards, one of which is taken. `children`: what the taken one asks for, below it. */
export function ChoiceCards<Id extends string>({
  cards,
  children,
  ...choosing
}: {
  label: string;
  cards: readonly ChoiceCard<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  isBusy?: boolean;
  children?: ReactNode;
}): ReactNode {
  return (
    <RadioOptions {...choosing} options={cards} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {cards.map((card) => (
        <div key={card.id} className="contents">
          <Card {...card} />
          {card.id === choosing.value && children}
        </div>
      ))}
    </RadioOptions>
  );
}

const Card = ({ id, label, detail, icon: Icon }: ChoiceCard<string>): ReactNode => (
  <RadioField value={id}>
    <RadioButton className="group flex min-h-18 cursor-default items-center gap-4 rounded-card border border-edge p-4 hover:bg-hover data-selected:border-accent data-selected:bg-accent-bg data-selected:inset-ring data-selected:inset-ring-accent data-disabled:opacity-60">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-bg text-accent group-data-selected:bg-card"
      >
        <Icon className="size-4.5" strokeWidth={1.75} />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span dir="auto" className="truncate font-semibold">
          {label}
        </span>
        <span dir="auto" className="text-dense text-dim wrap-anywhere">
          {detail}
        </span>
      </span>
      <RadioMark />
    </RadioButton>
  </RadioField>
);
