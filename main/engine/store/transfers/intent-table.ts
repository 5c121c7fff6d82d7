import { type ItemId, itemId, type LocalId, localId, type RootId, type Sha1 } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Making, MakingRow } from '../../model/plan/making.ts';
import type { MovingRow } from '../../model/plan/moving.ts';
import type { Placing } from '../../model/plan/placing.ts';
import type { TakenTo } from '../../model/plan/taking.ts';
import type { Trashing } from '../../model/plan/trashing.ts';
import type { Connection } from '../database/connection.ts';

/** The effects of a root that were about to happen and are not recorded, but for uploads (SPEC P85). */
export interface IntentTable {
  /** A file about to be installed, or a folder just created. Replaces the record of the same item. */
  putPlacing(placing: Placing): void;
  forgetPlacing(id: ItemId): void;
  /** All records except those of busy items. */
  placing(isBusy: (id: ItemId) => boolean): readonly Placing[];
  /** Items about to move to the local trash or the rescue folder, each with everything below it. */
  putTaking(ids: readonly LocalId[]): void;
  /** Where one of them goes; null: not known, or nowhere. No-op for any other item. */
  putTakenTo(id: LocalId, to: TakenTo | null): void;
  takenTo(id: LocalId): TakenTo | null;
  forgetTaking(id: LocalId): void;
  taking(): readonly LocalId[];
  isTaking(id: LocalId): boolean;
  /** Was a content of the file sent, without a known outcome? */
  isSending(id: LocalId): boolean;
  /** An item about to move to the service's trash. Replaces the record of the same item. */
  putTrashing(trashing: Trashing): void;
  forgetTrashing(id: ItemId): void;
  trashing(): readonly Trashing[];
  trashingOf(id: ItemId): Trashing | undefined;
  /** A folder about to be created on the service. Replaces its record; sent to the same place again, it stays the folder that was seen there. */
  putMaking(making: Making): void;
  forgetMaking(id: LocalId): void;
  making(): readonly MakingRow[];
  makingOf(id: LocalId): MakingRow | undefined;
  /** An item about to move on the service. Replaces the record of the same item. */
  putMoving(moving: MovingRow): void;
  forgetMoving(id: ItemId): void;
  moving(): readonly MovingRow[];
  movingOf(id: ItemId): MovingRow | undefined;
}

export function createIntentTable(connection: Connection, root: RootId): IntentTable {
  const { db, transaction } = connection;
  const intents = createIntents(connection);
  const items = db.prepare<[], { node: string }>(
    `SELECT node FROM intent WHERE root_id = ${root} AND kind = 'place' ORDER BY node`,
  );
  const taken = db.prepare<[], { node: string }>(
    `SELECT node FROM intent WHERE root_id = ${root} AND kind = 'take' ORDER BY rowid`,
  );
  const oneTaken = db.prepare<[string], { expected: string }>(
    `SELECT expected FROM intent WHERE root_id = ${root} AND kind = 'take' AND node = ?`,
  );
  const oneSent = db.prepare<[string], { node: string }>(
    `SELECT node FROM intent WHERE root_id = ${root} AND kind = 'upload' AND node = ? LIMIT 1`,
  );
  const setTakenTo = db.prepare<[string, string]>(
    `UPDATE intent SET expected = ? WHERE root_id = ${root} AND kind = 'take' AND node = ?`,
  );
  const placed = createIntentsOf<Placing>(connection, root, 'place');
  const trashed = createIntentsOf<Trashing>(connection, root, 'trash');
  return {
    putPlacing: (placing) => placed.put(placing.itemId, placing),
    forgetPlacing: placed.drop,
    // During large downloads nearly all are busy, in every round.
    placing: (isBusy) =>
      items
        .all()
        .filter(({ node }) => !isBusy(itemId(node)))
        .flatMap(({ node }) => placed.of(itemId(node)) ?? []),
    putTaking: (ids) =>
      transaction(() => {
        for (const id of ids) intents.put({ rootId: root, kind: 'take', node: String(id), expected: {} });
      }),
    forgetTaking: (id) => intents.drop({ rootId: root, kind: 'take', node: String(id) }),
    taking: () => taken.all().map(({ node }) => localId(Number(node))),
    isTaking: (id) => oneTaken.get(String(id)) !== undefined,
    isSending: (id) => oneSent.get(String(id)) !== undefined,
    putTakenTo: (id, to) => {
      setTakenTo.run(JSON.stringify({ to }), String(id));
    },
    takenTo: (id) => {
      const row = oneTaken.get(String(id));
      return row === undefined ? null : ((JSON.parse(row.expected) as { readonly to?: TakenTo | null }).to ?? null);
    },
    putTrashing: (trashing) => trashed.put(trashing.itemId, trashing),
    forgetTrashing: trashed.drop,
    trashing: trashed.all,
    trashingOf: trashed.of,
    ...makings(connection, root),
    ...movings(connection, root),
  };
}

