import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Avatar } from '../../../parts/people/avatar.tsx';
import { matching } from '../../../parts/people/known-people.ts';
import type { RepliedTo } from '../../../state/items/asked-reply.ts';
import { type Mentionable, typedMention, writtenName } from './mentions.ts';

/** Suggestions shown at once; typing more narrows them down. */
const SHOWN = 6;

type Mentions = {
  readonly value: string;
  readonly people: readonly Mentionable[];
  /** Takes the focus when it appears. */
  readonly isFocused?: boolean;
  readonly onChange: (value: string) => void;
  /** With the name as it is written in the text. */
  readonly onMention: (person: RepliedTo) => void;
};

/** A text field that suggests people with access to the file after an `@`. Arrows select, Enter inserts, Escape dismisses. */
export function MentionBox({ label, ...mentions }: Mentions & { label: string }): ReactNode {
  const id = useId();
  const { box, found, at, ...on } = useTypedMention(mentions);
  return (
    <div className="relative grid">
      <label className="sr-only" htmlFor={`${id} box`}>
        {label}
      </label>
      <textarea
        ref={box}
        id={`${id} box`}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id} ${at}` : undefined}
        rows={3}
        placeholder={label}
        value={mentions.value}
        onChange={({ currentTarget }) => on.typed(currentTarget)}
        onKeyDown={on.pressed}
        onBlur={on.left}
        className="w-full resize-y rounded-control border border-edge bg-field px-2.5 py-1.5 text-text placeholder:text-dim"
      />
      <Offered id={id} label={label} found={found} at={at} onTake={on.take} />
    </div>
  );
}

/** The suggestions for the word after an `@`, and their keyboard handling. */
function useTypedMention({ value, people, isFocused = false, onChange, onMention }: Mentions) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFocused) box.current?.focus();
  }, [isFocused]);
  const [typing, setTyping] = useState<{ from: number; to: number; word: string } | null>(null);
  const [at, setAt] = useState(0);
  const found = typing === null ? [] : matching(people, typing.word).slice(0, SHOWN);
  const take = (person: Mentionable | undefined): void => {
    if (person === undefined || typing === null) return;
    const name = writtenName(person, people);
    const before = `${value.slice(0, typing.from)}@${name} `;
    onChange(before + value.slice(typing.to).replace(/^ /, ''));
    onMention({ id: person.id, name });
    setTyping(null);
    // Place the caret after the name once the new text is rendered.
    requestAnimationFrame(() => box.current?.setSelectionRange(before.length, before.length));
  };
  return {
    box,
    found,
    at,
    take,
    left: () => setTyping(null),
    typed({ value: text, selectionStart: to }: HTMLTextAreaElement): void {
      const mention = typedMention(text, to);
      onChange(text);
      setTyping(mention === null ? null : { ...mention, to });
      setAt(0);
    },
    pressed(event: KeyboardEvent): void {
      if (found.length === 0) return;
      if (event.key === 'ArrowDown') setAt((at + 1) % found.length);
      else if (event.key === 'ArrowUp') setAt((at + found.length - 1) % found.length);
      else if (event.key === 'Enter' || event.key === 'Tab') take(found[at]);
      else if (event.key === 'Escape') setTyping(null);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- `datalist` shows words only, and opens where the browser likes */
function Offered({
  id,
  label,
  found,
  at,
  onTake,
}: {
  id: string;
  label: string;
  found: readonly Mentionable[];
  at: number;
  onTake: (person: Mentionable) => void;
}): ReactNode {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      hidden={found.length === 0}
      className="absolute inset-x-0 bottom-full z-10 rounded-card bg-over p-1 shadow-float"
    >
      {found.map((person, index) => (
        // The keyboard stays in the text; a press takes.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={person.id}
          id={`${id} ${index}`}
          role="option"
          aria-selected={index === at}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(person)}
          className="flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 aria-selected:bg-accent-bg"
        >
          <Avatar id={person.id} name={person.name} size={20} />
          <span dir="auto" className="truncate">
            {person.name}
          </span>
          <span className="ms-auto truncate text-dim text-small">{person.login}</span>
        </div>
      ))}
    </div>
  );
}
