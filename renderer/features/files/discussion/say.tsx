import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import type { Item } from '../../../state/items/item.ts';
import { callService, useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { MentionBox } from './mention-box.tsx';
import { type Mentionable, tagged } from './mentions.ts';
import { useMentionable } from './use-mentionable.ts';

/** A comment on the file, or with `replyTo` an answer to a comment, that is being written. */
export function Say({
  file,
  replyTo,
  onDone,
}: {
  file: Extract<Item, { type: 'file' }>;
  replyTo?: string;
  /** Closes an answer: it was sent, or given up. */
  onDone?: () => void;
}): ReactNode {
  const { text, type, forget } = useTyping();
  const [mentioned, setMentioned] = useState<readonly Mentionable[]>([]);
  const people = useMentionable(file);
  const on =
    replyTo === undefined ? ({ type: 'file', id: file.id } as const) : ({ type: 'comment', id: replyTo } as const);
  const say = useSaying(on, text, mentioned);
  const send = (): void => {
    if (text.trim() === '' || say.isPending) return;
    say.mutate(undefined, {
      onSuccess: () => {
        if (forget(text)) onDone?.();
      },
    });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    send();
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    else if (event.key === 'Escape' && onDone !== undefined) onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each key has a button
    <form onSubmit={submit} onKeyDown={pressed} className="grid gap-2">
      <MentionBox
        label={replyTo === undefined ? texts.details.newComment : texts.details.newReply}
        value={text}
        people={people}
        isFocused={replyTo !== undefined}
        onChange={type}
        onMention={(person) => setMentioned((before) => [...before, person])}
      />
      <div className="flex items-center gap-2">
        <span className="flex-1 text-dim text-small">{texts.details.sendKeys}</span>
        {onDone !== undefined && (
          <Button kind="ghost" onPress={onDone}>
            {texts.actions.cancel}
          </Button>
        )}
        <Button type="submit" kind="primary" isDisabled={text.trim() === ''} isBusy={say.isPending}>
          {replyTo === undefined ? texts.details.comment : texts.details.reply}
        </Button>
      </div>
      <ErrorMessage error={say.error} />
    </form>
  );
}

/** `forget` empties the field after the text was sent. False: something else is typed by then. */
function useTyping() {
  const [text, setText] = useState('');
  const typed = useRef('');
  const type = (next: string): void => {
    typed.current = next;
    setText(next);
  };
  const forget = (sent: string): boolean => {
    if (sent !== typed.current) return false;
    type('');
    return true;
  };
  return { text, type, forget };
}

/** Sends the text as the service takes it. */
const useSaying = (
  item: { readonly type: 'file' | 'comment'; readonly id: string },
  text: string,
  mentioned: readonly Mentionable[],
) =>
  useServiceAction((bridge) => {
    const withTags = tagged(text, mentioned);
    const words = withTags === text ? { message: text } : { tagged_message: withTags };
    return callService(bridge, 'createComment', { body: { item, ...words } });
  });
