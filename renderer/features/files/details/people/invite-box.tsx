import type { ReactNode } from 'react';
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { Avatar } from '../../../../parts/people/avatar.tsx';
import { type KnownPerson, usePeopleNamed } from '../../../../parts/people/known-people.ts';
import { texts } from '../../../../texts/texts.ts';

/** Suggestions shown at once; typing more narrows them down. */
const SHOWN = 6;

/** A text field for a sign-in name or an email address, which suggests people. `hidden`: they have access already. */
export function InviteBox({
  value,
  hidden,
  onChange,
  onChoose,
}: {
  value: string;
  hidden: ReadonlySet<string>;
  onChange: (text: string) => void;
  onChoose: (person: KnownPerson) => void;
}): ReactNode {
  const { people } = usePeopleNamed(value);
  // Nothing is left to suggest once a name is complete.
  const isWhole = people.some(({ name, login }) => value === login || value === name);
  const offered = isWhole ? [] : people.filter(({ id }) => !hidden.has(id)).slice(0, SHOWN);
  return (
    <ComboBox
      aria-label={texts.files.inviteLabel}
      allowsCustomValue
      items={offered}
      inputValue={value}
      onInputChange={onChange}
      onChange={(key) => {
        const person = offered.find(({ id }) => id === key);
        if (person !== undefined) onChoose(person);
      }}
      value={null}
      className="min-w-0 flex-1"
    >
      <Input
        placeholder={texts.files.inviteLabel}
        className="min-h-9.5 w-full min-w-0 bg-transparent px-2.5 placeholder:text-dim focus-visible:outline-none"
      />
      <Popover className="w-(--trigger-width) min-w-64 rounded-card bg-over p-1 shadow-float [--field:var(--over)]">
        <ListBox className="max-h-72 overflow-auto outline-none">
          {(person: KnownPerson) => <Offered {...person} />}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

const Offered = ({ id, name, login }: KnownPerson): ReactNode => (
  <ListBoxItem
    id={id}
    textValue={name}
    className="flex min-h-12 cursor-default items-center gap-3 rounded-control px-2 text-text data-focused:bg-accent-bg"
  >
    <Avatar id={id} name={name} size={28} />
    <span className="min-w-0">
      <span dir="auto" className="block truncate">
        {name}
      </span>
      <span className="block truncate text-dim text-small">{login}</span>
    </span>
  </ListBoxItem>
);
