import { createHash, randomBytes } from 'node:crypto';

/**
 * Who may look through the window: a link is exchanged once for a session, and the session's cookie opens everything else.
 * Only SHA-256 digests of both are kept; each secret holds 256 random bits, so that a digest tells nothing.
 */
export type SessionDoor = {
  /** A fresh secret for a link, good for one exchange. */
  readonly invite: () => string;
  /** The session that the link's secret is exchanged for; null: never given out, or used already. */
  readonly exchange: (secret: string) => string | null;
  readonly knows: (session: string) => boolean;
  /** The digests of all sessions that are let in, oldest first. */
  readonly digests: () => readonly string[];
};

/** Links that were printed and never opened: the oldest stops working when there are more. */
const MAX_OPEN_LINKS = 8;
/** Browsers that are let in at a time: the one that came first is shut out when there are more. */
const MAX_SESSIONS = 32;

/** `known`: the digests of an earlier door, whose sessions stay good. */
export function sessionDoor(known: readonly string[] = []): SessionDoor {
  const invitations = new Set<string>();
  const sessions = new Set<string>(known);
  return {
    invite() {
      const secret = randomSecret();
      remember(invitations, digest(secret), MAX_OPEN_LINKS);
      return secret;
    },
    exchange(secret) {
      if (!invitations.delete(digest(secret))) return null;
      const session = randomSecret();
      remember(sessions, digest(session), MAX_SESSIONS);
      return session;
    },
    // Looking up a digest leaks no timing of the secret: its bytes are not under the control of who asks.
    knows: (session) => sessions.has(digest(session)),
    digests: () => [...sessions],
  };
}

function remember(known: Set<string>, entry: string, limit: number): void {
  known.add(entry);
  for (const oldest of known) {
    if (known.size <= limit) return;
    known.delete(oldest);
  }
}

const randomSecret = (): string => randomBytes(32).toString('base64url');

const digest = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
