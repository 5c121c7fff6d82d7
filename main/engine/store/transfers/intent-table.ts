import { type ItemId, itemId, type LocalId, localId, type RootId, type Sha1 } from '../../model/ids.ts';
import type { Placing } from '../../model/plan/placing.ts';
import type { Trashing } from '../../model/plan/trashing.ts';
import type { Connection } from '../database/connection.ts';

/** The placements, removals and deletes of a root that were about to happen and are not recorded (SPEC P85). */
export interface IntentTable {
  /** A file about to be installed, or a folder just created. Replaces the record of the same item. */
  putPlacing(placing: Placing): void;
  forgetPlacing(id: ItemId): void;
  /** All records except those of busy items. */
  placing(isBusy: (id: ItemId) => boolean): readonly Placing[];
  /** Items about to move to the local trash or the rescue folder, each with everything below it. */
  putTaking(ids: readonly LocalId[]): void;
  forgetTaking(id: LocalId): void;
  taking(): readonly LocalId[];
  isTaking(id: LocalId): boolean;
  /** An item about to move to the service's trash. Replaces the record of the same item. */
  putTrashing(trashing: Trashing): void;
  forgetTrashing(id: ItemId): void;
  trashing(): readonly Trashing[];
  trashingOf(id: ItemId): Trashing | undefined;
}

export function createIntentTable(connection: Connection, root: RootId): IntentTable {
  const { db, transaction } = connection;
  const intents = createIntents(connection);
  const items = db.prepare<[], { node: string }>(
    `SELECT node FROM intent WHERE root_id = ${root} AND kind = 'place' ORDER BY node`,
  );
  const one = db.prepare<[string], { expected: string }>(
    `SELECT expected FROM intent WHERE root_id = ${root} AND kind = 'place' AND node = ?`,
  );
  const taken = db.prepare<[], { node: string }>(
    `SELECT node FROM intent WHERE root_id = ${root} AND kind = 'take' ORDER BY rowid`,
  );
  const isTaken = db.prepare<[string], { node: string }>(
    `SELECT node FROM intent WHERE root_id = ${root} AND kind = 'take' AND node = ?`,
  );
  const trashed = db.prepare<[], { expected: string }>(
    `SELECT expected FROM intent WHERE root_id = ${root} AND kind = 'trash' ORDER BY node`,
  );
  const trashedOne = db.prepare<[string], { expected: string }>(
    `SELECT expected FROM intent WHERE root_id = ${root} AND kind = 'trash' AND node = ?`,
  );
  return {
    putPlacing: (placing) => intents.put({ rootId: root, kind: 'place', node: placing.itemId, expected: placing }),
    forgetPlacing: (id) => intents.drop({ rootId: root, kind: 'place', node: id }),
    // During large downloads nearly all are busy, in every round.
    placing: (isBusy) =>
      items
        .all()
        .filter(({ node }) => !isBusy(itemId(node)))
        .flatMap(({ node }) => one.all(node).map(({ expected }) => JSON.parse(expected) as Placing)),
    putTaking: (ids) =>
      transaction(() => {
        for (const id of ids) intents.put({ rootId: root, kind: 'take', node: String(id), expected: {} });
      }),
    forgetTaking: (id) => intents.drop({ rootId: root, kind: 'take', node: String(id) }),
    taking: () => taken.all().map(({ node }) => localId(Number(node))),
    isTaking: (id) => isTaken.get(String(id)) !== undefined,
    putTrashing: (trashing) => intents.put({ rootId: root, kind: 'trash', node: trashing.itemId, expected: trashing }),
    forgetTrashing: (id) => intents.drop({ rootId: root, kind: 'trash', node: id }),
    trashing: () => trashed.all().map(toTrashing),
    trashingOf: (id) => trashedOne.all(id).map(toTrashing)[0],
  };
}

const toTrashing = ({ expected }: { readonly expected: string }): Trashing => JSON.parse(expected) as Trashing;

type Which = { readonly rootId: RootId; readonly kind: 'upload' | 'place' | 'take' | 'trash'; readonly node: string };

/** The content, place and item of an upload, by which the service's news are compared with it. */
type UploadMatch = {
  readonly sha1: string;
  readonly targetId: string | null;
  /** Null: a new version of the target. */
  readonly nameKey: string | null;
  readonly metItemId: string | null;
};

type Intent = Which & { readonly expected: object; readonly upload?: UploadMatch };

/** Intents of any kind. `expected` is the state after the effect. */
export function createIntents({ db }: Pick<Connection, 'db'>) {
  // A resend keeps the etag under which its item was met. The cast: see `opaque-parameter.ts`.
  const put = db.prepare<IntentColumns>(
    `INSERT OR REPLACE INTO intent (root_id, kind, node, sha1, expected, target_id, name_key, met_item_id, met_etag)
     VALUES (@rootId, @kind, @node, @sha1, @expected, @targetId, @nameKey, @metItemId, (SELECT met_etag FROM intent
       WHERE root_id = @rootId AND kind = CAST(@kind AS TEXT) AND node = @node AND sha1 = @sha1 AND met_item_id = @metItemId))`,
  );
  const drop = db.prepare<Which & { readonly sha1: Sha1 | null }>(
    'DELETE FROM intent WHERE root_id = @rootId AND kind = CAST(@kind AS TEXT) AND node = @node AND sha1 = coalesce(@sha1, sha1)',
  );
  return {
    /** Replaces the one of the same node, and of the same content if it is an upload. */
    put: ({ rootId, kind, node, expected, upload = NO_UPLOAD }: Intent): void => {
      put.run({ rootId, kind, node, expected: JSON.stringify(expected), ...upload });
    },
    /** Of an upload: one content; null: all. */
    drop: (which: Which, sha1: Sha1 | null = null): void => {
      drop.run({ ...which, sha1 });
    },
  };
}

const NO_UPLOAD: UploadMatch = { sha1: '', targetId: null, nameKey: null, metItemId: null };

type IntentColumns = Which & UploadMatch & { readonly expected: string };
