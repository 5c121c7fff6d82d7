import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { CommandRefused } from '../../state/bridge/bridge.ts';

/** A completed action, with its undo if there is one. */
export type Done = {
  readonly sentence: string;
  readonly undo: ((bridge: TandemBridge) => Promise<unknown>) | null;
};

/** A refusal to report where no page can show it. */
export function refusal(error: unknown): Done {
  if (!(error instanceof CommandRefused)) throw error;
  return { sentence: `${error.message} ${error.remedy}`.trim(), undo: null };
}
