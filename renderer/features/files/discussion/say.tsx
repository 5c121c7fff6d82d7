import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { useAskedReply } from '../../../state/items/asked-reply.ts';
import type { Item } from '../../../state/items/item.ts';
import { callService, useServiceAction } from '../../../state/service/service.ts';
import { shortcuts } from '../../../texts/keys.ts';
import { texts } from '../../../texts/texts.ts';
import { MentionBox } from './mention-box.tsx';
import { type Mentionable, tagged } from './mentions.ts';
import { useMentionable } from './use-mentionable.ts';
import { type TypedComment, useTypedComment } from './use-typed-comment.ts';

/** A comment on the file, or with `replyTo` an answer to a comment, that is being written. */
export function Say({
  file,
  replyTo,
  isFocused = false,
  onDone,
}: {
  file: Extract<Item, { type: 'file' }>;
  replyTo?: string;
  /** Takes the focus when it appears. */
  isFocused?: boolean;
  /** Closes an answer. */
  onDone?: () => void;
}): ReactNode {
  const typed = useTypedComment(replyTo === undefined ? `comment.${file.id}` : typedReply(replyTo));
  const { text, type, isSending } = typed;
  const people = useMentionable(file);
  const on: SaidOn = replyTo === undefined ? { type: 'file', id: file.id } : { type: 'comment', id: replyTo };
  const say = useSaying(on, { typed, people, onDone });
  const send = (event: Pick<SyntheticEvent, 'preventDefault'>): void => {
    event.preventDefault();
    if (text.trim() !== '' && !isSending) say.mutate(text);
  };
  const cancel = (): void => {
    type('');
    onDone?.();
  };
  const form = useRef<HTMLFormElement>(null);
  useAskedFocus(replyTo === undefined ? file.id : null, { typed, form });
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event);
    else if (event.key === 'Escape' && onDone !== undefined) onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each key has a button
    <form ref={form} onSubmit={send} onKeyDown={pressed} className="grid gap-2">
      <MentionBox
        label={replyTo === undefined ? texts.details.newComment : texts.details.newReply}
        value={text}
        people={people}
        isFocused={isFocused}
        onChange={type}
        onMention={typed.mention}
      />
      <div className="flex items-center gap-2">
        <span className="flex-1 text-dim text-small">{texts.details.sendWith(shortcuts.send)}</span>
        {onDone !== undefined && (
          <Button kind="ghost" onPress={cancel}>
            {texts.actions.cancel}
          </Button>
        )}
        <Button type="submit" kind="primary" isDisabled={text.trim() === ''} isBusy={isSending}>
          {replyTo === undefined ? texts.details.comment : texts.details.reply}
        </Button>
      </div>
      <ErrorMessage error={say.error} />
    </form>
  );
}

/**
 * Begins the comment that a notice asks for, unless another one is being written, and takes the focus. As the field appears: one that is there already
 * goes, because a link to the file finds its folder first.
 */
function useAskedFocus(fileId: string | null, { typed, form }: Begun): void {
  const asked = useAskedReply();
  const begin = useEffectEvent(() => {
    if (asked.to === null || asked.fileId !== fileId) return;
    // The person may have access through a group, so that no list names them.
    typed.mention(asked.to);
    if (typed.text === '') typed.type(`@${asked.to.name} `);
    asked.drop();
    form.current?.querySelector('textarea')?.focus();
  });
  useEffect(() => begin(), []);
}

type Begun = {
  readonly typed: TypedComment;
  readonly form: RefObject<HTMLFormElement | null>;
};

/** The name of a typed answer to a comment. */
export const typedReply = (commentId: string): string => `reply.${commentId}`;

type SaidOn = { readonly type: 'file' | 'comment'; readonly id: string };
type Saying = {
  readonly typed: TypedComment;
  /** A name that is typed by hand is enough if it is unique. */
  readonly people: readonly Mentionable[];
  readonly onDone: (() => void) | undefined;
};

/** Sends a text as the service takes it. */
const useSaying = (item: SaidOn, { typed, people, onDone }: Saying) =>
  useServiceAction(
    (bridge, text: string) => {
      const withTags = tagged(text, typed.mentioned, people);
      const words = withTags === text ? { message: text } : { tagged_message: withTags };
      return callService(bridge, 'createComment', { body: { item, ...words } });
    },
    (_, text) => {
      if (typed.forget(text)) onDone?.();
    },
    { key: typed.sendKey },
  );
