import type { LocalId } from '../../model/ids.ts';
import type { RootContext } from '../root-context.ts';
import { nextGrowth } from './growth.ts';

/** The most files remembered; the oldest is evicted first. */
const MOST = 1_000;

/** Records an uploaded version. */
export function noteVersion({ growing, parts }: RootContext, id: LocalId, sizeBytes: number): void {
  const next = nextGrowth(growing.get(id), sizeBytes, parts.clock.nowMs());
  growing.delete(id);
  growing.set(id, next);
  const oldest = growing.size > MOST ? growing.keys().next().value : undefined;
  if (oldest !== undefined) growing.delete(oldest);
}
