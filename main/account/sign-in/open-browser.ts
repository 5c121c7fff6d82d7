import { spawn } from 'node:child_process';

/** Opens a URL in the person's browser; false if this computer cannot. */
export async function openBrowser(url: string, platform: NodeJS.Platform): Promise<boolean> {
  const [command, args] = openerOf(platform, url);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    // If the browser process still runs after this time, it has opened.
    setTimeout(() => resolve(true), 2_000).unref();
    child.unref();
  });
}

function openerOf(platform: NodeJS.Platform, url: string): readonly [string, string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', [url]];
    case 'win32':
      // Not `start`, which would interpret ampersands in the URL as commands.
      return ['rundll32', ['url.dll,FileProtocolHandler', url]];
    default:
      return ['xdg-open', [url]];
  }
}
