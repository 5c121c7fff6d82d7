import { type ReactNode, useContext, useEffect, useEffectEvent } from 'react';
import { ComboBox, ComboBoxStateContext, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { Avatar } from '../../../../parts/people/avatar.tsx';
import type { KnownPerson } from '../../../../parts/people/known-people.ts';
import { texts } from '../../../../texts/texts.ts';

/** Suggestions shown at once; typing more narrows them down. */
const SHOWN = 6;

/** A text field for a name, a sign-in name or an email address, which suggests people. */
export function InviteBox({
  value,
  offered,
  onChange,
  onChoose,
}: {
  value: string;
  offered: readonly KnownPerson[];
  onChange: (text: string) => void;
  onChoose: (person: KnownPerson) => void;
}): ReactNode {
  const shown = offered.slice(0, SHOWN);
  return (
    <ComboBox
      aria-label={texts.files.inviteLabel}
      allowsCustomValue
      items={shown}
      inputValue={value}
      onInputChange={onChange}
      onChange={(key) => {
        const person = offered.find(({ id }) => id === key);
        if (person !== undefined) onChoose(person);
      }}
      value={null}
      className="min-w-0 flex-1"
    >
      <NameInput />
      <LateOffers ids={shown.map(({ id }) => id).join()} />
      <Popover className="w-(--trigger-width) min-w-64 rounded-card bg-over p-1 shadow-float [--field:var(--over)]">
        <ListBox className="max-h-72 overflow-auto outline-none">
          {(person: KnownPerson) => <Offered {...person} />}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** An open list keeps Enter for itself, also while no suggestion is focused. Then it submits the text. */
function NameInput(): ReactNode {
  const box = useContext(ComboBoxStateContext);
  return (
    <Input
      placeholder={texts.files.inviteLabel}
      onKeyDown={({ key, nativeEvent: { isComposing }, currentTarget }) => {
        const isText = box?.isOpen === true && box.selectionManager.focusedKey === null;
        if (key === 'Enter' && !isComposing && isText) currentTarget.form?.requestSubmit();
      }}
      className="min-h-9.5 w-full min-w-0 bg-transparent px-2.5 placeholder:text-dim focus-visible:outline-none"
    />
  );
}

/** The list opens by itself only while a person types, and the service may answer after the last letter. */
function LateOffers({ ids }: { ids: string }): null {
  const box = useContext(ComboBoxStateContext);
  const open = useEffectEvent(() => {
    if (ids !== '' && box?.isFocused === true && !box.isOpen) box.open(null, 'input');
  });
  useEffect(() => open(), [ids]);
  return null;
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
