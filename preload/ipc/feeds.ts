import { z } from 'zod';
import type { InWords } from '../words/wording.ts';
import { WindowPlace } from './shapes/desktop.ts';
import { PathUpload } from './shapes/drop.ts';
import { NoticeAuthor, NoticeHistory, NoticeKind } from './shapes/notice.ts';
import { PathState } from './shapes/path-state.ts';
import { ActivityEntry, Invitation, Status } from './shapes/status.ts';
import { words } from './words.ts';

/** One-way messages from the engine to the window: name -> shape of each message. */
export const feeds = {
  /** The whole status: once on subscription, then at most four times a second while it changes. */
  status: Status,
  /** Changed states among the rows of the last `paths.state` request, at most twice a second. */
  paths: z.array(PathState),
  /**
   * All uploads of paths on this disk that are not over, or of which files failed: on subscription, then at most four times a second while they
   * change. One that succeeded is sent once more and then omitted.
   */
  uploads: z.array(PathUpload),
  /** New journal entries, as they are written, oldest first. */
  activity: z.array(ActivityEntry),
  /** A one-time notice for the person. The host decides whether to show it as a system notification. */
  notice: z.object({
    /** Unique within the account, also after a restart. If it is emitted again, the notice recurs: it replaces the one before. */
    id: z.string(),
    kind: NoticeKind,
    title: words,
    body: words,
    invitation: Invitation.nullable(),
    /** Where it leads; omitted: where its kind does. */
    place: WindowPlace.optional(),
    /** Whose comment or task it is about; omitted: it is about none. */
    by: NoticeAuthor.optional(),
  }),
  /** The notices that the person got, and which of them were read: once on subscription, then after each change. */
  notices: NoticeHistory,
} as const;

export type Feeds = typeof feeds;
export type FeedName = keyof Feeds;
export type FeedMessage<Name extends FeedName> = z.output<Feeds[Name]>;

/** A feed message with its messages as text. */
export type SpokenMessage<Name extends FeedName> = InWords<FeedMessage<Name>>;
export type SpokenFeeds = {
  readonly subscribe: <Name extends FeedName>(
    feed: Name,
    listener: (message: SpokenMessage<Name>) => void,
  ) => () => void;
};

/** The source of feeds: the engine's projections on one end, the bridge on the other. */
export type FeedSource = {
  /** Returns an unsubscribe function; calling it twice is harmless. */
  readonly subscribe: <Name extends FeedName>(feed: Name, listener: (message: FeedMessage<Name>) => void) => () => void;
};
