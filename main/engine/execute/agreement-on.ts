import type { Fingerprint, Kind, RemoteEntry } from '../model/entry.ts';
import type { LocalId } from '../model/ids.ts';
import { nameKey } from '../model/name-key.ts';
import type { Agreement } from './step-result.ts';

/**
 * The name there that a step has settled: the one that it meant, in the spelling of the service. An item that was renamed
 * there meanwhile keeps the meant one in its row, so that the next plan sees the rename and takes it for no alias.
 */
export const meantName = (there: string, meant: string): string => (nameKey(there) === nameKey(meant) ? there : meant);

/** A local place as a step has just found or made it. */
export type LocalPlace = {
  /** Null: a new node. */
  readonly id: LocalId | null;
  readonly parentId: LocalId;
  readonly name: string;
  readonly kind: Kind;
};

/**
 * The synced row of a pair: the place is the one at which the step put or found the two, which may not be where the local
 * tree has the node by now. The next plan then sees a move, and nothing is forgotten.
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
