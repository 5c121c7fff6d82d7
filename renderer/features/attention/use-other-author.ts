import type { Conflict } from '../../../preload/ipc/shapes/attention.ts';
import { useStatus } from '../../state/bridge/session.ts';

/** The name of the other version's author; null: unknown, or the person at this computer, who made it elsewhere. */
export function useOtherAuthor({ by, byId }: Pick<Conflict['theirs'], 'by' | 'byId'>): string | null {
  const me = useStatus(({ account }) => account.user?.id);
  return byId === null || byId === me ? null : by;
}
