import { useAnswer } from '../../state/bridge/actions.ts';

/** Open conflicts, oldest first. */
export const useConflicts = () => useAnswer('conflict.list', {});

/** Batches of deletes and overwrites that the guard holds. */
export const useHeld = () => useAnswer('held.list', {});
