/** The original tables; later changes are in `schema.ts`. Never edited. */
export const FIRST_SCHEMA = `
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
`;
