import type { Remote } from '../ports/remote/remote.ts';

/** The requests behind the user's commands. */
export type ActRemote = Pick<Remote, 'item' | 'versions' | 'move' | 'trash' | 'restore' | 'promote'>;

/**
 * Each request ends with `signal`. The service may still carry it out, as after a crash: then its events report the change, and the next plan
 * propagates it (SPEC P47).
 */
export function remoteUntil(remote: Remote, signal: AbortSignal): ActRemote {
  return {
    item: (id, kind) => remote.item(id, kind, signal),
    versions: (file) => remote.versions(file, signal),
    move: (target) => remote.move(target, signal),
    trash: (target) => remote.trash(target, signal),
    restore: (target) => remote.restore(target, signal),
    promote: (file, version) => remote.promote(file, version, signal),
  };
}
