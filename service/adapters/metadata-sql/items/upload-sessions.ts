import { type Kysely, sql } from 'kysely';
import type {
  PartRecord,
  UploadSessionRecord,
  UploadSessionState,
  UploadSessionWrites,
  UploadTarget,
} from '../../../ports/metadata/items/upload-sessions.ts';
import { toId, toKey } from '../ids.ts';
import { prepared } from '../prepared.ts';
import type { Tables, UploadPartRow, UploadSessionRow } from '../tables.ts';

/** Upload sessions and their parts in SQL. */
export function sqlUploadSessions(db: Kysely<Tables>): UploadSessionWrites {
  const parts = (sessionId: string) => db.selectFrom('upload_part').where('session_id', '=', sessionId);
  // Every part of every upload asks for these two.
  const session = prepared<UploadSessionRow, [string]>(db, () =>
    db.selectFrom('upload_session').selectAll().where('id', '=', ''),
  );
  // A literal, so that the database uses the index of open sessions.
  const open = () => db.selectFrom('upload_session').where(sql<boolean>`is_open = 1`);
  const openOf = (userId: string) => open().where('user_id', '=', toKey(userId));
  const partAt = prepared<UploadPartRow, [string, number]>(db, () => parts('').selectAll().where('position', '=', 0));
  return {
    get: async (id) => {
      const [row] = await session(id);
      return row ? fromSessionRow(row) : null;
    },
    countParts: async (sessionId) => {
      const count = parts(sessionId).select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    countOpen: async (userId) => {
      const count = openOf(userId).select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    listOpen: async (userId) => (await openOf(userId).select('id').execute()).map(({ id }) => id),
    listOpenInSpaceOf: async (ownerId) =>
      (await open().selectAll().where('owner_id', '=', toKey(ownerId)).execute()).map(fromSessionRow),
    listParts: async (sessionId, { offset, limit }) => {
      const rows = await parts(sessionId).selectAll().orderBy('position').offset(offset).limit(limit).execute();
      return rows.map(fromPartRow);
    },
    getPartAt: async (sessionId, offset) => {
      const [row] = await partAt(sessionId, offset);
      return row ? fromPartRow(row) : null;
    },
    listExpiredBefore: async (time, limit) => {
      const old = db.selectFrom('upload_session').select('id').where('expires_at', '<', time);
      return (await old.orderBy('expires_at').limit(limit).execute()).map((row) => row.id);
    },
    insert: async (session) => void (await db.insertInto('upload_session').values(toSessionRow(session)).execute()),
    setState: async (id, state) => {
      await db
        .updateTable('upload_session')
        .set({ state: JSON.stringify(state), is_open: state.kind === 'open' ? 1 : 0 })
        .where('id', '=', id)
        .execute();
    },
    insertPart: async (part) => {
      await db.insertInto('upload_part').values(toPartRow(part)).execute();
      await db
        .updateTable('upload_session')
        .set(({ eb }) => ({ stored_bytes: eb('stored_bytes', '+', part.sizeBytes) }))
        .where('id', '=', part.sessionId)
        .execute();
    },
    deleteParts: async (sessionId) => {
      const rows = await db.deleteFrom('upload_part').where('session_id', '=', sessionId).returningAll().execute();
      await db.updateTable('upload_session').set({ stored_bytes: 0 }).where('id', '=', sessionId).execute();
      return rows.map(fromPartRow);
    },
    delete: async (id) => void (await db.deleteFrom('upload_session').where('id', '=', id).execute()),
  };
}

function fromSessionRow(row: UploadSessionRow): UploadSessionRecord {
  return {
    id: row.id,
    userId: toId(row.user_id),
    ownerId: toId(row.owner_id),
    storedBytes: row.stored_bytes,
    target: fromTarget(row),
    fileSizeBytes: row.file_size,
    partSizeBytes: row.part_size,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    // The column holds what `setState` and `toSessionRow` wrote.
    state: JSON.parse(row.state) as UploadSessionState,
  };
}

function fromTarget({ target_kind, target_id, file_name: fileName }: UploadSessionRow): UploadTarget {
  const id = toId(target_id);
  if (target_kind === 'new_file') return { kind: 'new_file', folderId: id, fileName };
  return { kind: 'new_version', fileId: id, fileName: fileName === '' ? null : fileName };
}

function toSessionRow(session: UploadSessionRecord): UploadSessionRow {
  const { target } = session;
  return {
    id: session.id,
    user_id: toKey(session.userId),
    owner_id: toKey(session.ownerId),
    is_open: session.state.kind === 'open' ? 1 : 0,
    stored_bytes: session.storedBytes,
    target_kind: target.kind,
    target_id: toKey(target.kind === 'new_file' ? target.folderId : target.fileId),
    file_name: target.fileName ?? '',
    file_size: session.fileSizeBytes,
    part_size: session.partSizeBytes,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    state: JSON.stringify(session.state),
  };
}

function fromPartRow(row: UploadPartRow): PartRecord {
  const { session_id: sessionId, part_id: partId, position: offset, size: sizeBytes, sha1, blob_id: blobId } = row;
  return { sessionId, partId, offset, sizeBytes, sha1, blobId };
}

function toPartRow(part: PartRecord): UploadPartRow {
  return {
    session_id: part.sessionId,
    position: part.offset,
    part_id: part.partId,
    size: part.sizeBytes,
    sha1: part.sha1,
    blob_id: part.blobId,
  };
}
