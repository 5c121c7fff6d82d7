import { z } from 'zod';

/** Orders from a test to an application on the stand-in; each is answered with its number. */
export const Order = z.discriminatedUnion('do', [
  /** A call from the page over the bridge. */
  z.object({ do: z.literal('call'), id: z.number(), name: z.string(), input: z.unknown() }),
  /** Returns what a person currently sees. */
  z.object({ do: z.literal('look'), id: z.number() }),
  /** The page requests one of its own files. */
  z.object({ do: z.literal('page'), id: z.number(), path: z.string() }),
  z.object({ do: z.literal('drop-on-dock'), id: z.number(), file: z.string() }),
  z.object({ do: z.literal('make-a-fault'), id: z.number() }),
  z.object({ do: z.literal('quit'), id: z.number() }),
  /** The session of Windows ends, and Electron terminates the process. */
  z.object({ do: z.literal('end-session'), id: z.number() }),
]);
export type Order = z.infer<typeof Order>;

export const Seen = z.object({
  /** The URLs that each window has loaded. */
  windows: z.array(z.array(z.string())),
  trays: z.number(),
  notifications: z.array(z.string()),
});

export const Page = z.object({ status: z.number(), text: z.string() });

export const Told = z.union([
  z.object({ id: z.number(), answer: z.unknown() }),
  /** The application asks to be relaunched with these arguments. */
  z.object({ relaunch: z.array(z.string()) }),
  /** The application is ready, for the program that started it. */
  z.object({ ready: z.literal(true) }),
]);
