import type { Kysely } from 'kysely';
import type {
  FileRequestRecord,
  FileRequestsAmong,
  FileRequestWrites,
} from '../../../ports/metadata/surfaces/file-requests.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { FileRequestRow } from '../tables/sharing.ts';
import type { Tables } from '../tables.ts';

/** File requests in SQL. */
export function sqlFileRequests(db: Kysely<Tables>): FileRequestWrites {
  const requests = () => db.selectFrom('file_request').selectAll();
  return {
    get: async (id) => toRequest(await requests().where('id', '=', toKey(id)).executeTakeFirst()),
    getByToken: async (token) => toRequest(await requests().where('token', '=', token).executeTakeFirst()),
    list: async (among, { beforeId, limit }) => {
      const wanted = requests()
        .where((where) => where.eb('id', 'in', idsAmong(db, among)))
        .$if(beforeId !== null, (query) => query.where('id', '<', toKey(beforeId ?? '0')));
      return (await wanted.orderBy('id', 'desc').limit(limit).execute()).map(fromRow);
    },
    listExpired: async (time, limit) => {
      const expired = requests().where('status', '=', 'active').where('expires_at', '<=', time);
      return (await expired.orderBy('expires_at').limit(limit).execute()).map(fromRow);
    },
    listInOthersFolders: async (afterId, limit) => {
      const others = db
        .selectFrom('file_request')
        .innerJoin('item', 'item.id', 'file_request.folder_id')
        .selectAll('file_request')
        .where('file_request.status', '=', 'active')
        .whereRef('item.owner_id', '!=', 'file_request.updated_by')
        .where('file_request.id', '>', toKey(afterId ?? '0'));
      return (await others.orderBy('file_request.id').limit(limit).execute()).map(fromRow);
    },
    insert: async (request) => void (await db.insertInto('file_request').values(toRow(request)).execute()),
    update: async (request) => {
      const { id, ...columns } = toRow(request);
      await db.updateTable('file_request').set(columns).where('id', '=', id).execute();
    },
    delete: async (id) => void (await db.deleteFrom('file_request').where('id', '=', toKey(id)).execute()),
    deleteOfFolders: async (folderIds) => {
      await inChunks(folderIds.map(toKey), async (keys) => {
        return db.deleteFrom('file_request').where('folder_id', 'in', keys).execute();
      });
    },
  };
}

/** Two queries, each with its own index: one with "or" would scan the whole table. */
function idsAmong(db: Kysely<Tables>, among: FileRequestsAmong) {
  const ids = db.selectFrom('file_request').select('file_request.id');
  if (among.kind === 'folder') return ids.where('folder_id', '=', toKey(among.folderId));
  const user = toKey(among.userId);
  const inOwnFolders = ids.innerJoin('item', 'item.id', 'file_request.folder_id').where('item.owner_id', '=', user);
  return ids.where('file_request.created_by', '=', user).union(inOwnFolders);
}

function toRequest(row: FileRequestRow | undefined): FileRequestRecord | null {
  return row ? fromRow(row) : null;
}

function fromRow(row: FileRequestRow): FileRequestRecord {
  return {
    id: toId(row.id),
    folderId: toId(row.folder_id),
    token: row.token,
    title: row.title,
    description: row.description,
    status: row.status === 'active' ? 'active' : 'inactive',
    isEmailRequired: row.is_email_required === 1,
    isDescriptionRequired: row.is_description_required === 1,
    expiresAt: row.expires_at,
    etag: row.etag,
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
    updatedBy: toId(row.updated_by),
    updatedAt: row.updated_at,
    filesReceived: row.files_received,
    bytesReceived: row.bytes_received,
  };
}

function toRow(request: FileRequestRecord): FileRequestRow {
  return {
    id: toKey(request.id),
    folder_id: toKey(request.folderId),
    token: request.token,
    title: request.title,
    description: request.description,
    status: request.status,
    is_email_required: request.isEmailRequired ? 1 : 0,
    is_description_required: request.isDescriptionRequired ? 1 : 0,
    expires_at: request.expiresAt,
    etag: request.etag,
    created_by: toKey(request.createdBy),
    created_at: request.createdAt,
    updated_by: toKey(request.updatedBy),
    updated_at: request.updatedAt,
    files_received: request.filesReceived,
    bytes_received: request.bytesReceived,
  };
}
