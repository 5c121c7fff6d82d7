import type { Kind } from '../../model/entry.ts';
import { etag, fileIdentity, type ItemId, itemId, localId, type RootId, sha1 } from '../../model/ids.ts';
import type { Placing } from '../../model/plan/placing.ts';
import type { Connection } from '../database/connection.ts';

/**
 * Items about to be installed on this disk, or folders just created, with the agreement to record once they are found there (SPEC
 * P85).
 */
export interface PlacingTable {
  /** Replaces the record of the same item. */
  putPlacing(placing: Placing): void;
  forgetPlacing(id: ItemId): void;
  /** All records except those of busy items. */
  placing(isBusy: (id: ItemId) => boolean): readonly Placing[];
}

type PlacingRow = {
  item_id: string;
  local_id: number | null;
  parent_local_id: number;
  kind: Kind;
  local_name: string;
  remote_name: string;
  sha1: string | null;
  size_bytes: number;
  identity: string;
  mtime_ns: string;
  etag: string | null;
  staging_name: string | null;
};

const COLUMNS =
  'item_id, local_id, parent_local_id, kind, local_name, remote_name, sha1, size_bytes, identity, mtime_ns, etag, staging_name';

export function createPlacingTable({ db }: Connection, root: RootId): PlacingTable {
  const put = db.prepare<PlacingValues>(
    `INSERT OR REPLACE INTO placing (${COLUMNS}, root_id) VALUES (${'?, '.repeat(12)}${root})`,
  );
  const forget = db.prepare<[string]>(`DELETE FROM placing WHERE root_id = ${root} AND item_id = ?`);
  const items = db.prepare<[], { item_id: string }>(
    `SELECT item_id FROM placing WHERE root_id = ${root} ORDER BY item_id`,
  );
  const one = db.prepare<[string], PlacingRow>(
    `SELECT ${COLUMNS} FROM placing WHERE root_id = ${root} AND item_id = ?`,
  );
  return {
    putPlacing: ({ fingerprint, content, ...node }) => {
      put.run(
        ...([node.itemId, node.localId, node.parentLocalId] as const),
        ...([node.kind, node.localName, node.remoteName, content?.sha1 ?? null, fingerprint.sizeBytes] as const),
        ...([fingerprint.identity, fingerprint.mtimeNs, node.etag, node.stagingName] as const),
      );
    },
    forgetPlacing: (id) => {
      forget.run(id);
    },
    // During large downloads nearly all are busy, in every round.
    placing: (isBusy) =>
      items
        .all()
        .filter((row) => !isBusy(itemId(row.item_id)))
        .flatMap((row) => one.all(row.item_id).map(toPlacing)),
  };
}

const toPlacing = (row: PlacingRow): Placing => ({
  itemId: itemId(row.item_id),
  localId: row.local_id === null ? null : localId(row.local_id),
  parentLocalId: localId(row.parent_local_id),
  kind: row.kind,
  localName: row.local_name,
  remoteName: row.remote_name,
  content: row.sha1 === null ? null : { sha1: sha1(row.sha1), sizeBytes: row.size_bytes },
  fingerprint: {
    identity: fileIdentity(row.identity),
    sizeBytes: row.size_bytes,
    mtimeNs: row.mtime_ns,
    ctimeNs: row.mtime_ns,
  },
  etag: row.etag === null ? null : etag(row.etag),
  stagingName: row.staging_name,
});

type PlacingValues = [
  ...nodes: [itemId: string, localId: number | null, parentLocalId: number],
  ...what: [kind: Kind, localName: string, remoteName: string, sha1: string | null, sizeBytes: number],
  ...there: [identity: string, mtimeNs: string, etag: string | null, stagingName: string | null],
];
