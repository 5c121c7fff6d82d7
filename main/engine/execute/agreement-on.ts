import type { Fingerprint, Kind, RemoteEntry } from '../model/entry.ts';
import type { LocalId } from '../model/ids.ts';
import { nameKey } from '../model/names/name-key.ts';
import type { Agreement } from './step-result.ts';

/**
 * The remote name that a step agrees on: the intended one, in the service's spelling. If the item was renamed on the service
 * meanwhile, the row keeps the intended name, so the next plan sees a rename, not an alias.
 */
export const meantName = (there: string, meant: string): string => (nameKey(there) === nameKey(meant) ? there : meant);

/** A local place that a step has just found or created. */
export type LocalPlace = {
  /** Null: a new node. */
  readonly id: LocalId | null;
  readonly parentId: LocalId;
  readonly name: string;
  readonly kind: Kind;
};

/**
 * The synced row of a pair. Its place is where the step put or found the two, even if the local tree has moved the node since:
 * the next plan then sees a move, and no change is lost.
 */
export function agreementOn({
  local,
  remote,
  fingerprint,
}: {
  readonly local: LocalPlace;
  readonly remote: Pick<RemoteEntry, 'id' | 'name' | 'content' | 'etag'>;
  readonly fingerprint: Fingerprint;
}): Agreement {
  return {
    localId: local.id,
    itemId: remote.id,
    parentLocalId: local.parentId,
    kind: local.kind,
    localName: local.name,
    remoteName: remote.name,
    content: remote.content,
    fingerprint,
    etag: remote.etag,
  };
}
