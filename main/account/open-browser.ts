import { spawn } from 'node:child_process';

/** Opens an address in the person's browser; false when this computer has no way to. */
export async function openBrowser(address: string, platform: NodeJS.Platform): Promise<boolean> {
  const [command, args] = openerOf(platform, address);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    // A browser that is still running after this long has been opened.
    setTimeout(() => resolve(true), 2_000).unref();
    child.unref();
  });
}

function openerOf(platform: NodeJS.Platform, address: string): readonly [string, string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', [address]];
    case 'win32':
      // Not `start`, which would read the ampersands of the address as commands.
      return ['rundll32', ['url.dll,FileProtocolHandler', address]];
    default:
      return ['xdg-open', [address]];
  }
}