function makings(
  connection: Connection,
  root: RootId,
): Pick<IntentTable, 'putMaking' | 'forgetMaking' | 'making' | 'makingOf'> {
  const made = createIntentsOf<MakingRow>(connection, root, 'make', ({ expected, met_item_id: met }) => ({
    ...(JSON.parse(expected) as Making),
    metItemId: met === null ? null : itemId(met),
  }));
  return {
    putMaking: (making) => {
      const [key, known] = [nameKey(making.name), made.of(making.localId)];
      const isSame = known?.parentId === making.parentId && nameKey(known.name) === key;
      const metItemId = isSame ? known.metItemId : null;
      made.put(making.localId, making, { sha1: '', targetId: making.parentId, nameKey: key, metItemId });
    },
    forgetMaking: made.drop,
    making: made.all,
    makingOf: made.of,
  };
}

function movings(
  connection: Connection,
  root: RootId,
): Pick<IntentTable, 'putMoving' | 'forgetMoving' | 'moving' | 'movingOf'> {
  const moved = createIntentsOf<MovingRow>(connection, root, 'move');
  return {
    putMoving: (moving) => moved.put(moving.itemId, moving),
    forgetMoving: moved.drop,
    moving: moved.all,
    movingOf: moved.of,
  };
}

/** The intents of one kind, each about a node of its own. The default for `read`: what was put, which is of the same type. */
function createIntentsOf<Intent extends object>(
  connection: Connection,
  root: RootId,
  kind: Which['kind'],
  read: (row: IntentRow) => Intent = ({ expected }) => JSON.parse(expected) as Intent,
) {
  const { db } = connection;
  const intents = createIntents(connection);
  const select = `SELECT expected, met_item_id FROM intent WHERE root_id = ${root} AND kind = '${kind}'`;
  const all = db.prepare<[], IntentRow>(`${select} ORDER BY node`);
  const one = db.prepare<[string], IntentRow>(`${select} AND node = ?`);
  return {
    put: (node: ItemId | LocalId, expected: object, match?: Match) =>
      intents.put({ rootId: root, kind, node: String(node), expected, ...(match !== undefined && { match }) }),
    drop: (node: ItemId | LocalId) => intents.drop({ rootId: root, kind, node: String(node) }),
    all: (): readonly Intent[] => all.all().map(read),
    of: (node: ItemId | LocalId): Intent | undefined => one.all(String(node)).map(read)[0],
  };
}

type IntentRow = { readonly expected: string; readonly met_item_id: string | null };

type Which = {
  readonly rootId: RootId;
  readonly kind: 'upload' | 'place' | 'take' | 'trash' | 'make' | 'move';
  readonly node: string;
};

/** The content, place and item of an upload or a new folder, by which the service's news are compared with it. */
type Match = {
  readonly sha1: string;
  readonly targetId: string | null;
  /** Null: a new version of the target. */
  readonly nameKey: string | null;
  readonly metItemId: string | null;
};

type Intent = Which & { readonly expected: object; readonly match?: Match };

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
    put: ({ rootId, kind, node, expected, match = NO_MATCH }: Intent): void => {
      put.run({ rootId, kind, node, expected: JSON.stringify(expected), ...match });
    },
    /** Of an upload: one content; null: all. */
    drop: (which: Which, sha1: Sha1 | null = null): void => {
      drop.run({ ...which, sha1 });
    },
  };
}

const NO_MATCH: Match = { sha1: '', targetId: null, nameKey: null, metItemId: null };

type IntentColumns = Which & Match & { readonly expected: string };
