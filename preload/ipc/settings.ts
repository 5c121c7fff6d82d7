import { z } from 'zod';

/** Which kinds of notices the system's notifications tell; all of them stand in the window whatever is chosen here. */
export const NotificationSettings = z.object({
  invitation: z.boolean(),
  attention: z.boolean(),
  drop_finished: z.boolean(),
  signed_out: z.boolean(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** What a person sets for this computer, whichever account is signed in. Null where the host cannot, or nothing was chosen. */
export const Settings = z.object({
  notifications: NotificationSettings,
  /** Null: this host cannot start at login. */
  startAtLogin: z.boolean().nullable(),
  /** `http://HOST:PORT` that requests to other computers go through; null: none. */
  proxy: z.url({ protocol: /^(https?|socks5)$/ }).nullable(),
  /** A language of the catalogue, e.g. `en`; null: that of the system. */
  language: z.string().max(35).nullable(),
});
export type Settings = z.infer<typeof Settings>;

/** What `settings.set` takes: what is left out stays. */
export const SettingsChange = Settings.extend({ startAtLogin: z.boolean() }).partial();
export type SettingsChange = z.output<typeof SettingsChange>;
