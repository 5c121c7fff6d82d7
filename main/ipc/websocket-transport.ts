import type { WebSocket } from 'ws';
import type { CommandHandlers } from '../../preload/ipc/commands.ts';
import type { FeedName, FeedSource } from '../../preload/ipc/feeds.ts';
import { parseClientFrame, type ServerFrame } from '../../preload/ipc/transport/messages.ts';
import { isFeedName } from '../../preload/ipc/transport/parse.ts';
import { callCommand, type ReportBug } from './call-command.ts';
import { frameText } from './frame-text.ts';

/** The server side of a connection. */
export type Served = {
  readonly handlers: CommandHandlers;
  readonly feeds: FeedSource;
  readonly reportBug: ReportBug;
};

/** A reader that is this far behind (bytes in the socket's buffer) gets a new status once it has caught up, and only the last one: each is complete. */
const STATUS_BACKLOG_BYTES = 1024 * 1024;
/** A reader that is this far behind is disconnected: a reconnect with fresh state is cheaper than its backlog. */
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;

/** WebSocket close codes (RFC 6455 7.4.1): the frame was not one of ours; try again later. */
const CLOSE_NOT_A_FRAME = 1003;
const CLOSE_TOO_FAR_BEHIND = 1013;

/** Serves the command table on one open connection until it closes. The peer is already authorised. */
export function serveConnection(socket: WebSocket, served: Served): void {
  const subscriptions = new Map<FeedName, () => void>();
  /** The last status that waits for the reader; null: none does. */
  let lateStatus: ServerFrame | null = null;

  const post = (frame: ServerFrame): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_BACKLOG_BYTES) socket.close(CLOSE_TOO_FAR_BEHIND);
    else socket.send(JSON.stringify(frame), postLateStatus);
  };
  const postStatus = (frame: ServerFrame): void => {
    lateStatus = socket.bufferedAmount > STATUS_BACKLOG_BYTES ? frame : null;
    if (lateStatus === null) post(frame);
  };
  const postLateStatus = (): void => {
    if (lateStatus !== null) postStatus(lateStatus);
  };
  const unsubscribe = (feed: FeedName): void => {
    subscriptions.get(feed)?.();
    subscriptions.delete(feed);
    if (feed === 'status') lateStatus = null;
  };
  const subscribe = (feed: FeedName): void => {
    unsubscribe(feed);
    const end = served.feeds.subscribe(feed, (message) => {
      const frame: ServerFrame = { type: 'feed', feed, message };
      if (feed === 'status') postStatus(frame);
      else post(frame);
    });
    subscriptions.set(feed, end);
  };
  const answer = async (id: number, name: string, input: unknown): Promise<void> => {
    post({ type: 'answer', id, result: await callCommand(served.handlers, name, input, served.reportBug) });
  };

  socket.on('message', (text, isBinary) => {
    const frame = isBinary ? null : parseClientFrame(frameText(text));
    if (frame === null) {
      socket.close(CLOSE_NOT_A_FRAME, 'not a frame of Tandem');
    } else if (frame.type === 'call') {
      void answer(frame.id, frame.name, frame.input);
    } else if (isFeedName(frame.feed)) {
      if (frame.type === 'subscribe') subscribe(frame.feed);
      else unsubscribe(frame.feed);
    }
  });
  // `close` always follows an error and does the cleanup.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const feed of subscriptions.keys()) unsubscribe(feed);
  });
}
