import { z } from 'zod';
import type { InWords } from '../words/wording.ts';
import { words } from './words.ts';

/** The account of this computer, for Welcome and Settings. */

const refusal = z.object({ code: z.string(), message: words, remedy: words });

/** A sign-in through the browser. `waiting`: `url` is where the person signs in; it ends by itself. */
export const SignInProgress = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('waiting'), baseUrl: z.string(), url: z.url() }),
  z.object({ state: z.literal('failed'), baseUrl: z.string(), error: refusal }),
]);
export type SignInProgress = z.infer<typeof SignInProgress>;

export const Account = z.object({
  /**
   * - `none`: nobody is signed in, and Welcome begins;
   * - `private`: the service of this computer, which needs no sign-in;
   * - `service`: signed in through the browser, also when that sign-in ran out;
   * - `given`: by a token that came from outside, which only whoever gave it can change.
   */
  kind: z.enum(['none', 'private', 'service', 'given']),
  /** Null: `none`. */
  baseUrl: z.string().nullable(),
  /** Can this program start a service of its own on this computer? */
  canStartPrivate: z.boolean(),
  /** A folder that a newcomer may want to keep in sync; absolute. */
  suggestedFolder: z.string(),
  signIn: SignInProgress,
});
/** Wire format: messages as codes and arguments. */
export type AccountData = z.infer<typeof Account>;
/** The same with messages as text. */
export type Account = InWords<AccountData>;

/** What was found at an address that a person typed. */
export const ServiceFound = z.object({ baseUrl: z.string(), uploadUrl: z.string() });
export type ServiceFound = z.infer<typeof ServiceFound>;
