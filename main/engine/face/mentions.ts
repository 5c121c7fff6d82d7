import type { Naming } from '../ports/remote/naming.ts';
import type { Notice } from '../report/notices/invitation-notice.ts';
import { mentionNotice } from '../report/notices/mention-notice.ts';
import { createShownNotices } from '../report/notices/shown-notices.ts';
import type { EngineParts } from '../root/engine-parts.ts';

/** Until the service is asked again which file a comment is on. */
const AGAIN_MS = 30_000;
/** A list of its own: many mentions must not push out an invitation that is still pending. */
const TOLD = 'told_mentions';

/**
 * Announces each comment and task of someone else that names the signed-in person, once, even across restarts. Every root reads the same events.
 * A mention that is not announced yet when the process ends is lost: it still stands in its file.
 */
export function createMentions(
  { store, remote, clock, log, account, mentionedFile }: EngineParts,
  tell: (notice: Notice) => void,
): { close(): void } {
  const shown = createShownNotices(store, TOLD);
  const me = account.slice(account.lastIndexOf(' ') + 1);
  const waiting = new Set<string>();
  const ended = new AbortController();
  const announce = async (naming: Naming, find: NonNullable<typeof mentionedFile>): Promise<void> => {
    while (!ended.signal.aborted) {
      try {
        const file = await find(naming.on);
        if (file !== null && !ended.signal.aborted && shown.markShown(naming.id)) tell(mentionNotice(naming, file));
        return;
      } catch (error) {
        log.warn('The file of a mention could not be read.', { reason: String(error) });
        await clock.sleep(AGAIN_MS, ended.signal).catch(() => undefined);
      }
    }
  };
  const stop = remote.onNaming?.((naming) => {
    const isMine = naming.people.includes(me) && naming.by.id !== me;
    if (!isMine || mentionedFile === undefined || waiting.has(naming.id) || shown.wasShown(naming.id)) return;
    waiting.add(naming.id);
    void announce(naming, mentionedFile).finally(() => waiting.delete(naming.id));
  });
  return {
    close: () => {
      stop?.();
      ended.abort();
    },
  };
}
