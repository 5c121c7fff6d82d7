import type { LinkSettings } from '../../access/links/link-settings.ts';
import type { Service } from '../../service.ts';

/** The requested shared link: settings with a password in plain text; null removes the link; undefined leaves it unchanged. */
export type SharedLinkInput =
  | (Omit<LinkSettings, 'passwordHash'> & { readonly password?: string | null | undefined })
  | null;

/** The same, ready for a transaction. */
export type LinkChange = LinkSettings | null;

/** Hashes the requested password in advance, so that a transaction need not wait for it. */
export async function prepareLinkChange(
  { passwords }: Service,
  wish: SharedLinkInput | undefined,
): Promise<LinkChange | undefined> {
  if (wish === null || wish === undefined) return wish;
  const { password, ...settings } = wish;
  if (password === undefined) return settings;
  return { ...settings, passwordHash: password === null ? null : await passwords.hash(password) };
}
