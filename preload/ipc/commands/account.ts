import { z } from 'zod';
import { Account, ServiceFound } from '../shapes/account.ts';
import { Settings, SettingsChange } from '../shapes/settings.ts';
import { command } from './command.ts';

/** The host, the account and the settings of this computer. */
export const accountCommands = {
  /** The signed-in user and this host's features. The interface hides features that the host lacks. */
  'session.get': command(
    z.object({}),
    z.object({
      host: z.enum(['electron', 'browser', 'terminal']),
      can: z.object({ reveal: z.boolean(), tray: z.boolean(), dropPaths: z.boolean(), chooseFolder: z.boolean() }),
      version: z.string(),
      deviceName: z.string(),
      /** The person's home folder if paths below it are shown as `~/...`; null where that is not customary (Windows). */
      homePath: z.string().nullable(),
      /** True if this user can administer the service. Pages that the role forbids are hidden. */
      isAdmin: z.boolean(),
    }),
  ),
  /** The service that this computer is connected to, and a sign-in in progress. */
  'account.get': command(z.object({}), Account),
  /** Checks whether a service responds at a URL as people type it, e.g. `files.example.com`. */
  'account.check': command(z.object({ address: z.string().max(2_048) }), ServiceFound),
  /**
   * Starts a sign-in through the browser and cancels the previous one; `account.get` reports its progress. Without `baseUrl`, it uses the account's
   * service and client. `isOpened`: the system's browser shows the page; otherwise the person opens `url`.
   */
  'account.signIn': command(
    z.object({
      baseUrl: z.url().optional(),
      uploadUrl: z.string().max(2_048).optional(),
      /** The page of the sign-in; omitted: it follows from the service. */
      signInUrl: z.string().max(2_048).optional(),
      /** The application that is registered at the service; omitted: Tandem's own. */
      clientId: z.string().min(1).max(1_024).optional(),
      /** Omitted: it has none. */
      clientSecret: z.string().min(1).max(1_024).optional(),
    }),
    z.object({ url: z.url(), isOpened: z.boolean() }),
  ),
  'account.cancelSignIn': command(z.object({}), z.object({})),
  /** Asks the system keyring again for a sign-in that it refused to hand out, and uses one that the command line stored. The status tells whether it did. */
  'account.readSignIn': command(z.object({}), z.object({})),
  /** Starts this computer's private service; refused if this program has none. */
  'account.startPrivate': command(z.object({}), z.object({})),
  /**
   * Signs out, at the service and on this computer. Files stay, and the roots resume when the same account signs in again. `isRevoked` false: the
   * service was unreachable, or the keyring could not be read, and the sign-in expires by itself.
   */
  'account.signOut': command(z.object({}), z.object({ isRevoked: z.boolean() })),
  'settings.get': command(z.object({}), Settings),
  /** Omitted fields keep their value. Persisted over restarts. Returns all settings. */
  'settings.set': command(SettingsChange, Settings),
  /** The report of `tandem report` as text: versions, checks, state and the latest journal entries, without secrets. */
  'report.get': command(z.object({}), z.object({ text: z.string() })),
} as const;
