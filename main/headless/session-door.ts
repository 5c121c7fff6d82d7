import { createHash, randomBytes } from 'node:crypto';

/**
 * Controls access to the window of this host's run: a link is exchanged once for a session, and the session's secret opens a
 * connection. Only SHA-256 digests of secrets are kept, in memory: after the host ends, another user may listen on its port and
 * read the page's storage, so no secret outlives the run.
 */
export type SessionDoor = {
  /** A fresh secret for a link, valid for one exchange. */
  readonly invite: () => string;
  /** Null: neither secret is valid. */
  readonly enter: (secrets: { readonly session: string | null; readonly link: string | null }) => Entered | null;
  readonly isOpen: (id: string) => boolean;
  /** Ends all sessions but this one; returns how many. */
  readonly endOthers: (id: string) => number;
};

export type Entered = {
  /** Identifies the session; grants no access. */
  readonly id: string;
  /** The secret to store from now on. */
  readonly secret: string;
  /** Absolute expiry of the session, regardless of use. */
  readonly endsAtMs: number;
};

type Session = {
  readonly id: string;
  readonly endsAtMs: number;
  current: string;
  currentSinceMs: number;
  /** The previous secret, for a page that is connecting with it at the moment. */
  previous: { readonly digest: string; readonly endsAtMs: number } | null;
};

/** Unopened links: the oldest expires when there are more. */
const MAX_OPEN_LINKS = 8;
/** Maximum number of browsers. Beyond it, the oldest session is signed out. */
const MAX_SESSIONS = 32;
const HOUR_MS = 3_600_000;
const SESSION_MS = 7 * 24 * HOUR_MS;
/** An older secret is replaced when it is used. */
const ROTATE_AFTER_MS = HOUR_MS;
const PREVIOUS_VALID_MS = 60_000;

export function sessionDoor(nowMs: () => number): SessionDoor {
  const invitations = new Set<string>();
  const sessions = new Map<string, Session>();

  const isOpen = (id: string): boolean => {
    const session = sessions.get(id);
    return session !== undefined && session.endsAtMs > nowMs();
  };
  const find = (secret: string): Session | null => {
    // A digest lookup leaks no timing of the secret: the caller does not control the digest's bytes.
    const wanted = digest(secret);
    for (const session of sessions.values()) {
      if (!isOpen(session.id)) continue;
      if (session.current === wanted) return session;
      if (session.previous?.digest === wanted && session.previous.endsAtMs > nowMs()) return session;
    }
    return null;
  };
  const begin = (): Session => {
    const session = {
      id: randomBytes(9).toString('base64url'),
      endsAtMs: nowMs() + SESSION_MS,
      current: '',
      currentSinceMs: 0,
      previous: null,
    };
    sessions.set(session.id, session);
    dropOldest(sessions, MAX_SESSIONS);
    return session;
  };
  const rotate = (session: Session): string => {
    const secret = randomSecret();
    session.previous = { digest: session.current, endsAtMs: nowMs() + PREVIOUS_VALID_MS };
    session.current = digest(secret);
    session.currentSinceMs = nowMs();
    return secret;
  };

  return {
    isOpen,
    invite() {
      const secret = randomSecret();
      invitations.add(digest(secret));
      dropOldest(invitations, MAX_OPEN_LINKS);
      return secret;
    },
    enter({ session: secret, link }) {
      // Use up the link even if the browser already has a session.
      const isInvited = link !== null && invitations.delete(digest(link));
      const known = secret === null ? null : find(secret);
      const session = known ?? (isInvited ? begin() : null);
      if (session === null) return null;
      const isFresh = secret !== null && nowMs() - session.currentSinceMs < ROTATE_AFTER_MS;
      const kept = isFresh && session.current === digest(secret) ? secret : rotate(session);
      return { id: session.id, secret: kept, endsAtMs: session.endsAtMs };
    },
    endOthers(id) {
      const others = [...sessions.keys()].filter((each) => each !== id);
      for (const other of others) sessions.delete(other);
      return others.length;
    },
  };
}

function dropOldest(entries: Set<string> | Map<string, unknown>, limit: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= limit) return;
    entries.delete(oldest);
  }
}

const randomSecret = (): string => randomBytes(32).toString('base64url');

const digest = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
