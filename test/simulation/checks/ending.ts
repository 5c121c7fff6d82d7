import type { RootStore } from '../../../main/engine/store/root-store.ts';
import { declaredIn } from '../comparison.ts';
import type { Violation } from '../invariants.ts';
import { isConflictName } from './conflicts.ts';
import type { Disturbances } from './excuses/disturbances.ts';
import { sha1Of } from './justice.ts';
import type { Chronicle } from './watching/chronicle.ts';
import { latestOf, nameOf } from './watching/chronicle.ts';
import type { ServiceNode, View } from './watching/view.ts';

/** Temporary names that break a ring of renames (SPEC P22). */
const TEMPORARY = /^\.tandem-moving-/;

export type Ending = {
  readonly view: View;
  readonly chronicle: Chronicle;
  readonly disturbances: Disturbances;
  /** Each device's knowledge. */
  readonly stores: ReadonlyMap<string, RootStore>;
  /** Number of conflict names given. */
  readonly asides: number;
};

/** Checks I4, I6, I7 and I8 at rest, comparing people's actions with the result. */
export function checkEnding(ending: Ending): readonly Violation[] {
  const { view, chronicle, disturbances, asides } = ending;
  const live = view.service().filter((node) => node.isLive);
  const found: Violation[] = [];
  const places = new Map<string, ServiceNode[]>();
  for (const node of live) {
    const content = latestOf(node);
    if (content !== null) places.set(content, [...(places.get(content) ?? []), node]);
    if (TEMPORARY.test(nameOf(node.path)) && !chronicle.names.has(nameOf(node.path)))
      found.push({ rule: 'I7', what: `${node.path} has kept its temporary name` });
  }
  for (const [content, nodes] of places) {
    if (chronicle.manifold.has(content) || disturbances.isTouched(content)) continue;
    const how = chronicle.retired.get(content);
    const paths = nodes.map(({ path }) => path);
    if (how !== undefined && !nodes.every((node) => isStillThere(ending, node, content)))
      found.push({ rule: 'I4', what: `"${content.trim()}" was ${how} and is back at ${paths.join(', ')}` });
    if (paths.length > 1)
      found.push({ rule: 'I6', what: `"${content.trim()}" was saved once and is at ${paths.join(' and ')}` });
  }
  const isJudged = (content: string | null): boolean => content === null || !disturbances.isTouched(content);
  const copies = live.filter(
    (node) => isConflictName(node.path) && !chronicle.names.has(nameOf(node.path)) && isJudged(latestOf(node)),
  ).length;
  if (copies > asides) found.push({ rule: 'I6', what: `${copies} conflict copies, but only ${asides} were made` });
  return [...found, ...checkMoves(ending)];
}

/**
 * The content did not come back but never left: on a device that had synced it, another content has its place and waits for a person there, mostly
 * because of its name (SPEC P33, P38).
 */
function isStillThere({ view, stores }: Ending, { id }: ServiceNode, content: string): boolean {
  return [...stores].some(([device, store]) => {
    const row = store.syncedByItem(id);
    if (row?.content?.sha1 !== sha1Of(content) || !declaredIn(store).itemIds.has(id)) return false;
    const identity = store.local(row.localId)?.fingerprint.identity;
    const here = view.disk(device).find((node) => node.identity === identity)?.content ?? null;
    return here !== null && here !== content;
  });
}

/** I8: a content saved once is uploaded once, into one item, wherever it moves. */
function checkMoves({ view, chronicle, disturbances }: Ending): readonly Violation[] {
  const items = new Map<string, string[]>();
  for (const { id, contents } of view.service()) {
    for (const content of contents) items.set(content, [...(items.get(content) ?? []), id]);
  }
  return [...items]
    .filter(([content, ids]) => ids.length > 1 && !chronicle.manifold.has(content) && !disturbances.isTouched(content))
    .map(([content, ids]) => ({
      rule: 'I8',
      what: `"${content.trim()}" was saved once and went up ${ids.length} times, into the items ${ids.join(', ')}`,
    }));
}
