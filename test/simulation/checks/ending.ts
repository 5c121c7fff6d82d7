import type { Violation } from '../invariants.ts';
import type { Chronicle } from './chronicle.ts';
import { latestOf, nameOf } from './chronicle.ts';
import { isConflictName } from './conflicts.ts';
import type { Disturbances } from './disturbances.ts';
import type { View } from './view.ts';

/** The names that break a ring for a moment (SPEC P22). */
const TEMPORARY = /^\.tandem-moving-/;

export type Ending = {
  readonly view: View;
  readonly chronicle: Chronicle;
  readonly disturbances: Disturbances;
  /** Conflict names that were given. */
  readonly asides: number;
};

/** I4, I6, I7 and I8 at rest, from what people did and what then is. */
export function checkEnding({ view, chronicle, disturbances, asides }: Ending): readonly Violation[] {
  const live = view.service().filter((node) => node.isLive);
  const found: Violation[] = [];
  const places = new Map<string, string[]>();
  for (const node of live) {
    const content = latestOf(node);
    if (content !== null) places.set(content, [...(places.get(content) ?? []), node.path]);
    if (TEMPORARY.test(nameOf(node.path)) && !chronicle.names.has(nameOf(node.path)))
      found.push({ rule: 'I7', what: `${node.path} has kept its temporary name` });
  }
  for (const [content, paths] of places) {
    if (chronicle.manifold.has(content) || disturbances.isTouched(content)) continue;
    const how = chronicle.retired.get(content);
    if (how !== undefined)
      found.push({ rule: 'I4', what: `"${content.trim()}" was ${how} and is back at ${paths.join(', ')}` });
    if (paths.length > 1)
      found.push({ rule: 'I6', what: `"${content.trim()}" was saved once and is at ${paths.join(' and ')}` });
  }
  const copies = live.filter(({ path }) => isConflictName(path) && !chronicle.names.has(nameOf(path))).length;
  if (copies > asides) found.push({ rule: 'I6', what: `${copies} conflict copies, but only ${asides} were made` });
  return [...found, ...checkMoves({ view, chronicle, disturbances })];
}

/** I8: a content that was saved once went up once, into one item, wherever it was moved to. */
function checkMoves({ view, chronicle, disturbances }: Omit<Ending, 'asides'>): readonly Violation[] {
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
