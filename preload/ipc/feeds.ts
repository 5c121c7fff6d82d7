import { z } from 'zod';
import type { InWords } from '../words/wording.ts';
import { PathState } from './path-state.ts';
import { ActivityEntry, Invitation, Status } from './status.ts';
import { words } from './words.ts';

/** What flows one way, from the engine to the window: name -> shape of each message. */
export const feeds = {
  /** The whole status, at once on subscription and then at most four times a second while something changes. */
  status: Status,
  /** The states that changed among the rows last asked about with `paths.state`, at most twice a second. */
  paths: z.array(PathState),
  /** New journal entries, as they are written, oldest first. */
  activity: z.array(ActivityEntry),
  /** Something that a person should be told once; the host decides whether the system's notifications can carry it. */
  notice: z.object({
    /** Never told twice, also not after a restart. */
    id: z.string(),
    kind: z.enum(['invitation', 'attention', 'drop_finished', 'signed_out']),
    title: words,
    body: words,
    invitation: Invitation.nullable(),
  }),
} as const;

export type Feeds = typeof feeds;
export type FeedName = keyof Feeds;
export type FeedMessage<Name extends FeedName> = z.output<Feeds[Name]>;

/** A message of a feed with its sentences in words. */
export type SpokenMessage<Name extends FeedName> = InWords<FeedMessage<Name>>;
export type SpokenFeeds = {
  readonly subscribe: <Name extends FeedName>(
    feed: Name,
    listener: (message: SpokenMessage<Name>) => void,
  ) => () => void;
};

/** Where feeds come from: the engine's projections on one end, the bridge on the other. */
export type FeedSource = {
  /** Returns what ends the subscription; calling that twice does no harm. */
  readonly subscribe: <Name extends FeedName>(feed: Name, listener: (message: FeedMessage<Name>) => void) => () => void;
};
