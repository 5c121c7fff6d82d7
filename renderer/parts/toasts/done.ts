import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { CommandRefused } from '../../state/bridge/bridge.ts';
import type { Store } from '../../state/bridge/store.ts';

/** A completed action, with its undo if there is one, or one that takes a while. */
export type Done = {
  readonly sentence: string;
  readonly undo: ((bridge: TandemBridge) => Promise<unknown>) | null;
  /** Not completed yet: shown until it ends, beside the last result. */
  readonly work?: LastingWork;
};

/** Work that takes a while, as its toast shows it. */
export type LastingWork = {
  /** Null: it is one step, which can't be stopped. */
  readonly progress: {
    /** The part that is done, from 0 to 1, in steps that can be seen. */
    readonly share: Store<number>;
    /** Completed items stay as they are. */
    readonly stop: () => void;
  } | null;
  /** Settles when nothing is under way any longer. */
  readonly ended: Promise<unknown>;
};

/** A refusal to report where no page can show it. */
export function refusal(error: unknown): Done {
  if (!(error instanceof CommandRefused)) throw error;
  return { sentence: `${error.message} ${error.remedy}`.trim(), undo: null };
}
