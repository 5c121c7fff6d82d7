import { Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import { texts } from '../../texts/texts.ts';

/** A search box with its icon and placeholder. */
export function SearchBox({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <SearchField value={value} onChange={onChange} className="group w-full min-w-0 sm:w-70">
      <Label className="sr-only">{label}</Label>
      <div className="flex min-h-8 items-center gap-2 rounded-control border max-sm:min-h-10 border-edge bg-field px-2 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent">
        <Search aria-hidden className="size-4 shrink-0 text-dim" />
        <Input
          placeholder={label}
          className="min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-dim focus-visible:outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <Button aria-label={texts.activity.clear} className="grid size-6 place-items-center group-data-empty:invisible">
          <X aria-hidden className="size-4" />
        </Button>
      </div>
    </SearchField>
  );
}
