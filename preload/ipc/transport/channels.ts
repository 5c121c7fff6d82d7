/** Electron message names of the command table. Used only by the preload and by `main/ipc/electron-transport.ts`. */
export const channels = {
  /** invoke(name, input) -> `CommandResult` */
  call: 'tandem:call',
  /** send(feed): subscribes this window; the `status` feed emits at once. */
  subscribe: 'tandem:subscribe',
  /** send(feed) */
  unsubscribe: 'tandem:unsubscribe',
  /** Sent to the window: (feed, message). */
  feed: 'tandem:feed',
  /** Sent to the window: (place) for its router to show. */
  go: 'tandem:go',
} as const;
