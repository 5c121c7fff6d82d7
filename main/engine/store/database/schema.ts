import { FEWER_TABLES, HELD_NODES, ONE_WORK_TABLE } from './fewer-tables.ts';
import { FIRST_SCHEMA } from './first-schema.ts';
import { COUNTED_AGES, REMOVED_ROOTS, REMOVED_ROOTS_IN_PLACE } from './kept-history.ts';

/**
 * The tables, as numbered migrations. A released migration is never edited: each change is a new one. Ids from the service are
 * text, our own are integers; sizes are in bytes, clock times in milliseconds since the epoch. `name_key()` is `nameKey`.
 */
export const MIGRATIONS: readonly string[] = [
  FIRST_SCHEMA,
  `
-- What SQLite believes about the indexes: rows in all, then rows per value of the first column, of the first two, and so on.
-- Without it "one root" counts as selective as "one folder", and each listing of a folder reads the whole root.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('local_node', 'local_children', '100000 20 1'),
  ('local_node', 'local_identity', '100000 100000 1'),
  ('remote_node', 'remote_node', '100000 100000 1'),
  ('remote_node', 'remote_children', '100000 100000 20 1'),
  ('remote_node', 'remote_content', '90000 2'),
  ('synced_node', 'synced_item', '100000 100000 1'),
  ('synced_node', 'synced_children', '100000 20');
ANALYZE sqlite_schema;
`,
  `
-- Selective sync: what the service says of a folder, and who owns an item (NULL: not told).
ALTER TABLE remote_node ADD COLUMN sync_state TEXT;
ALTER TABLE remote_node ADD COLUMN owner_id TEXT;
CREATE INDEX remote_left_out ON remote_node (root_id) WHERE sync_state = 'not_synced';
-- 1: it went because this account may not see it any more; nobody deleted it (edge case 83).
ALTER TABLE remote_gone ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
-- What was chosen on this computer alone, for folders that belong to somebody else; goes before what the service says.
CREATE TABLE selection (
  root_id INTEGER NOT NULL,
  item_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('synced', 'not_synced', 'partially_synced')),
  PRIMARY KEY (root_id, item_id)
) STRICT, WITHOUT ROWID;
-- Neither was asked for before: each root is listed once more.
DELETE FROM stream_cursor;
`,
  `
-- What has another name on this disk than on the service: few rows, so that they can be listed without reading all.
CREATE INDEX synced_alias ON synced_node (root_id, local_id) WHERE local_name <> remote_name;
`,
  `
-- Two contents that were kept apart, each time that something was set aside; stays when it is resolved.
CREATE TABLE conflict (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  root_id INTEGER NOT NULL,
  -- ConflictReason of the step, and its rule.
  reason TEXT NOT NULL,
  rule TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  item_kind TEXT NOT NULL CHECK (item_kind IN ('file', 'folder')),
  original_path TEXT NOT NULL,
  copy_path TEXT NOT NULL,
  copy_name TEXT NOT NULL,
  -- The copy: its local number, or the item where the service's one made room (P26).
  local_id INTEGER,
  copy_item_id TEXT,
  -- The item that kept the name; NULL: not known.
  original_item_id TEXT,
  mine_sha1 TEXT,
  mine_size INTEGER,
  mine_mtime_ns TEXT,
  theirs_sha1 TEXT,
  theirs_size INTEGER,
  theirs_version_id TEXT,
  theirs_modified_at_ms INTEGER,
  -- NULL: open as long as the copy stands under its name.
  resolution TEXT CHECK (resolution IN ('mine', 'theirs', 'both')),
  resolved_at_ms INTEGER
) STRICT;
CREATE INDEX conflict_open ON conflict (root_id, id) WHERE resolved_at_ms IS NULL;

-- What the guard holds, as people are asked: one number for each direction while anything of it is held. AUTOINCREMENT: a later
-- batch is never taken for the one that a person looked at.
CREATE TABLE held_batch (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  root_id INTEGER NOT NULL,
  what TEXT NOT NULL CHECK (what IN ('deletes', 'rewrites')),
  direction TEXT NOT NULL CHECK (direction IN ('to-local', 'to-remote')),
  since_ms INTEGER NOT NULL,
  UNIQUE (root_id, what, direction)
) STRICT;

-- What left the disk and lies in the local trash; a row outlives its root.
CREATE TABLE local_trash (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  root_id INTEGER NOT NULL,
  root_path TEXT NOT NULL,
  -- Where it was, below the root; and where it lies now, absolute.
  path TEXT NOT NULL,
  place TEXT NOT NULL,
  item_kind TEXT NOT NULL CHECK (item_kind IN ('file', 'folder')),
  item_id TEXT,
  nodes INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX local_trash_place ON local_trash (place);

-- The entry that this one takes back.
ALTER TABLE journal ADD COLUMN undoes INTEGER;
CREATE INDEX journal_undoes ON journal (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX journal_batch ON journal (batch);
`,
  `
-- Where the copy of a conflict lies: one that comes back from the trash has another number and the same folder and name.
ALTER TABLE conflict ADD COLUMN folder_local_id INTEGER;
ALTER TABLE conflict ADD COLUMN copy_key TEXT;
`,
  `
-- Contents that need not be transferred again: the same limit as in reuse-table.ts.
CREATE INDEX remote_size ON remote_node (size_bytes) WHERE size_bytes >= 131072;
CREATE INDEX local_content ON local_node (sha1) WHERE sha1 IS NOT NULL AND size_bytes >= 131072;
`,
  `
-- What passes from one root of an account to another is found by its identity.
CREATE INDEX synced_identity ON synced_node (identity);
`,
  `
-- What comes down again may still lie in the local trash.
CREATE INDEX local_trash_item ON local_trash (item_id) WHERE item_id IS NOT NULL;
`,
  `
-- Contents that were about to be sent, and of which it is not written down that they arrived: what is met on the service may be one.
CREATE TABLE sent (
  -- As in upload: root and local number.
  key TEXT NOT NULL,
  sha1 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  destination TEXT NOT NULL CHECK (destination IN ('new', 'version')),
  target_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- The file that it was read from, as it was then.
  local_name TEXT NOT NULL,
  identity TEXT NOT NULL,
  mtime_ns TEXT NOT NULL,
  ctime_ns TEXT NOT NULL,
  PRIMARY KEY (key, sha1)
) STRICT;
`,
  `
-- The content that an item had when it went: it may be one that was sent from here, and of which the answer was lost.
ALTER TABLE remote_gone ADD COLUMN sha1 TEXT;
`,
  `
-- The item that was met under the name of a new file, with its content, after that was sent: it is itself, of which the answer was lost.
ALTER TABLE sent ADD COLUMN name_key TEXT;
ALTER TABLE sent ADD COLUMN met_item_id TEXT;
CREATE INDEX sent_content ON sent (sha1);
`,
  `
-- Files that are about to be put in place on this disk: what is found under such an identity after a crash is one.
CREATE TABLE placing (
  root_id INTEGER NOT NULL,
  item_id TEXT NOT NULL,
  -- NULL: a new file.
  local_id INTEGER,
  parent_local_id INTEGER NOT NULL,
  local_name TEXT NOT NULL,
  remote_name TEXT NOT NULL,
  sha1 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  identity TEXT NOT NULL,
  mtime_ns TEXT NOT NULL,
  etag TEXT,
  PRIMARY KEY (root_id, item_id)
) STRICT, WITHOUT ROWID;
`,
  `
-- The etag under which the service told of that content, once it has: it arrived, whatever became of the item since.
ALTER TABLE sent ADD COLUMN met_etag TEXT;
`,
  `
-- Nobody looks for an item by its content: what need not be transferred again is found by its size. Digests come in no order, so that each
-- item of a listing cost a page of this index.
DROP INDEX remote_content;
`,
  `
-- Folders that were made on this disk as well, which have no content.
CREATE TABLE placing_with_folders (
  root_id INTEGER NOT NULL,
  item_id TEXT NOT NULL,
  -- NULL: it is new here.
  local_id INTEGER,
  parent_local_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
  local_name TEXT NOT NULL,
  remote_name TEXT NOT NULL,
  sha1 TEXT,
  size_bytes INTEGER NOT NULL,
  identity TEXT NOT NULL,
  mtime_ns TEXT NOT NULL,
  etag TEXT,
  PRIMARY KEY (root_id, item_id)
) STRICT, WITHOUT ROWID;
INSERT INTO placing_with_folders
  SELECT root_id, item_id, local_id, parent_local_id, 'file', local_name, remote_name, sha1, size_bytes, identity, mtime_ns, etag
  FROM placing;
DROP TABLE placing;
ALTER TABLE placing_with_folders RENAME TO placing;
`,
  `
-- Whether another reason is about an item is asked with each that is put.
CREATE INDEX blocked_item ON blocked (root_id, item_id) WHERE item_id IS NOT NULL;
`,
  `
-- Reasons are codes with arguments, not prose. What was written down as prose is planned again, which finds its code.
CREATE TABLE blocked_by_code (
  root_id INTEGER NOT NULL,
  -- 'l' and the local number; 'r' and the item id for what is not on this disk.
  node TEXT NOT NULL,
  local_id INTEGER,
  item_id TEXT,
  source TEXT NOT NULL CHECK (source IN ('plan', 'step', 'held')),
  code TEXT NOT NULL,
  reach TEXT NOT NULL CHECK (reach IN ('waiting', 'blocked', 'account')),
  -- JSON of the code and arguments that are put into words where they are shown.
  says TEXT NOT NULL,
  suggested_name TEXT,
  operation TEXT,
  rule TEXT,
  attempts INTEGER NOT NULL,
  retry_at_ms INTEGER,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (root_id, node)
) STRICT, WITHOUT ROWID;
INSERT INTO blocked_by_code
  SELECT root_id, node, local_id, item_id, source, code, reach, '{"code":"being_rechecked","args":{}}', suggested_name, operation, rule,
    attempts, retry_at_ms, at_ms
  FROM blocked;
INSERT OR IGNORE INTO dirty (root_id, side, node) SELECT root_id, 'local', local_id FROM blocked WHERE local_id IS NOT NULL;
INSERT OR IGNORE INTO dirty (root_id, side, node) SELECT root_id, 'remote', item_id FROM blocked WHERE item_id IS NOT NULL;
DROP TABLE blocked;
ALTER TABLE blocked_by_code RENAME TO blocked;
CREATE INDEX blocked_retry ON blocked (retry_at_ms) WHERE retry_at_ms IS NOT NULL;
CREATE INDEX blocked_item ON blocked (root_id, item_id) WHERE item_id IS NOT NULL;
`,
  `
-- Who made a change on the service; NULL: not stated, or the change was made here.
ALTER TABLE remote_node ADD COLUMN changed_by_id TEXT;
ALTER TABLE remote_node ADD COLUMN changed_by_name TEXT;
ALTER TABLE remote_gone ADD COLUMN changed_by_id TEXT;
ALTER TABLE remote_gone ADD COLUMN changed_by_name TEXT;
ALTER TABLE journal ADD COLUMN by_id TEXT;
ALTER TABLE journal ADD COLUMN by_name TEXT;
`,
  `
-- The staging file that is to be put in place; NULL: a folder. Only putting it in place takes it away from there.
ALTER TABLE placing ADD COLUMN staging_name TEXT;
`,
  `
-- Effects outside the store that were about to happen: contents to send, items to put in place, items to take away. A row goes in the
-- transaction that records its effect.
CREATE TABLE intent (
  root_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('upload', 'place', 'take')),
  -- The local number; of a placement, the item id.
  node TEXT NOT NULL,
  -- The content of an upload; empty otherwise.
  sha1 TEXT NOT NULL,
  -- JSON: what is true if the effect took place.
  expected TEXT NOT NULL,
  -- Of an upload: the folder of a new file with its name key, or the file; then the item that the service showed for it, with its etag.
  target_id TEXT,
  name_key TEXT,
  met_item_id TEXT,
  met_etag TEXT,
  UNIQUE (root_id, kind, node, sha1)
) STRICT;
CREATE INDEX intent_content ON intent (sha1) WHERE kind = 'upload';
INSERT INTO intent (root_id, kind, node, sha1, expected, target_id, name_key, met_item_id, met_etag)
  SELECT CAST(substr(key, 1, instr(key, '/') - 1) AS INTEGER), 'upload', substr(key, instr(key, '/') + 1), sha1,
    json_object(
      'destination', json(CASE destination
        WHEN 'new' THEN json_object('kind', 'new', 'parentId', target_id, 'name', name)
        ELSE json_object('kind', 'version', 'itemId', target_id, 'name', name, 'ifMatch', NULL) END),
      'content', json_object('sha1', sha1, 'sizeBytes', size_bytes),
      'fingerprint', json_object('identity', identity, 'sizeBytes', size_bytes, 'mtimeNs', mtime_ns, 'ctimeNs', ctime_ns),
      'localName', local_name),
    target_id, CASE destination WHEN 'new' THEN name_key END, met_item_id, met_etag
  FROM sent ORDER BY rowid;
INSERT INTO intent (root_id, kind, node, sha1, expected)
  SELECT root_id, 'place', item_id, '',
    json_object('itemId', item_id, 'localId', local_id, 'parentLocalId', parent_local_id, 'kind', kind, 'localName', local_name,
      'remoteName', remote_name, 'content', json(CASE WHEN sha1 IS NOT NULL THEN json_object('sha1', sha1, 'sizeBytes', size_bytes) END),
      'fingerprint', json_object('identity', identity, 'sizeBytes', size_bytes, 'mtimeNs', mtime_ns, 'ctimeNs', mtime_ns),
      'etag', etag, 'stagingName', staging_name)
  FROM placing;
INSERT INTO intent (root_id, kind, node, sha1, expected)
  SELECT DISTINCT note.root_id, 'take', CAST(one.value AS TEXT), '', '{}'
  FROM root_note AS note, json_each('[' || replace(trim(note.value), ' ', ',') || ']') AS one
  WHERE note.name = 'being_taken_away';
DELETE FROM root_note WHERE name = 'being_taken_away';
DROP TABLE sent;
DROP TABLE placing;
`,
  ONE_WORK_TABLE,
  FEWER_TABLES,
  HELD_NODES,
  // Several of them, where there was one.
  `UPDATE setting SET name = 'answered_items' WHERE name = 'first_answered_item';`,
  // NULL: none, as in every row so far.
  'ALTER TABLE synced_node ADD COLUMN left_folder TEXT;',
  `
-- The folders of a folder: what lies below one is found without reading every file's kind (subtrees.ts).
CREATE INDEX local_folders ON local_node (parent_id) WHERE kind = 'folder';
CREATE INDEX remote_folders ON remote_node (root_id, parent_id) WHERE kind = 'folder';
CREATE INDEX synced_folders ON synced_node (parent_local_id) WHERE kind = 'folder';
`,
  `
-- Deletes on the service, too.
CREATE TABLE intent_with_deletes (
  root_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('upload', 'place', 'take', 'trash')),
  -- The local number; of a placement and of a delete, the item id.
  node TEXT NOT NULL,
  -- The content of an upload; empty otherwise.
  sha1 TEXT NOT NULL,
  -- JSON: what is true if the effect took place.
  expected TEXT NOT NULL,
  -- Of an upload: the folder of a new file with its name key, or the file; then the item that the service showed for it, with its etag.
  target_id TEXT,
  name_key TEXT,
  met_item_id TEXT,
  met_etag TEXT,
  UNIQUE (root_id, kind, node, sha1)
) STRICT;
INSERT INTO intent_with_deletes SELECT * FROM intent ORDER BY rowid;
DROP TABLE intent;
ALTER TABLE intent_with_deletes RENAME TO intent;
CREATE INDEX intent_content ON intent (sha1) WHERE kind = 'upload';
`,
  `
-- Moves and new folders on the service, too. A kind is checked where it is written, so that another one needs no new table.
CREATE TABLE intent_of_any_kind (
  root_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- The local number; of a placement, a delete and a move, the item id.
  node TEXT NOT NULL,
  -- The content of an upload; empty otherwise.
  sha1 TEXT NOT NULL,
  -- JSON: what is true if the effect took place.
  expected TEXT NOT NULL,
  -- Of an upload or a new folder: the folder of the new item with its name key, or the file; then the item that the service showed for it,
  -- with its etag if it is a file.
  target_id TEXT,
  name_key TEXT,
  met_item_id TEXT,
  met_etag TEXT,
  UNIQUE (root_id, kind, node, sha1)
) STRICT;
INSERT INTO intent_of_any_kind SELECT * FROM intent ORDER BY rowid;
DROP TABLE intent;
ALTER TABLE intent_of_any_kind RENAME TO intent;
CREATE INDEX intent_content ON intent (sha1) WHERE kind = 'upload';
`,
  `
-- Reasons are listed with held nodes after all others.
DROP INDEX work_reason;
CREATE INDEX work_reason ON work (root_id, source = 'held', at_ms, side, node) WHERE code IS NOT NULL;
-- Whether a row of a list is in conflict is asked for each one, however many conflicts are open.
CREATE INDEX conflict_copy ON conflict (local_id) WHERE resolved_at_ms IS NULL;
CREATE INDEX conflict_copy_place ON conflict (folder_local_id, copy_key) WHERE resolved_at_ms IS NULL;
CREATE INDEX conflict_copy_item ON conflict (copy_item_id) WHERE resolved_at_ms IS NULL;
CREATE INDEX conflict_original_item ON conflict (original_item_id) WHERE resolved_at_ms IS NULL;
`,
  `
-- Who had last changed the version of the service; NULL: unknown.
ALTER TABLE conflict ADD COLUMN theirs_by_id TEXT;
ALTER TABLE conflict ADD COLUMN theirs_by_name TEXT;
`,
  `
-- Whether a disk that ignores case has an ignored item at a name is asked for each new item, however many there are in the folder.
ALTER TABLE ignored ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
UPDATE ignored SET name_key = name_key(name);
CREATE INDEX ignored_key ON ignored (parent_id, name_key);
`,
  `
-- The oldest go first, however many there are. An item that is found in the trash is listed later than younger ones.
CREATE INDEX local_trash_age ON local_trash (at_ms);
`,
  COUNTED_AGES,
  REMOVED_ROOTS,
  `
-- The last delete of an item is asked for each time one arrives, however long the journal is.
CREATE INDEX journal_removal ON journal (root_id, item_id) WHERE kind IN ('trash-local', 'trash-remote');
`,
  REMOVED_ROOTS_IN_PLACE,
];
