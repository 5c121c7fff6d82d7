import type { Invitation } from '../../preload/ipc/status.ts';
import type { EngineParts } from './engine-parts.ts';
import { invitationNotice, type Notice } from './notices/invitation-notice.ts';
import { createToldNotices } from './notices/told-notices.ts';

/** The pending invitations as last asked for; each new one is told once, also across restarts. */
export type Invitations = {
  current(): readonly Invitation[];
  /** Asks again; one question at a time. */
  refresh(): void;
  /** Tells nothing any more: the store is about to be closed. */
  close(): void;
};

export function createInvitations(
  parts: EngineParts,
  tell: (notice: Notice) => void,
  changed: () => void,
): Invitations {
  const told = createToldNotices(parts.store);
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
        if (told.tellOnce(notice.id)) tell(notice);
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
      // What cannot be asked now is asked with the next change; syncing does not depend on it.
      ask(pendingInvitations)
        .catch((error: unknown) => parts.log.warn('The invitations could not be listed.', { reason: String(error) }))
        .finally(() => {
          isAsking = false;
        });
    },
  };
}
