/** Names of the electron messages that carry the table; used by the preload and by `main/ipc/electron-transport.ts` only. */
export const channels = {
  /** invoke(name, input) -> `CommandResult` */
  call: 'tandem:call',
  /** send(feed): begin to send its messages to this window; the `status` feed answers at once. */
  subscribe: 'tandem:subscribe',
  /** send(feed) */
  unsubscribe: 'tandem:unsubscribe',
  /** Sent to the window: (feed, message). */
  feed: 'tandem:feed',
  /** Sent to the window: (place) that its router is to show. */
  go: 'tandem:go',
} as const;
