import type { FeedSource } from '../../../preload/ipc/feeds.ts';
import type { Message } from '../../../preload/words/message.ts';
import type { Say } from '../../../preload/words/wording.ts';

/** A notice in `--json`: its code and values for programs, and its sentence. */
export type NoticeLine = { readonly code: Message['code']; readonly args: Message['args']; readonly sentence: string };

/** Reports each notice about the synced folders, as the window and the tray show it. Returns a function that ends it. */
export function followNotices(feeds: FeedSource, say: Say, show: (notice: NoticeLine) => void): () => void {
  return feeds.subscribe('notice', ({ kind, body }) => {
    // The engine makes messages only; a string comes from a line that has already formatted them.
    if (kind === 'attention' && typeof body !== 'string')
      show({ code: body.code, args: body.args, sentence: say(body) });
  });
}
