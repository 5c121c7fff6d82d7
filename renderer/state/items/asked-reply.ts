import { useEffect, useEffectEvent } from 'react';
import { useRoute } from '../hooks/route.ts';
import { useTypedText } from '../hooks/use-typed-text.ts';

/** The person whom a reply mentions. */
export type RepliedTo = { readonly id: string; readonly name: string };

type AskedReply = {
  readonly fileId: string;
  readonly to: RepliedTo | null;
  readonly ask: (fileId: string, to: RepliedTo) => void;
  readonly drop: () => void;
};

/** A reply on a file that a link elsewhere asks for, until the comment field of the file takes it. There is at most one. */
export function useAskedReply(): AskedReply {
  const { text, type } = useTypedText('asked');
  // A name may contain spaces.
  const [fileId = '', id = '', ...words] = text.split(' ');
  return {
    fileId,
    to: text === '' ? null : { id, name: words.join(' ') },
    ask: (of, to) => type(`${of} ${to.id} ${to.name}`),
    drop: () => type(''),
  };
}

/** Drops the reply when the page leaves its file, which may not have opened. */
export function useDroppedReply(): void {
  const asked = useAskedReply();
  const opened = useRoute().parameters.get('file');
  const leave = useEffectEvent((file: string | null) => {
    if (asked.to !== null && asked.fileId !== file) asked.drop();
  });
  useEffect(() => leave(opened), [opened]);
}
