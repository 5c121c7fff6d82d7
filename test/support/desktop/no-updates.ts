import type { Updates } from '../../../main/shell/updates/updates.ts';

/** Disabled updates. */
export const noUpdates: Updates = {
  state: () => ({ state: 'off', version: null, share: null, sentence: null }),
  subscribe: () => () => undefined,
  install: () => false,
  leave: () => undefined,
  close: () => undefined,
};
