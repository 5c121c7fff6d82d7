import { assertNever } from '../../model/assert-never.ts';
import { type Item, isLinked, type Side } from '../item.ts';
import type { Known } from '../known.ts';
import { parentOn } from '../merge/place.ts';
import type { Draft, Need } from '../outcome.ts';

/** A draft that must wait for another, and why. `above`: a folder above its place moves first. */
export type Edge = { readonly to: Draft; readonly why: Need['kind'] | 'above' };

export type Web = {
  readonly drafts: readonly Draft[];
  readonly edges: ReadonlyMap<Draft, readonly Edge[]>;
  /** Drafts that can't run in this plan because a prerequisite doesn't. */
  readonly dropped: readonly Draft[];
  /** Dropped folders that would go into themselves, with the folders that stay on the way there. */
  readonly within: ReadonlyMap<Item, readonly Item[]>;
};

/**
 * Resolves needs to the drafts that meet them; drops drafts with unmet needs, and their dependents. A folder that is dropped stays where it
 * is, so what moves below it is looked at again.
 */
export function weave(known: Known, drafts: readonly Draft[]): Web {
  let web = wovenOnce(known, drafts);
  for (let more = web.dropped; more.some(({ item }) => item.kind === 'folder'); ) {
    const next = wovenOnce(known, web.drafts);
    more = next.dropped;
    web = andDropped(next, web);
  }
  return web;
}

/** Adds the drafts dropped in an earlier round. */
export const andDropped = (web: Web, { dropped, within }: Pick<Web, 'dropped' | 'within'>): Web => ({
  ...web,
  dropped: [...dropped, ...web.dropped],
  within: new Map([...within, ...web.within]),
});

function wovenOnce(known: Known, drafts: readonly Draft[]): Web {
  const byItem = new Map(drafts.map((draft) => [draft.item, draft]));
  const folders = new Map(drafts.filter(({ item }) => item.kind === 'folder').map((draft) => [draft.item, draft]));
  const edges = new Map<Draft, readonly Edge[]>();
  const hopeless: Draft[] = [];
  const within = new Map<Item, readonly Item[]>();
  for (const draft of drafts) {
    const found = edgesOf(known, draft, { byItem, folders, within });
    if (found === null) hopeless.push(draft);
    else edges.set(draft, found);
  }
  const dropped = withDependents(hopeless, edges);
  return { drafts: drafts.filter((draft) => !dropped.has(draft)), edges, dropped: [...dropped], within };
}

/** The drafts of a plan by their items, and those of folders. Collects the folders that would go into themselves. */
type Found = {
  readonly byItem: ReadonlyMap<Item, Draft>;
  readonly folders: ReadonlyMap<Item, Draft>;
  readonly within: Map<Item, readonly Item[]>;
};

function edgesOf(known: Known, draft: Draft, { byItem, folders, within }: Found): readonly Edge[] | null {
  const edges: Edge[] = [];
  for (const need of draft.needs) {
    if (need.kind === 'link' && isLinked(need.item)) continue;
    const to = byItem.get(need.item);
    if (to === undefined || !meets(need, to)) return null;
    edges.push({ to, why: need.kind });
  }
  const above = folderAbove(known, draft, { folders, within });
  if (above === 'hopeless') return null;
  return above === null ? edges : [...edges, { to: above, why: 'above' }];
}

function meets(need: Need, { action }: Draft): boolean {
  switch (need.kind) {
    case 'link':
      return action.kind === 'adopt' || action.kind === 'create-remote-folder' || action.kind === 'create-local-folder';
    case 'vacate':
      return action.kind === `move-${need.side}` || action.kind === `trash-${need.side}`;
    case 'depart':
      return action.kind === `move-${need.side}`;
    default:
      return assertNever(need);
  }
}

/**
 * A folder may move below another only once that one is no longer below it. When all folders above the new place have moved, its
 * ancestors are final, so waiting for the nearest of them is enough. If the folder itself is then among them, it can't move in this plan:
 * the target places have no cycle, but a folder above may have to stay (blocked, held, waiting). A new item on disk waits for the same moves:
 * until the folder has moved, another one may get its path and the new item with it.
 */
function folderAbove(
  known: Known,
  draft: Draft,
  { folders, within }: Pick<Found, 'folders' | 'within'>,
): Draft | 'hopeless' | null {
  const move = moveAbove(draft);
  if (move === null || folders.size === 0) return null;
  let nearest: Draft | null = null;
  const staying: Item[] = [];
  const seen = new Set<Item>();
  for (let up = targetOf(known, draft.item); up !== null && !seen.has(up); ) {
    if (up === draft.item) {
      within.set(up, staying);
      return 'hopeless';
    }
    seen.add(up);
    const above = folders.get(up);
    const isMoving = above?.action.kind === move.kind;
    // That folder is not at its final place after this plan; the next plan sees where its chain leads.
    if (isMoving && above.isDetour) return 'hopeless';
    if (isMoving) nearest ??= above;
    else staying.push(up);
    // One that has not arrived yet counts at its target place.
    up = isMoving ? targetOf(known, up) : (parentOn(known.pairing, up, move.side) ?? targetOf(known, up));
  }
  return nearest;
}

/** The kind of move of a folder above that this draft must wait for. */
function moveAbove({ item, action, isDetour }: Draft): { kind: 'move-local' | 'move-remote'; side: Side } | null {
  if (action.kind === 'create-local-folder' || action.kind === 'download') return { kind: 'move-local', side: 'local' };
  if (item.kind !== 'folder' || isDetour === true) return null;
  if (action.kind === 'move-local') return { kind: action.kind, side: 'local' };
  return action.kind === 'move-remote' ? { kind: action.kind, side: 'remote' } : null;
}

const targetOf = (known: Known, item: Item): Item | null => known.places.of(item)?.parent ?? null;

/** The drafts and all their direct and indirect dependents. */
function withDependents(drafts: readonly Draft[], edges: ReadonlyMap<Draft, readonly Edge[]>): ReadonlySet<Draft> {
  const waiting = new Map<Draft, Draft[]>();
  for (const [from, all] of edges) {
    for (const { to } of all) {
      const list = waiting.get(to) ?? [];
      list.push(from);
      waiting.set(to, list);
    }
  }
  const found = new Set(drafts);
  for (const draft of found) for (const dependent of waiting.get(draft) ?? []) found.add(dependent);
  return found;
}
