import type { Content, Fingerprint } from '../../model/entry.ts';
import {
  type Etag,
  etag,
  fileIdentity,
  type ItemId,
  itemId,
  rootId,
  type Sha1,
  sha1,
  type VersionId,
  versionId,
} from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Connection } from '../database/connection.ts';
import { createIntents } from './intent-table.ts';

/**
 * Uploads and downloads in progress, kept across restarts. This table matches the interface of the transfer module
 * (`TransferRecords`) without depending on it.
 */
export interface TransferTable {
  upload(key: string): UploadRow | null;
  saveUpload(record: UploadRow): void;
  forgetUpload(key: string): void;
  saveSent(record: SentRecord): void;
  /** One content of a key; null: all. */
  forgetSent(key: string, content: Sha1 | null): void;
  /** Uploads of a root that may or may not have arrived, oldest first per key. */
  sent(rootKey: string): readonly SentRow[];
  download(key: string): DownloadRow | null;
  saveDownload(record: DownloadRow): void;
  forgetDownload(key: string): void;
  /** Removes all transfers of a root: their keys start with its id. */
  forgetRoot(rootKey: string): void;
  /** The root's folder has moved, and its staging folder with it. */
  moveRoot(rootKey: string, root: string): void;
  /** Nothing was installed from this staging file, which is about to be removed. */
  forgetStaged(stagingName: string): void;
  /** Staging files that a later resume or an open install may need. */
  stagingNames(): readonly string[];
}

export type UploadRow = {
  readonly key: string;
  readonly sessionId: string;
  readonly partSizeBytes: number;
  readonly destination:
    | { readonly kind: 'new'; readonly parentId: ItemId; readonly name: string }
    | { readonly kind: 'version'; readonly itemId: ItemId; readonly name: string; readonly ifMatch: Etag | null };
  readonly fingerprint: Fingerprint;
};

type SentRecord = {
  readonly key: string;
  readonly destination: UploadRow['destination'];
  readonly content: Content;
  readonly fingerprint: Fingerprint;
  readonly localName: string;
  readonly metItemId: ItemId | null;
};

/** `metEtag`: the service reported the item with that content under this etag (`RemoteTable.putRemote`). */
export type SentRow = SentRecord & { readonly metEtag: Etag | null };

export type DownloadRow = {
  readonly key: string;
  readonly itemId: ItemId;
  readonly versionId: VersionId | null;
  readonly content: Content;
  readonly root: string;
  readonly stagingName: string;
};

type UploadColumns = {
  key: string;
  session_id: string;
  part_size_bytes: number;
  destination: 'new' | 'version';
  target_id: string;
  name: string;
  if_match: string | null;
  identity: string;
  size_bytes: number;
  mtime_ns: string;
  ctime_ns: string;
};

type SentColumns = { node: string; expected: string; met_item_id: string | null; met_etag: string | null };

type DownloadColumns = {
  key: string;
  item_id: string;
  version_id: string | null;
  sha1: string;
  size_bytes: number;
  root: string;
  staging_name: string;
};

const UPLOAD =
  'key, session_id, part_size_bytes, destination, target_id, name, if_match, identity, size_bytes, mtime_ns, ctime_ns';
const DOWNLOAD = 'key, item_id, version_id, sha1, size_bytes, root, staging_name';

