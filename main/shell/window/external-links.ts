import type { ElectronModule } from '../electron-module.ts';

/** Schemes that may be passed to the system: those of the browser and the mail program, none that starts other programs. */
const externalSchemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);

/** True for a URL that may be opened outside: an allowed scheme, and no password. */
export function isExternalLink(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return externalSchemes.has(url.protocol) && url.username === '' && url.password === '';
}

/** Opens a link in the system's browser or mail program; false if it is not allowed, or no program can open it. */
export async function openExternalLink(shell: ElectronModule['shell'], address: string): Promise<boolean> {
  if (!isExternalLink(address)) return false;
  try {
    await shell.openExternal(address);
    return true;
  } catch {
    // No program handles this scheme: the caller tells the person, who still has the URL.
    return false;
  }
}
