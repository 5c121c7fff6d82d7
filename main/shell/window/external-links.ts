import type { ElectronModule } from '../electron-module.ts';

/** Schemes that a link may hand to the system: a browser's and the mail program's, nothing that starts a program. */
const externalSchemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);

/** True for an address that may leave the application: of a known scheme, and without a password in it. */
export function isExternalLink(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return externalSchemes.has(url.protocol) && url.username === '' && url.password === '';
}

/** Opens a link in the system's browser or mail program; false when it may not leave, or nothing there takes it. */
export async function openExternalLink(shell: ElectronModule['shell'], address: string): Promise<boolean> {
  if (!isExternalLink(address)) return false;
  try {
    await shell.openExternal(address);
    return true;
  } catch {
    // No program takes this scheme: the caller tells the person, who still has the address.
    return false;
  }
}
