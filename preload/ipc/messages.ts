import { z } from 'zod';
import { WireResult } from './commands.ts';

/**
 * The frames of the WebSocket transport, one JSON document each. The client numbers its calls; answers come in any order. A
 * feed is subscribed at most once per connection, whoever listens behind it.
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
    // Whoever sent it speaks another language: the same as a frame of an unknown type.
    return undefined;
  }
}
