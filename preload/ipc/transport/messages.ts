import { z } from 'zod';
import { WireResult } from '../commands.ts';

/**
 * Frames of the WebSocket transport, one JSON document each. The client numbers its calls; answers arrive in any order. A connection subscribes to
 * a feed at most once, for all its listeners.
 */

export const ClientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id: z.number().int().min(0), name: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('subscribe'), feed: z.string() }),
  z.object({ type: z.literal('unsubscribe'), feed: z.string() }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

export const ServerFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('answer'),
    id: z.number().int().min(0),
    result: WireResult,
  }),
  z.object({ type: z.literal('feed'), feed: z.string(), message: z.unknown() }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/**
 * The first frame of a window in a browser. `session`: the secret from the last welcome; `link`: the secret of the link that opened the page.
 * Neither is ever put in a requested URL or a cookie, because both would leak to other ports of this computer.
 */
const HelloFrame = z.object({
  type: z.literal('hello'),
  session: z.string().max(100).nullable(),
  link: z.string().max(100).nullable(),
});
export type HelloFrame = z.infer<typeof HelloFrame>;

/** Accepts a hello. `session` replaces the page's stored secret. */
const WelcomeFrame = z.object({ type: z.literal('welcome'), session: z.string() });
export type WelcomeFrame = z.infer<typeof WelcomeFrame>;

/** WebSocket close code for a hello without a valid secret: only a new link helps (4000 to 4999 are free, RFC 6455 7.4.2). */
export const CLOSE_UNKNOWN_SESSION = 4401;

/** Largest frame that either side accepts, in bytes: a batch of 10,000 dropped files with long paths fits. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** Null: not JSON, or not a frame. */
export function parseClientFrame(text: string): ClientFrame | null {
  return parseFrame(ClientFrame, text);
}

/** Null: not JSON, or not a frame. */
export function parseServerFrame(text: string): ServerFrame | null {
  return parseFrame(ServerFrame, text);
}

/** Null: not JSON, or not a hello. */
export function parseHelloFrame(text: string): HelloFrame | null {
  return parseFrame(HelloFrame, text);
}

/** Null: not JSON, or not a welcome. */
export function parseWelcomeFrame(text: string): WelcomeFrame | null {
  return parseFrame(WelcomeFrame, text);
}

function parseFrame<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  const json = parseJson(text);
  if (json === undefined) return null;
  const parsed = schema.safeParse(json);
  return parsed.success ? parsed.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: handle it like a frame of an unknown type.
    return undefined;
  }
}
