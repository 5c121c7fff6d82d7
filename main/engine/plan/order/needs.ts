import { assertNever } from '../../model/assert-never.ts';
import { type Item, isLinked } from '../item.ts';
import type { Known } from '../known.ts';
import type { Draft, Need } from '../outcome.ts';

/** A draft that must wait for another, and why. `above`: a folder above its place moves first. */
export type Edge = { readonly to: Draft; readonly why: Need['kind'] | 'above' };

export type Web = {
  readonly drafts: readonly Draft[];
  readonly edges: ReadonlyMap<Draft, readonly Edge[]>;
  /** Drafts that can't run in this plan because a prerequisite doesn't. */
  readonly dropped: readonly Draft[];
};

/** Resolves needs to the drafts that meet them; drops drafts with unmet needs, and their dependents. */
export function weave(known: Known, drafts: readonly Draft[]): Web {
  const byItem = new Map(drafts.map((draft) => [draft.item, draft]));
  const folders = new Map(drafts.filter(({ item }) => item.kind === 'folder').map((draft) => [draft.item, draft]));
  const edges = new Map<Draft, readonly Edge[]>();
  const hopeless: Draft[] = [];
  for (const draft of drafts) {
    const found = edgesOf(known, draft, { byItem, folders });
    if (found === null) hopeless.push(draft);
    else edges.set(draft, found);
  }
  const dropped = withDependents(hopeless, edges);
  return { drafts: drafts.filter((draft) => !dropped.has(draft)), edges, dropped: [...dropped] };
}

/** The drafts of a plan by their items, and those of folders. */
type Found = { readonly byItem: ReadonlyMap<Item, Draft>; readonly folders: ReadonlyMap<Item, Draft> };

function edgesOf(known: Known, draft: Draft, { byItem, folders }: Found): readonly Edge[] | null {
  const edges: Edge[] = [];
  for (const need of draft.needs) {
    if (need.kind === 'link' && isLinked(need.item)) continue;
    const to = byItem.get(need.item);
    if (to === undefined || !meets(need, to)) return null;
    edges.push({ to, why: need.kind });
  }
  const above = folderAbove(known, draft, folders);
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
 * ancestors are final and acyclic, so waiting for the nearest of them is enough. A new item on disk waits for the same: until the folder
 * has moved, another one may get its path and the new item with it.
 */
function folderAbove(known: Known, draft: Draft, folders: Found['folders']): Draft | 'hopeless' | null {
  const { item } = draft;
  const kind = moveAbove(draft);
  if (kind === null || folders.size === 0) return null;
  const seen = new Set<Item>();
  for (let up = known.places.of(item)?.parent; up !== undefined && !seen.has(up); up = known.places.of(up)?.parent) {
    seen.add(up);
    const move = folders.get(up);
    if (move?.action.kind !== kind) continue;
    // That folder is not at its final place after this plan; the next plan sees where its chain leads.
    return move.isDetour ? 'hopeless' : move;
  }
  return null;
}

/** The kind of move of a folder above that this draft must wait for. */
function moveAbove({ item, action, isDetour }: Draft): 'move-local' | 'move-remote' | null {
  if (action.kind === 'create-local-folder' || action.kind === 'download') return 'move-local';
  const isMove = action.kind === 'move-remote' || action.kind === 'move-local';
  return isMove && item.kind === 'folder' && isDetour !== true ? action.kind : null;
}

/** The drafts and all their direct and indirect dependents. */
export function withDependents(
  drafts: readonly Draft[],
  edges: ReadonlyMap<Draft, readonly Edge[]>,
): ReadonlySet<Draft> {
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
