import type { CommandInput, CommandName, CommandResult, WireResult } from '../commands.ts';
import type { FeedMessage, FeedName, FeedSource } from '../feeds.ts';
import { refusalOf } from '../refusal.ts';
import { type ClientFrame, parseServerFrame } from './messages.ts';
import { isFeedName, parseFeedMessage, parseResult } from './parse.ts';

/**
 * Client end of the WebSocket transport without the socket itself, so that it works with a browser's socket and with Node's. Calls before the first
 * connection wait for it.
 */
export type FrameClient = FeedSource & {
  readonly call: <Name extends CommandName>(name: Name, input: CommandInput<Name>) => Promise<CommandResult<Name>>;
  /** Call on every (re)connect: restores the subscriptions. */
  readonly opened: (send: (text: string) => void) => void;
  /** Call when the connection is lost: pending calls are refused as `disconnected`, subscriptions wait for the reconnect. */
  readonly closed: () => void;
  readonly received: (text: string) => void;
};

export function frameClient(): FrameClient {
  const waiting = new Map<number, (answer: WireResult) => void>();
  const subscriptions = new Map<FeedName, Set<(message: unknown) => void>>();
  const early: ClientFrame[] = [];
  /** Null: the connection is lost. */
  let post: ((frame: ClientFrame) => void) | null = (frame) => void early.push(frame);
  let nextId = 0;

  return {
    async call(name, input) {
      if (post === null) return { ok: false, error: disconnected };
      const id = nextId;
      nextId += 1;
      const answered = new Promise<WireResult>((resolve) => waiting.set(id, resolve));
      post({ type: 'call', id, name, input });
      return parseResult(name, await answered);
    },
    subscribe(feed, listener) {
      const deliver = (message: unknown): void => deliverTo(feed, message, listener);
      const known = subscriptions.get(feed);
      // A new listener needs the current state at once: a repeated `subscribe` frame requests it.
      post?.({ type: 'subscribe', feed });
      if (known === undefined) subscriptions.set(feed, new Set([deliver]));
      else known.add(deliver);
      return () => {
        const listeners = subscriptions.get(feed);
        if (listeners === undefined || !listeners.delete(deliver) || listeners.size > 0) return;
        subscriptions.delete(feed);
        post?.({ type: 'unsubscribe', feed });
      };
    },
    opened(sendText) {
      const sendFrame = (frame: ClientFrame): void => sendText(JSON.stringify(frame));
      for (const feed of subscriptions.keys()) sendFrame({ type: 'subscribe', feed });
      for (const frame of early.splice(0)) if (frame.type === 'call') sendFrame(frame);
      post = sendFrame;
    },
    closed() {
      post = null;
      early.length = 0;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const answer of lost) answer({ ok: false, error: disconnected });
    },
    received(text) {
      const frame = parseServerFrame(text);
      if (frame === null) return;
      if (frame.type === 'answer') {
        waiting.get(frame.id)?.(frame.result);
        waiting.delete(frame.id);
      } else if (isFeedName(frame.feed)) {
        for (const deliver of subscriptions.get(frame.feed) ?? []) deliver(frame.message);
      }
    },
  };
}

const disconnected = refusalOf('disconnected', { code: 'disconnected', args: {} });

function deliverTo<Name extends FeedName>(
  feed: Name,
  raw: unknown,
  listener: (message: FeedMessage<Name>) => void,
): void {
  const message = parseFeedMessage(feed, raw);
  if (message !== null) listener(message);
}
