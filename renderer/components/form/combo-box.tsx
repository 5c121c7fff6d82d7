import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { ComboBox as AriaComboBox, Button, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { Wrong } from './field.tsx';
import { useFieldError } from './field-errors.ts';

export type Found = {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** Before the words, also before those of the chosen one. */
  readonly mark?: ReactNode;
};

type Choosing = {
  name: string;
  label: string;
  found: readonly Found[];
  /** Shown without matches. */
  nothing: string;
  /** Names the button that opens the list. */
  open: string;
  /** Among the filters of a list: its label is the placeholder. */
  isFilter?: boolean;
  word: string;
  /** The text always names it: another text drops it. */
  chosen: Found | null;
  onWord: (word: string) => void;
  onChoose: (one: Found | null) => void;
};

/** Selects one of very many entries by searching for the typed text. */
export function ComboBox({
  name,
  label,
  found,
  nothing,
  open,
  isFilter = false,
  word,
  chosen,
  onWord,
  onChoose,
}: Choosing): ReactNode {
  const { sentence, clearFieldError } = useFieldError(name);
  const choose = (one: Found | null): void => {
    onWord(one?.label ?? '');
    onChoose(one);
  };
  return (
    <AriaComboBox
      name={name}
      items={found}
      inputValue={word}
      onInputChange={(text) => {
        clearFieldError();
        onWord(text);
        if (chosen !== null && text !== chosen.label) onChoose(null);
      }}
      value={chosen?.id ?? null}
      isInvalid={sentence !== null}
      validationBehavior="aria"
      // The chosen one may no longer be among the found ones.
      onChange={(key) => choose((key === chosen?.id ? chosen : found.find(({ id }) => id === key)) ?? null)}
      menuTrigger="focus"
      allowsEmptyCollection
      className="flex min-w-0 flex-col gap-1"
    >
      <Label className={isFilter ? 'sr-only' : 'text-dim text-small'}>{label}</Label>
      <div className="flex min-h-8 items-stretch rounded-control border border-edge bg-field max-sm:min-h-10 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent">
        {chosen?.mark !== undefined && <span className="grid shrink-0 place-items-center ps-2">{chosen.mark}</span>}
        <Input
          placeholder={isFilter ? label : ''}
          className="min-w-0 flex-1 bg-transparent ps-2.5 text-text outline-none placeholder:text-dim focus-visible:outline-none"
        />
        <Button aria-label={open} className="grid w-8 shrink-0 place-items-center outline-none">
          <ChevronDown aria-hidden className="size-4 text-dim" />
        </Button>
      </div>
      <Wrong sentence={sentence} />
      <Popover className="w-(--trigger-width) rounded-card bg-over p-1 shadow-float [--field:var(--over)]">
        <ListBox
          className="max-h-72 overflow-auto outline-none"
          renderEmptyState={() => <p className="px-2 py-1.5 text-dim">{nothing}</p>}
        >
          {(one: Found) => <FoundOption one={one} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

function FoundOption({ one }: { one: Found }): ReactNode {
  return (
    <ListBoxItem
      id={one.id}
      textValue={one.label}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 py-0.5 text-text data-focused:bg-accent-bg"
    >
      {one.mark}
      <span className="grid min-w-0">
        <span dir="auto" className="w-fit max-w-full truncate">
          {one.label}
        </span>
        <span className="truncate text-dim text-small">{one.detail}</span>
      </span>
    </ListBoxItem>
  );
}
