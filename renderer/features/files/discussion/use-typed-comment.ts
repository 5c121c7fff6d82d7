import { type TypedText, useTypedText } from '../../../state/hooks/use-typed-text.ts';
import type { RepliedTo } from '../../../state/items/asked-reply.ts';
import { NO_PAIRS, readPairs } from '../../../state/preferences/kept-text.ts';

export type TypedComment = Omit<TypedText, 'type'> & {
  readonly type: (text: string) => void;
  /** The people who were chosen in the text, latest first: a name alone may be that of several. */
  readonly mentioned: readonly RepliedTo[];
  readonly mention: (person: RepliedTo) => void;
};

/** A comment that a person types, with its mentions. */
export function useTypedComment(key: string): TypedComment {
  const typed = useTypedText(key);
  const mentions = useTypedText(`mentions.${key}`, NO_PAIRS);
  return {
    ...typed,
    type: (text) => {
      typed.type(text);
      if (text === '') mentions.type(NO_PAIRS);
    },
    forget: (sent) => {
      const isForgotten = typed.forget(sent);
      if (isForgotten) mentions.type(NO_PAIRS);
      return isForgotten;
    },
    mentioned: readPairs(mentions.text).map(([id, name]) => ({ id, name })),
    mention: ({ id, name }) => mentions.type((now) => JSON.stringify([[id, name], ...readPairs(now)])),
  };
}
