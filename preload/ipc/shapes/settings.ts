import { z } from 'zod';
import { windowChoices } from './window-choices.ts';

/** Notices shown as system notifications. The window shows all of them regardless of this choice. */
export const NotificationSettings = z.object({
  invitation: z.boolean(),
  mention: z.boolean(),
  attention: z.boolean(),
  drop_finished: z.boolean(),
  signed_out: z.boolean(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** Settings of this computer, independent of the signed-in account. Null: not supported by the host, or not set. */
export const Settings = z.object({
  notifications: NotificationSettings,
  /** Null: this host cannot start at login. */
  startAtLogin: z.boolean().nullable(),
  /** `http://HOST:PORT` of the proxy for requests to other computers; null: none. */
  proxy: z.url({ protocol: /^(https?|socks5)$/ }).nullable(),
  /** A language of the catalogue, e.g. `en`; null: the system's language. */
  language: z.string().max(35).nullable(),
  theme: z.enum(windowChoices.theme),
  filesView: z.enum(windowChoices.filesView),
  comparison: z.enum(windowChoices.comparison),
  browserNotices: z.enum(windowChoices.browserNotices),
});
export type Settings = z.infer<typeof Settings>;

/** Input of `settings.set`: omitted fields and kinds of notices keep their value. */
export const SettingsChange = Settings.extend({
  startAtLogin: z.boolean(),
  notifications: z.partialRecord(NotificationSettings.keyof(), z.boolean()),
}).partial();
export type SettingsChange = z.output<typeof SettingsChange>;
/**
 * Limits below which the delete guard does not ask: number of deleted or overwritten items, or their share of all synced items (SPEC P31). The
 * bounds keep it effective: emptying a whole folder always needs confirmation.
 */
export const GuardLimits = z.object({
  items: z.number().int().min(1).max(10_000),
  /** 0 to 1; 0: only the number counts. */
  share: z.number().min(0).max(0.9),
});
export type GuardLimits = z.output<typeof GuardLimits>;
