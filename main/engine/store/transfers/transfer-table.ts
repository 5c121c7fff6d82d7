import { type Etag, etag, itemId, rootId, type Sha1 } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { DownloadRecord, SentRecord, UploadRecord } from '../../model/transfer/transfer-records.ts';
import type { Connection } from '../database/connection.ts';
import { INTEGER } from '../database/opaque-parameter.ts';
import { createIntents } from './intent-table.ts';

/** Uploads and downloads in progress, kept across restarts. It implements `TransferRecords` of the transfer module. */
export interface TransferTable {
  upload(key: string): UploadRecord | null;
  saveUpload(record: UploadRecord): void;
  forgetUpload(key: string): void;
  saveSent(record: SentRecord): void;
  /** One content of a key; null: all. */
  forgetSent(key: string, content: Sha1 | null): void;
  /** Uploads of a root that may or may not have arrived, oldest first per key. */
  sent(rootKey: string): readonly SentRow[];
  download(key: string): DownloadRecord | null;
  saveDownload(record: DownloadRecord): void;
  forgetDownload(key: string): void;
  /** Open sessions and staged downloads of a root: their keys start with its id. */
  uploads(rootKey: string): readonly UploadRecord[];
  downloads(rootKey: string): readonly DownloadRecord[];
  /** Removes all transfers of a root. */
  forgetRoot(rootKey: string): void;
  /** The root's folder has moved, and its staging folder with it. */
  moveRoot(rootKey: string, root: string): void;
  /** Nothing was installed from this staging file, which is about to be removed. */
  forgetStaged(stagingName: string): void;
  /** Staging files that a later resume or an open install may need. */
  stagingNames(): readonly string[];
}

/** `metEtag`: the service reported the item with that content under this etag (`RemoteTable.putRemote`). */
export type SentRow = SentRecord & { readonly metEtag: Etag | null };

type SentColumns = { node: string; expected: string; met_item_id: string | null; met_etag: string | null };

/** `0` is the character after `/`: all keys that start with the id and a slash. */
const ofRoot = `key >= ? || '/' AND key < ? || '0'`;

export function createTransferTable(connection: Connection): TransferTable {
  const { db } = connection;
  const uploads = createRecords<UploadRecord>(db, 'upload');
  const downloads = createRecords<DownloadRecord>(db, 'download');
  const forgetRoot = db.prepare<[string, string]>(`DELETE FROM transfer WHERE ${ofRoot}`);
  const moveRoot = db.prepare<[string, string, string]>(
    `UPDATE transfer SET record = json_set(record, '$.root', ?) WHERE kind = 'download' AND ${ofRoot}`,
  );
  const names = db.prepare<[], { staging_name: string }>(
    `SELECT record ->> 'stagingName' AS staging_name FROM transfer WHERE kind = 'download'
     UNION SELECT expected ->> 'stagingName' AS staging_name FROM intent WHERE kind = 'place' AND staging_name IS NOT NULL
     ORDER BY staging_name`,
  );
  const forgetStaged = db.prepare<[string]>(
    `DELETE FROM intent WHERE kind = 'place' AND expected ->> 'stagingName' = ?`,
  );
  return {
    upload: uploads.find,
    uploads: uploads.of,
    saveUpload: uploads.save,
    forgetUpload: uploads.forget,
    ...createSent(connection),
    download: downloads.find,
    downloads: downloads.of,
    saveDownload: downloads.save,
    forgetDownload: downloads.forget,
    forgetRoot: (rootKey) => {
      forgetRoot.run(rootKey, rootKey);
    },
    moveRoot: (rootKey, root) => {
      moveRoot.run(root, rootKey, rootKey);
    },
    forgetStaged: (stagingName) => {
      forgetStaged.run(stagingName);
    },
    stagingNames: () => names.all().map((row) => row.staging_name),
  };
}

function createRecords<Row extends { readonly key: string }>(db: Connection['db'], kind: 'upload' | 'download') {
  const one = db.prepare<[string], { record: string }>(
    `SELECT record FROM transfer WHERE kind = '${kind}' AND key = ?`,
  );
  const all = db.prepare<[string, string], { record: string }>(
    `SELECT record FROM transfer WHERE kind = '${kind}' AND ${ofRoot} ORDER BY key`,
  );
  const save = db.prepare<[string, string]>(
    `INSERT OR REPLACE INTO transfer (kind, key, record) VALUES ('${kind}', ?, ?)`,
  );
  const forget = db.prepare<[string]>(`DELETE FROM transfer WHERE kind = '${kind}' AND key = ?`);
  // Written only by `save`, from the same type.
  const toRow = ({ record }: { record: string }): Row => JSON.parse(record) as Row;
  return {
    find: (key: string): Row | null => {
      const row = one.get(key);
      return row === undefined ? null : toRow(row);
    },
    of: (rootKey: string): readonly Row[] => all.all(rootKey, rootKey).map(toRow),
    save: (record: Row): void => {
      save.run(record.key, JSON.stringify(record));
    },
    forget: (key: string): void => {
      forget.run(key);
    },
  };
}

function createSent({ db }: Connection): Pick<TransferTable, 'saveSent' | 'forgetSent' | 'sent'> {
  const intents = createIntents({ db });
  const sent = db.prepare<[number], SentColumns>(
    `SELECT node, expected, met_item_id, met_etag FROM intent WHERE root_id = ${INTEGER} AND kind = 'upload' ORDER BY rowid`,
  );
  return {
    saveSent: ({ key, metItemId, ...expected }) => {
      const { destination, content } = expected;
      const isNew = destination.kind === 'new';
      const targetId = isNew ? destination.parentId : destination.itemId;
      const name = isNew ? nameKey(destination.name) : null;
      intents.put({ ...ofUpload(key), expected, match: { sha1: content.sha1, targetId, nameKey: name, metItemId } });
    },
    forgetSent: (key, content) => intents.drop(ofUpload(key), content),
    sent: (rootKey) => sent.all(Number(rootKey)).map((row) => toSent(rootKey, row)),
  };
}

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
