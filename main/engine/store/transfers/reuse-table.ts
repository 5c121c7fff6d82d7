import type { Content } from '../../model/entry.ts';
import { type ItemId, itemId, type LocalId, localId, type RootId, rootId } from '../../model/ids.ts';
import type { Connection } from '../database/connection.ts';
import { INTEGER, TEXT } from '../database/opaque-parameter.ts';

/** Finds content that need not be transferred again: across all roots, and only for files large enough to be worth it. */
export interface ReuseTable {
  /** A few remote files of this size. */
  remoteOfSize(sizeBytes: number): readonly { readonly rootId: RootId; readonly itemId: ItemId }[];
  /** A few local files that had this content when last read. */
  localOfContent(content: Content): readonly { readonly rootId: RootId; readonly localId: LocalId }[];
}

/** Smaller files are transferred faster than looked up. The indexes in the schema leave them out too. */
const REUSE_FROM_BYTES = 131_072;

/** Any match will do; if none of these fits, the file is transferred. */
const FEW = 8;

export function createReuseTable({ db }: Connection): ReuseTable {
  const bySize = db.prepare<[number], { root_id: number; id: string }>(
    `SELECT root_id, id FROM remote_node
     WHERE size_bytes = ${INTEGER} AND size_bytes >= ${REUSE_FROM_BYTES} ORDER BY root_id, length(id), id LIMIT ${FEW}`,
  );
  const byContent = db.prepare<[string, number], { root_id: number; id: number }>(
    `SELECT root_id, id FROM local_node
     WHERE sha1 = ${TEXT} AND size_bytes = ${INTEGER} AND sha1 IS NOT NULL AND size_bytes >= ${REUSE_FROM_BYTES}
     ORDER BY id LIMIT ${FEW}`,
  );
  return {
    remoteOfSize: (sizeBytes) =>
      bySize.all(sizeBytes).map((row) => ({ rootId: rootId(row.root_id), itemId: itemId(row.id) })),
    localOfContent: ({ sha1, sizeBytes }) =>
      byContent.all(sha1, sizeBytes).map((row) => ({ rootId: rootId(row.root_id), localId: localId(row.id) })),
  };
}
