import { type Item, isLinked } from '../item.ts';
import type { Known } from '../known.ts';
import { parentOn } from '../merge/place.ts';
import { temporaryName } from '../names/temporary-name.ts';
import type { Draft } from '../outcome.ts';
import { andDropped, type Edge, type Web, weave } from './needs.ts';

/**
 * Makes the drafts orderable. A ring of names (a to b, b to a) or of places can't run step by step: one of its items moves to a
 * temporary name first, which has no prerequisites, and gets its own name in the next plan (SPEC P22). Each round takes one item
 * out of every ring found; an item at its temporary name is in no ring.
 */
export function untangle(known: Known, drafts: readonly Draft[]): Web {
  let web = weave(known, drafts);
  for (let rings = findRings(web); rings.length > 0; rings = findRings(web)) {
    const detours = new Map<Draft, Draft>();
    for (const ring of rings) {
      const detour = detourFor(known, ring, detours);
      if (detour !== null) detours.set(detour.from, detour.to);
    }
    if (detours.size === 0) throw new Error('a ring of steps without a move');
    // A detour waits for nothing. Moves below it wait: its item is not at its place yet.
    const taken = web.drafts.map((draft) => detours.get(draft) ?? draft);
    web = andDropped(weave(known, taken), web);
  }
  return web;
}

type Ring = readonly { readonly from: Draft; readonly edge: Edge }[];

/** Rings of drafts that wait for each other. Visits each draft once and without recursion, as chains may be long. */
function findRings({ drafts, edges }: Web): readonly Ring[] {
  const rings: Ring[] = [];
  const done = new Set<Draft>();
  for (const start of drafts) {
    const path: { readonly from: Draft; next: number }[] = [];
    const depth = new Map<Draft, number>();
    const enter = (draft: Draft): void => {
      depth.set(draft, path.length);
      path.push({ from: draft, next: 0 });
    };
    if (!done.has(start)) enter(start);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const edge = (edges.get(at.from) ?? [])[at.next++];
      if (edge === undefined) {
        done.add(at.from);
        depth.delete(at.from);
        path.pop();
        continue;
      }
      const back = depth.get(edge.to);
      if (back !== undefined) rings.push(ringFrom(path.slice(back), edges));
      else if (!done.has(edge.to)) enter(edge.to);
    }
  }
  return rings;
}

function ringFrom(
  path: readonly { readonly from: Draft; readonly next: number }[],
  edges: ReadonlyMap<Draft, readonly Edge[]>,
): Ring {
  return path.flatMap(({ from, next }) => {
    const edge = edges.get(from)?.[next - 1];
    return edge === undefined ? [] : [{ from, edge }];
  });
}

/**
 * Picks the item of the ring that goes to a temporary name, and where. An item holding a name that another waits for moves within
 * its current folder. An item that must leave a folder before its delete moves to the top of the sync root, which always exists.
 */
function detourFor(known: Known, ring: Ring, chosen: ReadonlyMap<Draft, Draft>): { from: Draft; to: Draft } | null {
  if (ring.some(({ from }) => chosen.has(from))) return null;
  for (const why of ['vacate', 'depart'] as const) {
    for (const { edge } of ring) {
      if (edge.why !== why) continue;
      const folder = why === 'vacate' ? currentFolder(known, edge.to) : null;
      const to = detour(known, edge.to, folder);
      if (to !== null) return { from: edge.to, to };
    }
  }
  return null;
}

function currentFolder(known: Known, { item, action }: Draft): Item | null {
  const folder = parentOn(known.pairing, item, action.kind === 'move-remote' ? 'remote' : 'local');
  return folder !== null && isLinked(folder) ? folder : null;
}

function detour(known: Known, draft: Draft, folder: Item | null): Draft | null {
  const { action } = draft;
  const { rootItemId, rootLocalId } = known.trees;
  if (action.kind !== 'move-remote' && action.kind !== 'move-local') return null;
  const toName = temporaryName(known.settings, action.itemId, action.toName);
  const { localId, itemId } = action;
  const moved =
    action.kind === 'move-remote'
      ? {
          kind: action.kind,
          localId,
          itemId,
          toName,
          toParentLocalId: folder?.local?.id ?? rootLocalId,
          ifMatch: action.ifMatch,
        }
      : { kind: action.kind, localId, itemId, toName, toParentItemId: folder?.remote?.id ?? rootItemId };
  return { ...draft, action: moved, rule: 'P22', needs: [], isDetour: true };
}