export function createTransferTable(connection: Connection): TransferTable {
  const { db } = connection;
  const upload = db.prepare<[string], UploadColumns>(`SELECT ${UPLOAD} FROM upload WHERE key = ?`);
  const saveUpload = db.prepare<UploadValues>(
    `INSERT OR REPLACE INTO upload (${UPLOAD}) VALUES (${Array(11).fill('?').join(', ')})`,
  );
  const forgetUpload = db.prepare<[string]>('DELETE FROM upload WHERE key = ?');
  const download = db.prepare<[string], DownloadColumns>(`SELECT ${DOWNLOAD} FROM download WHERE key = ?`);
  const saveDownload = db.prepare<DownloadValues>(
    `INSERT OR REPLACE INTO download (${DOWNLOAD}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const forgetDownload = db.prepare<[string]>('DELETE FROM download WHERE key = ?');
  // `0` is the character after `/`: all keys that start with the id and a slash.
  const forgetRoot = ['upload', 'download'].map((table) =>
    db.prepare<[string, string]>(`DELETE FROM ${table} WHERE key >= ? AND key < ?`),
  );
  const moveRoot = db.prepare<[string, string, string]>('UPDATE download SET root = ? WHERE key >= ? AND key < ?');
  const names = db.prepare<[], { staging_name: string }>(
    `SELECT staging_name FROM download
     UNION SELECT expected ->> 'stagingName' AS staging_name FROM intent WHERE kind = 'place' AND staging_name IS NOT NULL
     ORDER BY staging_name`,
  );
  const forgetStaged = db.prepare<[string]>(
    `DELETE FROM intent WHERE kind = 'place' AND expected ->> 'stagingName' = ?`,
  );
  return {
    upload: (key) => mapped(upload.get(key), toUpload),
    saveUpload: (record) => {
      saveUpload.run(...uploadValues(record));
    },
    forgetUpload: (key) => {
      forgetUpload.run(key);
    },
    ...createSent(connection),
    download: (key) => mapped(download.get(key), toDownload),
    saveDownload: ({ key, itemId: item, versionId: version, content, root, stagingName }) => {
      saveDownload.run(key, item, version, content.sha1, content.sizeBytes, root, stagingName);
    },
    forgetDownload: (key) => {
      forgetDownload.run(key);
    },
    forgetRoot: (rootKey) => {
      for (const statement of forgetRoot) statement.run(`${rootKey}/`, `${rootKey}0`);
    },
    moveRoot: (rootKey, root) => {
      moveRoot.run(root, `${rootKey}/`, `${rootKey}0`);
    },
    forgetStaged: (stagingName) => {
      forgetStaged.run(stagingName);
    },
    stagingNames: () => names.all().map((row) => row.staging_name),
  };
}

function createSent({ db }: Connection): Pick<TransferTable, 'saveSent' | 'forgetSent' | 'sent'> {
  const intents = createIntents({ db });
  const sent = db.prepare<[number], SentColumns>(
    `SELECT node, expected, met_item_id, met_etag FROM intent WHERE root_id = ? AND kind = 'upload' ORDER BY rowid`,
  );
  return {
    saveSent: ({ key, metItemId, ...expected }) => {
      const { destination, content } = expected;
      const isNew = destination.kind === 'new';
      const targetId = isNew ? destination.parentId : destination.itemId;
      const name = isNew ? nameKey(destination.name) : null;
      intents.put({ ...ofUpload(key), expected, upload: { sha1: content.sha1, targetId, nameKey: name, metItemId } });
    },
    forgetSent: (key, content) => intents.drop(ofUpload(key), content),
    sent: (rootKey) => sent.all(Number(rootKey)).map((row) => toSent(rootKey, row)),
  };
}

const mapped = <Row, Value>(row: Row | undefined, map: (row: Row) => Value): Value | null =>
  row === undefined ? null : map(row);

type Target = Pick<UploadColumns, 'destination' | 'target_id' | 'name' | 'if_match'>;

const toDestination = ({ destination, target_id, name, if_match }: Target): UploadRow['destination'] =>
  destination === 'new'
    ? { kind: 'new', parentId: itemId(target_id), name }
    : { kind: 'version', itemId: itemId(target_id), name, ifMatch: if_match === null ? null : etag(if_match) };

/** The key of an upload: root and local number. */
function ofUpload(key: string) {
  const [root = '', node = ''] = key.split('/');
  return { rootId: rootId(Number(root)), kind: 'upload', node } as const;
}

/** `expected` is what `saveSent` stored. */
const toSent = (rootKey: string, { node, expected, met_item_id: met, met_etag: tag }: SentColumns): SentRow => ({
  ...(JSON.parse(expected) as Omit<SentRecord, 'key' | 'metItemId'>),
  key: `${rootKey}/${node}`,
  metItemId: met === null ? null : itemId(met),
  metEtag: tag === null ? null : etag(tag),
});

function toUpload(row: UploadColumns): UploadRow {
  return {
    key: row.key,
    sessionId: row.session_id,
    partSizeBytes: row.part_size_bytes,
    destination: toDestination(row),
    fingerprint: {
      identity: fileIdentity(row.identity),
      sizeBytes: row.size_bytes,
      mtimeNs: row.mtime_ns,
      ctimeNs: row.ctime_ns,
    },
  };
}

const toDownload = (row: DownloadColumns): DownloadRow => ({
  key: row.key,
  itemId: itemId(row.item_id),
  versionId: row.version_id === null ? null : versionId(row.version_id),
  content: { sha1: sha1(row.sha1), sizeBytes: row.size_bytes },
  root: row.root,
  stagingName: row.staging_name,
});

type UploadValues = [
  ...session: [key: string, sessionId: string, partSizeBytes: number],
  ...destination: [kind: string, targetId: string, name: string, ifMatch: string | null],
  ...fingerprint: [identity: string, sizeBytes: number, mtimeNs: string, ctimeNs: string],
];
type DownloadValues = [
  ...item: [key: string, itemId: string, versionId: string | null],
  ...content: [sha1: string, sizeBytes: number],
  ...staging: [root: string, name: string],
];

function uploadValues({ key, sessionId, partSizeBytes, destination, fingerprint }: UploadRow): UploadValues {
  const { identity, sizeBytes, mtimeNs, ctimeNs } = fingerprint;
  const target = destination.kind === 'new' ? destination.parentId : destination.itemId;
  const ifMatch = destination.kind === 'new' ? null : destination.ifMatch;
  return [
    ...([key, sessionId, partSizeBytes] as const),
    ...([destination.kind, target, destination.name, ifMatch] as const),
    ...([identity, sizeBytes, mtimeNs, ctimeNs] as const),
  ];
}
