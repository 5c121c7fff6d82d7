import type { CommandHandlers } from '../../preload/ipc/commands.ts';
import type { FeedSource } from '../../preload/ipc/feeds.ts';
import type { ContentSource } from './content/content-source.ts';
import type { DropBatches } from './drop/drop-batches.ts';
import type { PathUploads } from './drop/path-uploads.ts';

/** Answers the window: the commands of one account, or those that need none. */
export type Line = {
  readonly handlers: CommandHandlers;
  readonly feeds: FeedSource;
  readonly drops: Pick<DropBatches, 'receive' | 'underWay'> & Pick<PathUploads, 'isPreparing'>;
  readonly contents: ContentSource;
};

/** A line whose callers keep using it while the account behind it changes. */
export type Switchboard = Line & {
  /** Routes to this line from now on. Existing feed subscriptions move over to it. */
  plug(line: Line): void;
};

export function createSwitchboard(first: Line): Switchboard {
  let line = first;
  const listening = new Set<() => void>();
  return {
    handlers: new Proxy(first.handlers, {
      get: (_first, name): unknown => Reflect.get(line.handlers, name),
    }),
    feeds: {
      subscribe: (feed, listener) => {
        let end = line.feeds.subscribe(feed, listener);
        const move = (): void => {
          end();
          end = line.feeds.subscribe(feed, listener);
        };
        listening.add(move);
        return () => {
          listening.delete(move);
          end();
        };
      },
    },
    drops: {
      receive: (id, bytes, signal) => line.drops.receive(id, bytes, signal),
      underWay: () => line.drops.underWay(),
      isPreparing: () => line.drops.isPreparing(),
    },
    contents: { answer: (request, signal) => line.contents.answer(request, signal) },
    plug: (next) => {
      line = next;
      for (const move of listening) move();
    },
  };
}
