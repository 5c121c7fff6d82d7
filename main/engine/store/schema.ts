/**
 * The tables, as numbered migrations. A migration that was once released is never edited: a change is a new one. Ids that the
 * service gave are text, ids of our own are integers; sizes are bytes, times of the clock milliseconds since the epoch.
 */
export const MIGRATIONS: readonly string[] = [
  `
-- What the program keeps for itself: counters, the clean stop, what was already told.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A pair of one local folder and one remote folder. AUTOINCREMENT: the number of a removed root never comes back.
CREATE TABLE sync_root (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  local_path TEXT NOT NULL,
  item_id TEXT NOT NULL,
  local_id INTEGER NOT NULL,
  -- The text in .tandem/root that tells this folder from any other (edge cases 67 to 71).
  marker TEXT NOT NULL,
  -- The volume that held the folder when it was linked (edge case 68).
  volume_id TEXT NOT NULL,
  -- Service and account that it was linked under; another one is refused (edge case 96).
  account TEXT NOT NULL,
  -- NULL: not paused. 0: until resumed. Else: until this time.
  paused_until_ms INTEGER
) STRICT;

-- What the observers keep per root, under names of their own.
CREATE TABLE root_note (
  root_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (root_id, name)
) STRICT, WITHOUT ROWID;

-- The local tree: what was last observed on disk.
CREATE TABLE local_node (
  id INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL,
  -- NULL for the root itself.
  parent_id INTEGER,
  name TEXT NOT NULL,
  -- nameKey(name): NFC without case.
  name_key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
  identity TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  -- Nanoseconds exceed the integers of JavaScript, so they stay text.
  mtime_ns TEXT NOT NULL,
  ctime_ns TEXT NOT NULL,
  -- NULL: not hashed since the fingerprint changed.
  sha1 TEXT,
  -- Logical time of the look that this row comes from, or of the last removal among its children.
  taken_at INTEGER NOT NULL
) STRICT;
CREATE INDEX local_children ON local_node (parent_id, name_key);
CREATE INDEX local_identity ON local_node (root_id, identity);

-- The remote tree: what the service last told.
CREATE TABLE remote_node (
  root_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  parent_id TEXT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
  etag TEXT,
  sequence_id TEXT,
  sha1 TEXT,
  size_bytes INTEGER,
  version_id TEXT,
  content_modified_at_ms INTEGER,
  -- Rights as a sum: 1 upload, 2 rename, 4 delete, 8 download.
  rights INTEGER NOT NULL,
  taken_at INTEGER NOT NULL,
  PRIMARY KEY (root_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX remote_children ON remote_node (root_id, parent_id, name_key);
CREATE INDEX remote_content ON remote_node (root_id, sha1) WHERE sha1 IS NOT NULL;

-- Items that were here and are gone, so that a late event about them is told from a restore.
CREATE TABLE remote_gone (
  root_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  sequence_id TEXT,
  taken_at INTEGER NOT NULL,
  PRIMARY KEY (root_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX remote_gone_age ON remote_gone (root_id, taken_at);

-- The synced tree: what both sides last agreed on, the merge base.
CREATE TABLE synced_node (
  local_id INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL,
  item_id TEXT NOT NULL,
  parent_local_id INTEGER,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
  local_name TEXT NOT NULL,
  remote_name TEXT NOT NULL,
  sha1 TEXT,
  size_bytes INTEGER,
  -- The fingerprint of the local file when it was agreed on.
  identity TEXT NOT NULL,
  fingerprint_size INTEGER NOT NULL,
  mtime_ns TEXT NOT NULL,
  ctime_ns TEXT NOT NULL,
  etag TEXT
) STRICT;
CREATE UNIQUE INDEX synced_item ON synced_node (root_id, item_id);
CREATE INDEX synced_children ON synced_node (parent_local_id, local_name);

-- Nodes whose agreement is in doubt, in the order in which they were marked.
CREATE TABLE dirty (
  mark INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('local', 'remote')),
  -- The number of a local node, or the id of an item.
  node ANY NOT NULL,
  -- 1: a step about it runs or waits for its time; nobody needs to plan it now. Forgotten at the next start.
  parked INTEGER NOT NULL DEFAULT 0,
  -- 1: its row left its tree, so it may be a delete.
  gone INTEGER NOT NULL DEFAULT 0,
  UNIQUE (root_id, side, node)
) STRICT;
CREATE INDEX dirty_open ON dirty (root_id, mark) WHERE parked = 0;
CREATE INDEX dirty_gone ON dirty (root_id, mark) WHERE parked = 0 AND gone = 1;

-- Local nodes that their folder no longer lists: no delete before it is sure that they are nowhere else.
CREATE TABLE missing (
  local_id INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL,
  -- Logical time of the listing that did not show it.
  taken_at INTEGER NOT NULL,
  since_ms INTEGER NOT NULL
) STRICT;

-- What is on disk and not synced, and why: links, special files, what the rules leave out, names that are no text.
CREATE TABLE ignored (
  parent_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  root_id INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (parent_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX ignored_root ON ignored (root_id);

-- Upload sessions that are open on the service.
CREATE TABLE upload (
  key TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  part_size_bytes INTEGER NOT NULL,
  -- 'new': target is the folder. 'version': target is the file.
  destination TEXT NOT NULL CHECK (destination IN ('new', 'version')),
  target_id TEXT NOT NULL,
  name TEXT NOT NULL,
  if_match TEXT,
  -- The file that the parts were read from.
  identity TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  mtime_ns TEXT NOT NULL,
  ctime_ns TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Downloads whose bytes so far lie in the staging folder of their root.
CREATE TABLE download (
  key TEXT PRIMARY KEY,
  item_id TEXT NOT NULL,
  version_id TEXT,
  sha1 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  root TEXT NOT NULL,
  staging_name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Where each root stands in the stream of events. No row: it was never listed to the end.
CREATE TABLE stream_cursor (
  root_id INTEGER PRIMARY KEY,
  position TEXT NOT NULL
) STRICT;

-- Why a node is not in step: what a person must do, or when it is tried again. One reason for each node.
CREATE TABLE blocked (
  root_id INTEGER NOT NULL,
  -- 'l' and the local number; 'r' and the item id for what is not on this disk.
  node TEXT NOT NULL,
  local_id INTEGER,
  item_id TEXT,
  -- 'plan': found by the planner, gone when it no longer says so. 'step': a step failed.
  source TEXT NOT NULL CHECK (source IN ('plan', 'step', 'held')),
  code TEXT NOT NULL,
  reach TEXT NOT NULL CHECK (reach IN ('waiting', 'blocked', 'account')),
  message TEXT NOT NULL,
  remedy TEXT NOT NULL,
  suggested_name TEXT,
  -- Kind and rule of the step, when one failed or is held.
  operation TEXT,
  rule TEXT,
  attempts INTEGER NOT NULL,
  retry_at_ms INTEGER,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (root_id, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocked_retry ON blocked (retry_at_ms) WHERE retry_at_ms IS NOT NULL;

-- Deletes that a person has let go: they pass the guard once.
CREATE TABLE released (
  root_id INTEGER NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('local', 'remote')),
  node ANY NOT NULL,
  PRIMARY KEY (root_id, side, node)
) STRICT, WITHOUT ROWID;

-- Append only: what was done, with before and after, so that it can be shown and undone.
CREATE TABLE journal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  root_id INTEGER NOT NULL,
  -- Entries of one pass share it.
  batch INTEGER NOT NULL,
  kind TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('local', 'remote', 'both')),
  rule TEXT NOT NULL,
  item_kind TEXT NOT NULL CHECK (item_kind IN ('file', 'folder')),
  local_id INTEGER,
  item_id TEXT,
  path TEXT NOT NULL,
  from_path TEXT,
  bytes INTEGER,
  -- JSON of what was replaced or removed, and of what then was; NULL: nothing.
  before TEXT,
  after TEXT
) STRICT;
CREATE INDEX journal_root ON journal (root_id, id);
`,
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
];
