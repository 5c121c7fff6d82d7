import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';

/** A completed action, with its undo if there is one. */
export type Done = {
  readonly sentence: string;
  readonly undo: ((bridge: TandemBridge) => Promise<unknown>) | null;
};
