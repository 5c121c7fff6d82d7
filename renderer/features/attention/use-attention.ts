import type { AttentionItem } from '../../../preload/ipc/shapes/status.ts';
import { useAnswer } from '../../state/bridge/actions.ts';

/** Batches of deletes and overwrites that the guard holds. */
export const useHeld = () => useAnswer('held.list', {});

/** Items that the person keeps on this computer only. */
export const useKept = () => useAnswer('kept.list', {});

/** A path has one problem at a time, a folder of it another. */
export const keyOfProblem = ({ rootId, code, path }: AttentionItem): string => `${rootId}/${code}/${path}`;
