import type { Kind } from '../../model/entry.ts';
import { type ItemId, isNewerSequence, itemId } from '../../model/ids.ts';
import { type ChangesPage, isHiding, type Remote, type RemoteChange } from '../../ports/remote/remote.ts';
import type { RootStore } from '../../store/root-store.ts';
import { isAnother } from './another-item.ts';

/**
 * The item the stream reported last: the first one lost when a service is restored from a backup. The service may have moved on since, or
 * reported as many other events, so the cursor alone proves nothing (edge case 95).
 */
export type Witness = {
  readonly id: ItemId;
  /** Set if it was reported as deleted; otherwise it is in the tree. */
  readonly gone: Kind | null;
};

const NOTE = 'last_told_item';

export function witnessOf(root: Pick<RootStore, 'note'>): Witness | null {
  const note = root.note(NOTE);
  return note === null ? null : read(note);
}

/** Call within the transaction that applies the page, after its changes. Null: the page reported no known item. */
export function lastReported(root: RootStore, { changes }: Extract<ChangesPage, { ok: true }>): Witness | null {
  const inside = changes.filter(({ entry }) => entry.id !== root.rootItemId);
  const last = inside.at(-1);
  if (last?.kind === 'removed' && last.isLost !== true && root.remote(last.entry.id) === undefined) {
    return { id: last.entry.id, gone: last.entry.kind };
  }
  const known = inside.filter(({ entry }) => root.remote(entry.id) !== undefined);
  // Files have more to compare.
  const reported = known.findLast(({ entry }) => entry.kind === 'file') ?? known.at(-1);
  return reported === undefined ? null : { id: reported.entry.id, gone: null };
}

export function noteWitness(root: Pick<RootStore, 'setNote'>, witness: Witness): void {
  root.setNote(NOTE, written(witness));
}

/** `12`, or `12/folder` if it is gone; stores of earlier versions have `12 folder`. */
const written = ({ id, gone }: Witness): string => (gone === null ? id : `${id}/${gone}`);

function read(text: string): Witness {
  const [id = '', gone] = text.split(/[ /]/);
  return { id: itemId(id), gone: gone === 'file' || gone === 'folder' ? gone : null };
}

const ANSWERED = 'answered_items';

/** The most items of {@link noteAnswer} that are kept: checking each costs a request. */
const MOST_ANSWERED = 16;

/**
 * An item known from a response of the service, or known from one to be gone, but not from an event yet. A service restored from a backup has
 * forgotten that, or gives its id to another item, while the item reported last may have survived. Keeps the first ones: later ones may already
 * come from the restored service.
 */
export function noteAnswer(root: Pick<RootStore, 'note' | 'setNote'>, answer: Witness): void {
  const known = answeredOf(root);
  const at = known.findIndex(({ id }) => id === answer.id);
  if (at === -1 ? known.length < MOST_ANSWERED : known[at]?.gone !== answer.gone) {
    noteAnswers(root, at === -1 ? [...known, answer] : known.with(at, answer));
  }
}

export const answeredOf = (root: Pick<RootStore, 'note'>): readonly Witness[] =>
  root.note(ANSWERED)?.split(' ').map(read) ?? [];

const noteAnswers = (root: Pick<RootStore, 'setNote'>, answers: readonly Witness[]): void =>
  root.setNote(ANSWERED, answers.length === 0 ? null : answers.map(written).join(' '));

/** The items of these applied changes, except those that are known in a later state: the event of that state may never come. */
export const confirmedBy = (root: Pick<RootStore, 'remote'>, changes: readonly RemoteChange[]): readonly ItemId[] =>
  changes.flatMap(({ kind, entry: { id, sequenceId } }) => {
    const known = root.remote(id);
    const isEarlier = known === undefined ? kind !== 'removed' : isNewerSequence(known.sequenceId, sequenceId);
    return isEarlier ? [] : [id];
  });

/** The stream or the service has confirmed them. */
export function dropAnswers(root: Pick<RootStore, 'note' | 'setNote'>, settled: readonly ItemId[]): void {
  const known = answeredOf(root);
  const left = known.filter(({ id }) => !settled.includes(id));
  if (left.length < known.length) noteAnswers(root, left);
}

export type Asking = {
  readonly remote: Pick<Remote, 'item'>;
  readonly root: RootStore;
  /** Reads the stream to its end once more. */
  readonly readOn: () => Promise<void>;
  readonly signal: AbortSignal | undefined;
};

/** Whether the service shows the witness in an older state than reported, or another item in its place, with no event to explain it. */
export async function isContradicted(witness: Witness, asking: Asking): Promise<boolean> {
  try {
    return await (witness.gone === null
      ? isPresentContradicted(witness.id, asking)
      : isGoneContradicted(witness, asking));
  } catch (error) {
    // A service that no longer lets this account see the item proves nothing about its own state.
    if (isHiding(error)) return false;
    throw error;
  }
}

async function isPresentContradicted(id: ItemId, { remote, root, readOn, signal }: Asking): Promise<boolean> {
  const row = root.remote(id);
  if (row === undefined) return false;
  const now = await remote.item(id, row.kind, signal);
  if (now !== null) return isNewerSequence(row.sequenceId, now.sequenceId) || isAnother(row, now);
  // It may have been deleted since the last page was read, or deleted and restored: the next page would show that.
  await readOn();
  const reported = root.remote(id);
  return reported !== undefined && !isNewerSequence(reported.sequenceId, row.sequenceId);
}

async function isGoneContradicted({ id, gone }: Witness, { remote, root, readOn, signal }: Asking): Promise<boolean> {
  const goneAt = root.goneSequence(id);
  const now = gone === null ? null : await remote.item(id, gone, signal);
  if (now === null) return false;
  // It may have been restored since the last page was read, or deleted again before the answer came, which the next page would show; or moved
  // elsewhere.
  await readOn();
  const isGoneAsBefore = root.remote(id) === undefined && root.goneSequence(id) === goneAt;
  return isGoneAsBefore && now.parentId !== null && root.remote(now.parentId) !== undefined;
}
