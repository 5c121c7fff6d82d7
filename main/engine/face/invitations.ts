import type { Invitation } from '../../../preload/ipc/shapes/status.ts';
import { invitationNotice, type Notice } from '../report/notices/invitation-notice.ts';
import { createShownNotices } from '../report/notices/shown-notices.ts';
import type { EngineParts } from '../root/engine-parts.ts';

/** The pending invitations as last fetched. Each new one is announced once, even across restarts. */
export type Invitations = {
  current(): readonly Invitation[];
  /** Fetches again; at most one request in flight. */
  refresh(): void;
  /** Stops notifying: the store is about to close. */
  close(): void;
};

export function createInvitations(
  parts: EngineParts,
  tell: (notice: Notice) => void,
  changed: () => void,
): Invitations {
  const shown = createShownNotices(parts.store);
  let current: readonly Invitation[] = [];
  let isAsking = false;
  let isWanted = false;
  let isClosed = false;
  const ask = async (pending: () => Promise<readonly Invitation[]>): Promise<void> => {
    do {
      isWanted = false;
      const found = await pending();
      if (isClosed) return;
      current = found;
      for (const invitation of current) {
        const notice = invitationNotice(invitation);
        if (shown.markShown(notice.id)) tell(notice);
      }
      changed();
    } while (isWanted);
  };
  return {
    current: () => current,
    close: () => {
      isClosed = true;
    },
    refresh: () => {
      isWanted = true;
      const { pendingInvitations } = parts;
      if (isAsking || pendingInvitations === null) return;
      isAsking = true;
      // A failed request is retried with the next change; syncing does not depend on it.
      ask(pendingInvitations)
        .catch((error: unknown) => parts.log.warn('The invitations could not be listed.', { reason: String(error) }))
        .finally(() => {
          isAsking = false;
        });
    },
  };
}
