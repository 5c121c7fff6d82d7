import type { FeedMessage, FeedName, FeedSource } from '../../../preload/ipc/feeds.ts';

/** Listeners by feed. */
export type FeedHub = FeedSource & {
  send<Name extends FeedName>(feed: Name, message: FeedMessage<Name>): void;
  has(feed: FeedName): boolean;
};

/** `joined`: called for each new listener, so that it can receive the current state. */
export function createFeedHub(joined: (feed: FeedName) => void): FeedHub {
  const listeners: { readonly [Name in FeedName]: Set<(message: FeedMessage<Name>) => void> } = {
    status: new Set(),
    paths: new Set(),
    uploads: new Set(),
    activity: new Set(),
    notice: new Set(),
    // Sent by the host, which keeps them (commands/notices).
    notices: new Set(),
  };
  return {
    subscribe: (feed, listener) => {
      const own: Set<typeof listener> = listeners[feed];
      own.add(listener);
      joined(feed);
      return () => {
        own.delete(listener);
      };
    },
    send: <Name extends FeedName>(feed: Name, message: FeedMessage<Name>) => {
      const own: Set<(message: FeedMessage<Name>) => void> = listeners[feed];
      for (const listener of own) listener(message);
    },
    has: (feed) => listeners[feed].size > 0,
  };
}
